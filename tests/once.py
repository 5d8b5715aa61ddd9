"""Runs a program that tries every float, unless the very same program and libraries have passed here before.

  python3 tests/once.py STAMP PROGRAM [ARGUMENT…]

STAMP is a file that remembers a hash of the program's bytes, of the shared libraries that it loads (the C library's exp is what is
measured) and of its arguments. Such a program reads no input and draws its random numbers from fixed seeds, so it would say the same again.
"""
import hashlib
import pathlib
import re
import subprocess
import sys


def libraries(program):
    """The files of the shared libraries, as the loader finds them; none where there is no ldd."""
    try:
        told = subprocess.run(['ldd', program], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return sorted(re.findall(r'(?:=>\s*|^\s*)(/\S+)', told, flags=re.M))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    stamp, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    seen = hashlib.sha256(repr(command).encode())
    for name in [command[0], *libraries(command[0])]:
        seen.update(pathlib.Path(name).read_bytes())
    if stamp.is_file() and stamp.read_text(encoding='utf-8') == seen.hexdigest():
        print('passed before, and neither the program nor its libraries have changed')
        return
    stamp.unlink(missing_ok=True)
    code = subprocess.run(command).returncode
    if code == 0:
        stamp.write_text(seen.hexdigest(), encoding='utf-8')
    sys.exit(code)


if __name__ == '__main__':
    main()
