"""Gappa proves what exp_nonpositive loses after the reduction; the constants are read from the header.

  python3 tests/formal/exponential.py [ROOT]

Leaves with 77 where Gappa is not installed (Debian: gappa).
"""
import pathlib
import re
import shutil
import subprocess
import sys

# What is claimed in include/attest/bound/exponential.hpp: evaluation_error, in units of the roundoff.
CLAIMED = re.compile(r'evaluation_error\(\)\s*\{\s*return Mp\((\d+)\) / Mp\((\d+)\)')


def constants(header, number):
    body = re.search(r'ExponentialConstants<%s> \{(.*?)\n\};' % number, header, re.S)[1]
    q = re.search(r'q\[\]\{([^}]*)\}', body)[1]
    return [text.strip().rstrip('f') for text in q.split(',')]


def script(q, rounding, claimed):
    """r is a float within the reach of the reduction; hatted values are computed, the others exact."""
    lines = [f'@rnd = float<{rounding}, ne>;', 'r = rnd(r_);']
    top = len(q) - 1
    lines += [f'h{top} = {q[top]};', f'q{top} = {q[top]};']
    for k in range(top - 1, -1, -1):
        lines += [f'h{k} = rnd(h{k + 1} * r + {q[k]});', f'q{k} = q{k + 1} * r + {q[k]};']
    lines += ['s = rnd(r * r);', 't = rnd(s * h0 + r);', 'p = rnd(1 + t);', 'P = 1 + (r * r * q0 + r);',
              f'{{ |r| <= 0.3466 -> |(p - P) / P| <= {claimed} }}',
              # Near 0 the relative error of a nested product says more than the absolute one; the hints split the interval.
              '(p - P) / P -> ((p - (1 + t)) + (t - (r * r * q0 + r))) / P;',
              't - (r * r * q0 + r) -> (t - (s * h0 + r)) + (s * h0 - r * r * q0);',
              's * h0 - r * r * q0 -> (s - r * r) * h0 + r * r * (h0 - q0);',
              '$ r in 256;']
    return '\n'.join(lines) + '\n'


def main(root):
    gappa = shutil.which('gappa')
    if not gappa:
        print('gappa is not installed (Debian: gappa), so the evaluation error of exp_nonpositive is not proved again')
        return 77
    header = (root / 'include/attest/arithmetic/exponential.hpp').read_text(encoding='utf-8')
    numerator, denominator = CLAIMED.search((root / 'include/attest/bound/exponential.hpp').read_text(encoding='utf-8')).groups()
    shift = int(denominator).bit_length() - 1                        # the denominator is a power of two
    worst = 0
    for number, rounding, roundoff in (('float', 'ieee_32', 24), ('double', 'ieee_64', 53)):
        text = script(constants(header, number), rounding, f'{numerator}b-{roundoff + shift}')
        run = subprocess.run([gappa], input=text, capture_output=True, text=True, timeout=300, check=False)
        proved = run.returncode == 0
        print(f'{number}: Gappa {"proves" if proved else "does not prove"} |p - P| <= {numerator}/{denominator} u |P| for |r| <= 0.3466')
        if not proved:
            print(text, run.stdout, run.stderr, sep='\n')
            worst = 1
    return worst


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])))
