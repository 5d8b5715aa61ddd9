"""A guard without a clock: what the compiler made of the kernels, read from their object files.

  python3 tests/kernel_symbols.py LEVEL=OBJECT…

Each level may define functions of its own namespace only, or the linker could hand another level's machine a function that
it cannot run. And the products must be vectors that stay in registers: a compiler can lose that silently, at a price of 50.
Leaves with 77 where objdump or nm is missing.
"""
import re
import shutil
import subprocess
import sys

WIDE = {'avx2': 'ymm', 'avx512': 'zmm'}
# At least so many wide products, and single ones for each wide one at most. A decoding query takes single exponentials, too.
EXPECTED = {'forward': (100, 1 / 4), 'backward': (100, 1 / 4), 'decode': (10, None)}
FUNCTION = re.compile(r'^[0-9a-f]+ <(.+)>:$')


def defined(path):
    lines = subprocess.run(['nm', '-C', '--defined-only', path], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split(maxsplit=2)[1:] for line in lines]


def fused(path):
    """For each function: fused products of vectors in each register, and of single numbers."""
    text = subprocess.run(['objdump', '-dC', '--no-show-raw-insn', path], capture_output=True, text=True, check=True).stdout
    count, name = {}, None
    for line in text.splitlines():
        if m := FUNCTION.match(line):
            name = m[1]
            count[name] = {'zmm': 0, 'ymm': 0, 'xmm': 0, 'single': 0}
        elif name and (m := re.search(r'\bvfn?m(?:add|sub)\w*?(p|s)[sd]\s+(.*)', line)):
            count[name]['single' if m[1] == 's' else re.search(r'[xyz]mm', m[2])[0]] += 1
    return count


def check(level, path, bad):
    for kind, name in defined(path):
        if kind in 'TWVBDRuGi' and f'attest::kernel::{level}::' not in name:
            bad.append(f'{path}: defines {name} ({kind}), which is not of attest::kernel::{level}')
    if level not in WIDE:
        return
    for name, n in fused(path).items():
        wide, single = n[WIDE[level]], n['single']
        print(f'{level}: {name.split("(")[0]}: {wide} fused products in {WIDE[level]}, {n["xmm"]} in xmm, {single} single')
        few, many = next((limits for kernel, limits in EXPECTED.items() if f'::{kernel}<' in name), (0, 0))
        if wide < few:
            bad.append(f'{path}: {name} has {wide} fused products in {WIDE[level]}; expected at least {few}')
        if many and single > wide * many:
            bad.append(f'{path}: {name} has {single} single fused products beside {wide} wide ones; expected {many} of them at most')


def main(arguments):
    if not (shutil.which('objdump') and shutil.which('nm')):
        print('objdump and nm are not installed (Debian: binutils), so nobody looks at the kernels')
        return 77
    bad = []
    for argument in arguments:
        check(*argument.split('=', 1), bad)
    print('\n'.join(bad) or 'the kernels are vectors, and keep to themselves')
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
