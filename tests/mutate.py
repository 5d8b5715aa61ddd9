"""Puts wrong definitions in place of the right ones and asks whether the tests turn red.

  python3 tests/mutate.py BUILD [--cxx g++] [--jobs 2] [--only NAME]

BUILD is a finished build folder: its objects of the seams and worlds are linked again. Each mutant is one textual change of a header,
made in a copy; the property file that must notice is compiled without optimisation and run. Not a part of the test command: it takes a
few minutes. Ends with 'N passed, N failed': a mutant that survives has failed the tests.
"""
import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

FLAGS = ['-std=c++20', '-O0', '-ffp-contract=off', '-DATTEST_SEPARATE', '-D_GLIBCXX_ASSERTIONS']

# name, header below include/attest, what stands there, what is put there, the property file that must notice
MUTANTS = [
    ('tokens counted from 1', 'lecture/s1_context.hpp', 'X(t, c) = E(x[t], c)', 'X(t, c) = E((x[t] + 1) % E.rows(), c)', 's1_context'),
    ('unknown tokens read row 0', 'lecture/s1_context.hpp', 'if (x[t] >= E.rows())', 'if (false)', 's1_context'),
    ('positions one late', 'lecture/s1_context.hpp', 'X(t, c) += p(t, c)', 'X(t, c) += p(t ? t - 1 : 0, c)', 's1_context'),
    ('no denominator', 'lecture/s2_head.hpp', 'A(i, j) = exp(S(i, j)) / Z', 'A(i, j) = exp(S(i, j))', 's2_head'),
    ('softmax plus one', 'lecture/s2_head.hpp', 'R Z = R(0);', 'R Z = R(1);', 's2_head'),
    ('softmax down the columns', 'lecture/s2_head.hpp', 'Z += exp(S(i, l))', 'Z += exp(S(l % T, i % N))', 's2_head'),
    ('no scale', 'lecture/s2_head.hpp', 'S(i, j) = S(i, j) / root<R>(d_k);', '', 's2_head'),
    ('scaled twice', 'lecture/s2_head.hpp', 'S(i, j) / root<R>(d_k)', 'S(i, j) / number<R>(d_k)', 's2_head'),
    ('queries and keys exchanged', 'lecture/s2_head.hpp', 'auto Q = product(X, W.W_Q), K = product(X, W.W_K);',
     'auto Q = product(X, W.W_K), K = product(X, W.W_Q);', 's2_head'),
    ('keys twice', 'lecture/s2_head.hpp', 'S(i, j) += Q(i, c) * K(j, c)', 'S(i, j) += K(i % N, c) * K(j, c)', 's2_head'),
    ('cross: values of the queries', 'lecture/s2_head.hpp', 'const auto K = product(Z, W.W_K);', 'const auto K = product(Z, W.W_Q);', 's2_head'),
    ('membership forgets signs', 'lecture/s3_averaging.hpp', 'if (a(j) < R(0)) return false;', '', 's3_averaging'),
    ('membership forgets the sum', 'lecture/s3_averaging.hpp', 'return mass == R(1);', 'return true;', 's3_averaging'),
    ('combination drops the last', 'lecture/s3_averaging.hpp', 'j < V.rows(); ++j) y(c)', 'j + 1 < V.rows(); ++j) y(c)', 's3_averaging'),
    ('separates weakly', 'lecture/s3_averaging.hpp', 'if (!(inner(u, row(V, j)) < at_y)) return false;', 'if (at_y < inner(u, row(V, j))) return false;',
     's3_averaging'),
    ('sampling one late', 'lecture/s3_averaging.hpp', 'if (U < below) return j;', 'if (U + a(j) < below) return j;', 's3_averaging'),
    ('coordinates without the sum', 'lecture/s3_averaging.hpp', 'c == d_v ? R(1)', 'c == d_v ? R(0)', 's3_averaging'),
    ('mask one late', 'lecture/s4_causal.hpp', 'for (Index j = i + 1; j < S.rows(); ++j)', 'for (Index j = i + 2; j < S.rows(); ++j)', 's4_causal'),
    ('mask one early', 'lecture/s4_causal.hpp', 'for (Index j = i + 1; j < S.rows(); ++j)', 'for (Index j = i ? i : 1; j < S.rows(); ++j)', 's4_causal'),
    ('a finite fill', 'lecture/s4_causal.hpp', 'S(i, j) = minus_infinity<R>()', 'S(i, j) = R(-30)', 's4_causal'),
    ('zero for a mask', 'lecture/s4_causal.hpp', 'S(i, j) = minus_infinity<R>()', 'S(i, j) = R(0)', 's4_causal'),
    ('the average looks ahead', 'lecture/s4_causal.hpp', 'for (Index j = 0; j <= i; ++j) Y(i, c)', 'for (Index j = 0; j < V.rows(); ++j) Y(i, c)', 's4_causal'),
    ('the average misses itself', 'lecture/s4_causal.hpp', 'for (Index j = 0; j <= i; ++j) Y(i, c)', 'for (Index j = 0; j < i; ++j) Y(i, c)', 's4_causal'),
    ('no mask', 'lecture/s4_causal.hpp', 'auto S = causal(scores(Q, K));', 'auto S = scores(Q, K);', 's4_causal'),
    ('targets not shifted', 'lecture/s4_causal.hpp', 'x.last(x.size() - 1)}', 'x.first(x.size() - 1)}', 's4_causal'),
    ('largest is the first', 'lecture/s5_lse.hpp', 'm = max(m, s(j))', 'm = s(0)', 's5_lse'),
    ('the maximum not added back', 'lecture/s5_lse.hpp', 'return m + log(Z);', 'return log(Z);', 's5_lse'),
    ('lse of doubles', 'lecture/s5_lse.hpp', 'Z += exp(s(j));', 'Z += exp(s(j) + s(j));', 's5_lse'),
]


def judge(mutant, root, build, cxx, folder):
    name, header, right, wrong, room = mutant
    tree = folder / ''.join(c if c.isalnum() else '_' for c in name)
    shutil.copytree(root / 'include', tree / 'include')
    path = tree / 'include/attest' / header
    text = path.read_text(encoding='utf-8')
    if right not in text:
        return name, 'stale', f'{header} does not contain "{right}"'
    path.write_text(text.replace(right, wrong), encoding='utf-8')
    binary = tree / 'properties'
    objects = [str(o) for o in sorted((build / 'CMakeFiles').rglob('*.o')) if o.name in ('seams.cpp.o', 'verdict.cpp.o', 'catch.cpp.o', 'worlds.cpp.o')]
    made = subprocess.run([cxx, *FLAGS, f'-I{tree}/include', f'-I{root}/properties', str(root / f'properties/{room}.cpp'), *objects,
                           '-o', str(binary), '-lCatch2WithMain', '-lrapidcheck'], capture_output=True, text=True)
    if made.returncode:
        return name, 'killed', 'does not compile'
    keys = [line.split('>()')[0].split('item::')[1] for line in (root / f'properties/{room}.cpp').read_text().splitlines() if 'theorem<item::' in line]
    try:
        ran = subprocess.run([str(binary), ','.join(keys)], capture_output=True, text=True, timeout=300,
                             env={'ATTEST_CASES': '30', 'PATH': '/usr/bin:/bin'})
    except subprocess.TimeoutExpired:
        return name, 'killed', 'ran into its time limit'
    finally:
        binary.unlink(missing_ok=True)
    red = sorted({line.split(' ')[0] for line in ran.stdout.splitlines() if line.endswith('  FAILS')})
    return (name, 'killed', ' '.join(red) or f'exit {ran.returncode}') if ran.returncode else (name, 'survived', room)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('--cxx', default='g++')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[1]
    wanted = [m for m in MUTANTS if options.only in m[0]]
    survived = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, fate, why in pool.map(lambda m: judge(m, root, options.build.resolve(), options.cxx, pathlib.Path(folder)), wanted):
            print(f'{fate:9} {name}: {why}', flush=True)
            survived += fate != 'killed'
    print(f'{len(wanted) - survived} passed, {survived} failed')
    return 1 if survived or not wanted else 0


if __name__ == '__main__':
    sys.exit(main())
