"""What the command-line tests share: running the program as a stranger would, arrays, and the head in 50 digits."""
import decimal
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal

sys.dont_write_bytecode = True
decimal.getcontext().prec = 50
PROGRAM = os.environ.get('ATTEST', 'build/attest')
SECONDS = 300


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix='attest-cli-')
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def attest(self, *words, stdin=b'', code=0, env=None):
        """Runs the program in the folder and checks its exit code."""
        done = subprocess.run([PROGRAM, *map(str, words)], input=stdin, capture_output=True, cwd=self.folder,
                              timeout=SECONDS, env={**os.environ, **(env or {})})
        said = done.stderr.decode()
        self.assertEqual(done.returncode, code, f'attest {" ".join(map(str, words))}\n{said}')
        if not done.stdout.startswith(b'\x89PNG'):
            self.assertNotIn(b'\x1b', done.stderr + done.stdout, 'an escape sequence, off a terminal')
        return done

    def facts(self, *words, **keywords):
        """The answer under --json: the whole of standard output is one value."""
        return json.loads(self.attest(*words, '--json', **keywords).stdout)

    def refused(self, *words, says=(), code=2, stdin=b'', env=None):
        """Refused with these words on standard error, nothing on standard output, and no file changed."""
        before = self.listing()
        done = self.attest(*words, code=code, stdin=stdin, env=env)
        message = done.stderr.decode()
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, message)
        self.assertEqual(done.stdout, b'')
        self.assertEqual(self.listing(), before)
        return message

    def listing(self):
        return {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(self.folder.rglob('*')) if p.is_file()}

    def put(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def put_npy(self, name, rows, descr='<f8'):
        return self.put(name, npy(rows, descr))

    def has_bytes(self, name):
        return (self.folder / name).read_bytes()


def npy(rows, descr='<f8', shape=None):
    letter = {'<f8': 'd', '<f4': 'f', '<i4': 'i', '>f8': 'd', '<u2': 'H'}[descr]
    flat = [x for row in rows for x in row] if shape is None else rows
    shape = shape or (len(rows), len(rows[0]))
    header = repr({'descr': descr, 'fortran_order': False, 'shape': shape}).encode()
    header += b' ' * (-(len(header) + 11) % 64) + b'\n'
    order = '>' if descr[0] == '>' else '<'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header + struct.pack(f'{order}{len(flat)}{letter}', *flat)


def read_npy(data):
    """(descr, rows) of a file that this program wrote."""
    assert data[:8] == b'\x93NUMPY\x01\x00', data[:8]
    length, = struct.unpack('<H', data[8:10])
    header = eval(data[10:10 + length], {'__builtins__': {}})
    assert not header['fortran_order']
    m, n = header['shape']
    flat = struct.unpack(f'<{m * n}' + {'<f4': 'f', '<f8': 'd'}[header['descr']], data[10 + length:])
    return header['descr'], [list(flat[i * n:(i + 1) * n]) for i in range(m)]


# The head in 50 digits, and what rounding may do to it. u: unit roundoff; a sum of k roundings changes a logarithm by at
# most k u; exp itself is within E of them.
E = 2
UNIT = {'double': Decimal(2) ** -53, 'float': Decimal(2) ** -24}


def exact(rows):
    return [[Decimal(float(x)) for x in row] for row in rows]


def product(A, B):
    columns = list(zip(*B))
    return [[sum((a * b for a, b in zip(row, column)), Decimal(0)) for column in columns] for row in A]


def absolute(A):
    return [[abs(x) for x in row] for row in A]


def transposed(A):
    return [list(column) for column in zip(*A)]


class Head:
    """S, A, O in 50 digits, and bounds of their errors in an arithmetic with unit roundoff u."""

    def __init__(self, Q, K, V, u, causal=True, scale=None, stream=None):
        self.Q, self.K, self.V, self.u, self.causal = Q, K, V, u, causal
        d_k = len(Q[0])
        factor = Decimal(scale) if scale is not None else 1 / Decimal(d_k).sqrt()
        self.S = [[x * factor for x in row] for row in product(Q, transposed(K))]
        # From a stream (X, W_Q, W_K) each triple product meets 2 d roundings more.
        if stream:
            X, W_Q, W_K = map(absolute, stream)
            size, roundings = product(product(X, W_Q), transposed(product(X, W_K))), 2 * len(X[0]) + d_k + 2
        else:
            size, roundings = product(absolute(Q), transposed(absolute(K))), d_k + 2
        self.eta = [[self.g(roundings) * x * abs(factor) for x in row] for row in size]
        self.A, self.O, self.A_bound, self.O_bound, self.lse = [], [], [], [], []
        for i in range(len(Q)):
            self.row(i)

    def g(self, k):
        return (k * self.u).exp() - 1

    def row(self, i):
        n = i + 1 if self.causal else len(self.K)
        S, u, eta = self.S[i][:n], self.u, self.eta[i][:n]
        m = max(S)
        e = [(s - m).exp() for s in S]
        A = [x / sum(e) for x in e]
        l = [eta[j] + u * (m - S[j] + 2 * max(eta)) + E * u for j in range(n)]
        l_Z = sum(a * x.exp() for a, x in zip(A, l)).ln() + (n - 1) * u
        tiny = Decimal(2) ** (-1074 if u == UNIT['double'] else -149) * (2 * n + 2)
        hidden = len(self.K) - n
        self.A.append(A + [Decimal(0)] * hidden)
        self.A_bound.append([a * ((x + l_Z + u).exp() - 1) + tiny for a, x in zip(A, l)] + [Decimal(0)] * hidden)
        self.lse.append(m + sum(e).ln())
        columns = list(zip(*self.V[:n]))
        self.O.append([sum(a * v for a, v in zip(A, column)) for column in columns])
        self.O_bound.append([sum(a * abs(v) * ((x + l_Z + (n + 1) * u).exp() - 1) for a, x, v in zip(A, l, column))
                             + tiny * (1 + max(map(abs, column))) for column in columns])


def within(test, found, truth, bound):
    for i, row in enumerate(truth):
        for j, x in enumerate(row):
            test.assertLessEqual(abs(Decimal(found[i][j]) - x), bound[i][j], f'at {i}, {j}: {found[i][j]}, truth {x}')


def main():
    unittest.main(argv=[sys.argv[0]] + sys.argv[1:], verbosity=1)
