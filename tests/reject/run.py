"""Compiles a program that must be refused, and its twin that must not.   run.py COMPILER INCLUDE PROGRAM.cpp

The first line of the program is a comment with an expression that the compiler's message has to match. With
-DREFUSED the program holds the mistake; without, the same program is right. So a refusal has one reason.
"""
import pathlib
import re
import subprocess
import sys

if len(sys.argv) != 4:
    sys.exit('usage: run.py COMPILER INCLUDE PROGRAM.cpp')
compiler, include, program = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
expected = re.match(r'// (.+)\n', program.read_text(encoding='utf-8'))
if not expected:
    sys.exit(f'{program.name}: the first line must be a comment with the expected message')


def compiled(*extra):
    return subprocess.run([compiler, '-std=c++20', '-Wall', '-Wextra', '-fsyntax-only', f'-I{include}', f'-I{include}/../properties', *extra, str(program)],
                          capture_output=True, text=True)


right, wrong = compiled(), compiled('-DREFUSED')
if right.returncode != 0:
    sys.exit(f'{program.name}: without the mistake it should compile:\n{right.stderr}')
if wrong.returncode == 0:
    sys.exit(f'{program.name}: the mistake compiles')
if not re.search(expected[1], wrong.stderr):
    sys.exit(f'{program.name}: refused, but no message matches\n  {expected[1]}\n{wrong.stderr}')
print(f'{program.name}: refused, and says so')
