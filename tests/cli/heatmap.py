"""attest heatmap: pictures of weights."""
import math
import struct
import xml.etree.ElementTree
import zlib
from decimal import Decimal

from support import UNIT, Case, Head, exact, main, within


class Heatmap(Case):
    def check_png(self, data):
        self.assertEqual(data[:8], b'\x89PNG\r\n\x1a\n')
        at, pixels = 8, b''
        while at < len(data):
            length, kind = struct.unpack('>I4s', data[at:at + 8])
            self.assertEqual(zlib.crc32(data[at + 4:at + 8 + length]), *struct.unpack('>I', data[at + 8 + length:at + 12 + length]))
            pixels += data[at + 8:at + 8 + length] if kind == b'IDAT' else b''
            at += 12 + length
        self.assertTrue(zlib.decompress(pixels))

    def test_all_formats_twice(self):
        run = ['heatmap', '--svg', 'a.svg', '--png', 'a.png', '--html', 'a.html', '--out', 'b.svg']
        words = self.attest(*run).stdout.decode()
        for name in ('a.svg', 'a.png', 'a.html', 'b.svg'):
            self.assertIn(f'wrote {name}', words)
        first = {path: content for path, (content, _) in self.listing().items()}
        self.assertEqual(self.has_bytes('a.svg'), self.has_bytes('b.svg'))
        self.refused(*run, says=('a.svg', 'exists already'))
        self.attest(*run, '--force')
        self.assertEqual({path: content for path, (content, _) in self.listing().items()}, first)
        self.check_png(self.has_bytes('a.png'))
        tree = xml.etree.ElementTree.fromstring(self.has_bytes('a.svg'))
        titles = [t.text for t in tree.iter('{http://www.w3.org/2000/svg}title') if t.text]
        self.assertTrue(any('Alice' in t for t in titles), titles[:3])
        self.assertTrue(self.has_bytes('a.html').startswith(b'<!doctype html>'))

    def test_text(self):
        facts = self.facts('heatmap', '--text', '-', '--tokens', 'characters', '--seed', 3, stdin=b'abcab')
        self.assertEqual(facts['labels'], list('abcab'))
        tour = self.facts('tour', '-', '--tokens', 'characters', '--seed', 3, stdin=b'abcab')['matrices']
        # The same queries and keys, weighed in double.
        truth = Head(exact(tour['Q']), exact(tour['K']), exact(tour['V']), UNIT['double'])
        for i, row in enumerate(facts['cells']):
            self.assertEqual(row[i + 1:], [None] * (4 - i))
            within(self, [row[:i + 1]], [truth.A[i][:i + 1]], [truth.A_bound[i][:i + 1]])
        full = self.facts('heatmap', '--text', '-', '--unmasked', stdin=b'one two three')['cells']
        for row in full:
            self.assertEqual(len(row), 3)
            self.assertTrue(all(x > 0 for x in row))
        self.assertEqual(self.facts('heatmap', '--length', 5)['cells'], self.facts('heatmap', '--length', 5)['cells'])
        self.assertNotEqual(self.facts('heatmap')['cells'], self.facts('heatmap', '--seed', 2)['cells'])

    def test_gaussian(self):
        for h in '0.5', '3', '1000':
            cells = self.facts('heatmap', '--gaussian', 9, '--bandwidth', h)['cells']
            for i in range(9):
                e = [(-(Decimal(i - j) / Decimal(h)) ** 2 / 2).exp() for j in range(i + 1)]
                for j in range(9):
                    if j > i:
                        self.assertIsNone(cells[i][j])
                    else:
                        truth = float(e[j] / sum(e))
                        # Scores up to 128, rounded three times; a weight of nine terms.
                        self.assertTrue(math.isclose(cells[i][j], truth, rel_tol=(3 * 128 + 2 * 9) * 2.0 ** -53), (i, j))
        narrow = self.facts('heatmap', '--gaussian', 4, '--bandwidth', '1e-200')['cells']
        self.assertEqual([row[:i + 1] for i, row in enumerate(narrow)], [[0] * i + [1] for i in range(4)])
        wide = self.facts('heatmap', '--gaussian', 4, '--bandwidth', '1e200')['cells']
        self.assertEqual(wide[3], [0.25] * 4)
        self.assertEqual(self.facts('heatmap', '--gaussian', 4, '--bandwidth', '1e200', '--unmasked')['cells'], [[0.25] * 4] * 4)

    def test_uniform(self):
        cells = self.facts('heatmap', '--uniform', 4)['cells']
        self.assertEqual(cells, [[1 / (i + 1)] * (i + 1) + [None] * (3 - i) for i in range(4)])
        self.assertEqual(self.facts('heatmap', '--uniform', 4, '--unmasked')['cells'], [[0.25] * 4] * 4)

    def test_arrays(self):
        self.put_npy('A.npy', [[1.0, 0.0], [0.25, 0.75]])
        self.assertEqual(self.facts('heatmap', '--a', 'A.npy')['cells'], [[1, None], [0.25, 0.75]])
        self.assertEqual(self.facts('heatmap', '--a', 'A.npy', '--unmasked')['cells'], [[1, 0], [0.25, 0.75]])
        self.put_npy('B.npy', [[0.5, 0.5, 0.0]])
        self.assertEqual(self.facts('heatmap', '--a', 'B.npy', '--log', '--title', 'mine')['title'], 'mine')
        Q, K = [[1.0, -2.0], [0.5, 0.25], [3.0, 1.0]], [[0.0, 1.0], [2.0, -1.0], [1.0, 1.0]]
        self.put_npy('Q.npy', Q), self.put_npy('K.npy', K)
        cells = self.facts('heatmap', '--q', 'Q.npy', '--k', 'K.npy')['cells']
        truth = Head(exact(Q), exact(K), exact(K), UNIT['double'])
        for i, row in enumerate(cells):
            within(self, [row[:i + 1]], [truth.A[i][:i + 1]], [truth.A_bound[i][:i + 1]])
        self.put_npy('N.npy', [[math.nan, 1.0]])
        self.attest('heatmap', '--a', 'N.npy', '--out', 'n.svg')
        self.refused('heatmap', '--q', 'N.npy', '--k', 'N.npy', code=3, says=('N.npy[0, 0]: nan',))

    def test_standard_output(self):
        done = self.attest('heatmap', '--uniform', 3, '--svg', '-')
        xml.etree.ElementTree.fromstring(done.stdout)
        self.assertIn(b'Equal scores', done.stderr)
        self.check_png(self.attest('heatmap', '--uniform', 3, '--png', '-').stdout)
        self.attest('heatmap', '--uniform', 3, '--png', '-', '--json', code=2)

    def test_large(self):
        self.check_png(self.attest('heatmap', '--gaussian', 600, '--bandwidth', 20, '--png', '-', '--log').stdout)
        self.refused('heatmap', '--uniform', 5000, says=('--uniform', '4096'))
        self.put('long.txt', 'word ' * 100000)
        self.refused('heatmap', '--text', 'long.txt', '--length', 100000, '--out', 'a.png', says=('100 000 tokens', 'at most'))

    def test_refused(self):
        self.put_npy('A.npy', [[1.0]])
        self.refused('heatmap', '--gaussian', 4, says='--bandwidth')
        self.refused('heatmap', '--bandwidth', 4, says='--gaussian')
        for h in '0', '-1':
            self.refused('heatmap', '--gaussian', 4, f'--bandwidth={h}', says='above 0')
        for h in 'nan', 'inf', 'wide':
            self.refused('heatmap', '--gaussian', 4, '--bandwidth', h, says='a finite number')
        self.refused('heatmap', '--gaussian', 4, '--bandwidth', 1, '--uniform', 4, says='more than one source')
        self.refused('heatmap', '--q', 'A.npy', says='--q without --k')
        self.refused('heatmap', '--a', 'A.npy', '--out', 'A.gif', says='.svg, .png or .html')
        self.refused('heatmap', '--a', 'A.npy', '--png', 'A.npy', '--force', says='also an input')
        self.refused('heatmap', '--uniform', 2, '--svg', 'x', '--png', './x', says='written twice')
        self.put_npy('Z.npy', [[0.0]])
        self.refused('heatmap', '--a', 'Z.npy', '--log', '--out', 'z.svg', says='positive')


if __name__ == '__main__':
    main()
