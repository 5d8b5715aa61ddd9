"""attest head: one head on a person's arrays."""
import math
import random

from support import UNIT, Case, Head, absolute, exact, main, npy, product, read_npy, within


def drawn(m, n, seed, size=1.0):
    source = random.Random(seed)
    return [[source.uniform(-size, size) for _ in range(n)] for _ in range(m)]


def halves(m, n, seed):
    """Numbers that every format holds."""
    source = random.Random(seed)
    return [[source.randint(-8, 8) / 4 for _ in range(n)] for _ in range(m)]


def csv(rows):
    return ''.join(','.join(repr(x) for x in row) + '\n' for row in rows)


class FromQueries(Case):
    def check(self, facts, Q, K, V, precision='double', causal=True, scale=None):
        truth = Head(exact(Q), exact(K), exact(V), UNIT[precision], causal, scale)
        M = facts['matrices']
        within(self, M['A'], truth.A, truth.A_bound)
        within(self, M['O'], truth.O, truth.O_bound)
        for i, row in enumerate(M['S']):
            for j, s in enumerate(row):
                if causal and j > i:
                    self.assertEqual(s, '-inf')
                else:
                    self.assertLessEqual(abs(exact([[s]])[0][0] - truth.S[i][j]), truth.eta[i][j])
        return truth

    def test_three_arrays(self):
        Q, K, V = drawn(5, 3, 1), drawn(5, 3, 2), drawn(5, 2, 3)
        self.put_npy('Q.npy', Q), self.put_npy('K.npy', K), self.put_npy('V.npy', V)
        facts = self.facts('head', 'Q.npy', 'K.npy', 'V.npy')
        self.assertEqual((facts['schema'], facts['mask'], facts['precision']), ('attest.head', 'causal', 'double'))
        self.assertEqual(facts['shapes'], {'Q': [5, 3], 'K': [5, 3], 'V': [5, 2], 'S': [5, 5], 'A': [5, 5], 'O': [5, 2],
                                           'lse': [5, 1]})
        truth = self.check(facts, Q, K, V)
        for (found,), lse in zip(facts['matrices']['lse'], truth.lse):
            self.assertTrue(math.isclose(found, lse, rel_tol=64 * 2.0 ** -53, abs_tol=64 * 2.0 ** -53))
        self.assertEqual(facts['matrices']['A'][0], [1, 0, 0, 0, 0])
        named = self.facts('head', '--v', 'V.npy', '--k', 'K.npy', '--q', 'Q.npy')
        self.assertEqual(named, facts)
        self.check(self.facts('head', 'Q.npy', 'K.npy', 'V.npy', '--unmasked'), Q, K, V, causal=False)
        self.check(self.facts('head', 'Q.npy', 'K.npy', 'V.npy', '--scale', '-0.75'), Q, K, V, scale=-0.75)

    def test_float(self):
        Q, K, V = halves(4, 3, 4), halves(4, 3, 5), halves(4, 3, 6)
        self.put_npy('Q.npy', Q, '<f4'), self.put('K.csv', csv(K)), self.put_npy('V.npy', V, '>f8')
        self.check(self.facts('head', 'Q.npy', 'K.csv', 'V.npy', '--precision', 'float'), Q, K, V, 'float')
        self.put('K.csv', csv([[0.1, 0, 0]] * 4))
        self.refused('head', 'Q.npy', 'K.csv', 'V.npy', '--precision', 'float', says=('K.csv[0, 0]', '0.1', 'no float'))
        self.refused('head', 'Q.npy', 'Q.npy', 'V.npy', '--precision', 'float', '--scale', '0.1', says=('--scale', 'no float'))
        self.put('K.csv', csv([[1e300, 0, 0]] * 4))
        self.refused('head', 'Q.npy', 'K.csv', 'V.npy', '--precision', 'float', says=('K.csv[0, 0]', 'beyond float'))

    def test_more_keys_than_queries(self):
        Q, K, V = drawn(2, 3, 1), drawn(6, 3, 2), drawn(6, 2, 3)
        self.put_npy('Q.npy', Q), self.put_npy('K.npy', K), self.put_npy('V.npy', V)
        self.check(self.facts('head', 'Q.npy', 'K.npy', 'V.npy', '--unmasked'), Q, K, V, causal=False)
        self.refused('head', 'Q.npy', 'K.npy', 'V.npy', says=('2 queries against 6 keys', 'Q.npy', 'K.npy', '--unmasked'))

    def test_large_scores(self):
        self.put('Q.csv', '1000\n-1000\n'), self.put('V.csv', '1\n2\n')
        A = self.facts('head', 'Q.csv', 'Q.csv', 'V.csv')['matrices']['A']
        self.assertEqual(A, [[1, 0], [0, 1]])

    def test_words(self):
        Q = drawn(9, 7, 1)
        self.put_npy('Q.npy', Q)
        words = self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy').stdout.decode()
        for part in ('Q  9 x 7  queries', 'A  9 x 9  weights', 'O  9 x 7  output', '-inf', '...'):
            self.assertIn(part, words)

    def test_writing(self):
        Q = halves(4, 2, 7)
        self.put_npy('Q.npy', Q)
        words = self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy', '--write', 'A=A.npy', '-w', 'O=O.csv', '--write', 'S=S.txt',
                            '--write', 'lse=l.npy').stdout.decode()
        self.assertIn('wrote A, 4 x 4, to A.npy', words)
        M = self.facts('head', 'Q.npy', 'Q.npy', 'Q.npy')['matrices']
        self.assertEqual(read_npy(self.has_bytes('A.npy')), ('<f8', M['A']))
        self.assertEqual(read_npy(self.has_bytes('l.npy')), ('<f8', M['lse']))
        O = [[float(x) for x in line.split(',')] for line in self.has_bytes('O.csv').decode().split()]
        self.assertEqual(O, M['O'])
        self.assertIn('-inf', self.has_bytes('S.txt').decode())
        self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy', '--precision', 'float', '-w', 'A=F.npy')
        self.assertEqual(read_npy(self.has_bytes('F.npy'))[0], '<f4')
        # Values are copied, not computed.
        self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy', '-w', 'V=V.npy')
        self.assertEqual(read_npy(self.has_bytes('V.npy')), ('<f8', Q))

    def test_writing_to_standard_output(self):
        self.put_npy('Q.npy', [[1.0]])
        done = self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy', '-w', 'A=-')
        self.assertEqual(done.stdout, b'1\n')
        self.assertIn(b'queries', done.stderr)
        facts_refused = self.attest('head', 'Q.npy', 'Q.npy', 'Q.npy', '-w', 'A=-', '--json', code=2)
        self.assertIn(b'only one of them', facts_refused.stdout)

    def test_standard_input(self):
        self.put_npy('Q.npy', [[1.0], [2.0]])
        facts = self.facts('head', 'Q.npy', 'Q.npy', '-', stdin=b'3\n4\n')
        self.assertEqual(facts['matrices']['V'], [[3], [4]])
        self.refused('head', 'Q.npy', '-', '-', stdin=b'3\n4\n', says='two arrays')

    def test_files_are_spared(self):
        self.put_npy('Q.npy', [[1.0]])
        self.put('A.npy', 'precious')
        run = ['head', 'Q.npy', 'Q.npy', 'Q.npy']
        self.refused(*run, '-w', 'A=A.npy', says=('A.npy', 'exists already', '--force'))
        self.refused(*run, '-w', 'O=O.npy', '-w', 'A=A.npy', says='exists already')
        self.refused(*run, '-w', 'A=Q.npy', '--force', says=('Q.npy', 'also an input'))
        self.refused(*run, '-w', 'A=B.npy', '-w', 'O=./B.npy', says='written twice')
        self.refused(*run, '-w', 'A=B.png', says=('B.png', '.npy'))
        self.refused(*run, '-w', 'B=B.npy', says=('B=B.npy', 'one of Q, K, V, S, A, O, lse'))
        self.refused(*run, '-w', 'A', says='NAME=FILE')
        self.attest(*run, '-w', 'A=A.npy', '--force')
        self.assertEqual(read_npy(self.has_bytes('A.npy')), ('<f8', [[1.0]]))

    def test_not_finite(self):
        good = self.put_npy('G.npy', drawn(4, 2, 1))
        for value, name in (math.nan, 'nan'), (math.inf, 'inf'), (-math.inf, '-inf'):
            bad = drawn(4, 2, 2)
            bad[2][1] = value
            self.put_npy('B.npy', bad)
            self.refused('head', 'B.npy', good, good, '-w', 'O=O.npy', code=3,
                         says=(f'B.npy[2, 1]: {name}', 'row 2 of the output undefined'))
            self.refused('head', good, 'B.npy', good, code=3,
                         says=(f'B.npy[2, 1]: {name}', 'rows 2 to 3', 'rows 0 to 1 do not depend'))
            self.refused('head', good, good, 'B.npy', '--unmasked', code=3, says='rows 0 to 3 of the output undefined')
        answer = self.attest('head', good, good, 'B.npy', '--json', code=3)
        self.assertIn(b'"code": 3', answer.stdout)

    def test_overflow(self):
        self.put_npy('Q.npy', [[1e200]])
        self.put_npy('V.npy', [[1.0]])
        self.refused('head', 'Q.npy', 'Q.npy', 'V.npy', code=3, says=('S[0, 0]', 'inf', 'overflow'))

    def test_wrong_shapes(self):
        self.put_npy('Q.npy', drawn(3, 2, 1)), self.put_npy('K.npy', drawn(3, 4, 1)), self.put_npy('V.npy', drawn(2, 2, 1))
        self.refused('head', 'Q.npy', 'K.npy', 'Q.npy', says=('d_k differs', '2 against 4', 'Q.npy', '(3, 2)', 'K.npy', '(3, 4)'))
        self.refused('head', 'Q.npy', 'Q.npy', 'V.npy', says=('keys and values', '3 against 2', 'V.npy', '(2, 2)'))
        self.put('three.npy', npy([0.0] * 8, shape=(2, 2, 2)))
        self.refused('head', 'three.npy', 'Q.npy', 'Q.npy', says=('three.npy', '(2, 2, 2)', '3 axes', '(T, d_k)'))
        self.put('one.npy', npy([0.0] * 8, shape=(8,)))
        self.refused('head', 'one.npy', 'Q.npy', 'Q.npy', says=('one.npy', '1 axes'))

    def test_broken_files(self):
        good = self.put_npy('Q.npy', [[1.0]])
        whole = npy([[1.0, 2.0]])
        for name, content, part in (('short.npy', whole[:-1], 'short.npy'), ('long.npy', whole + b'x', 'long.npy'),
                                    ('empty.npy', b'', 'empty'), ('lies.npy', b'plain words', 'lies.npy'),
                                    ('words.csv', b'a,b\n', 'a number'), ('ragged.csv', b'1,2\n3\n', 'ragged.csv'),
                                    ('zero.npy', npy([], shape=(0, 3)), 'zero'), ('noise.bin', bytes(range(256)), 'noise.bin')):
            self.put(name, content)
            self.refused('head', name, good, good, says=part)
        self.refused('head', 'none.npy', good, good, says=('none.npy', 'No such file'))

    def test_too_many_scores(self):
        self.put_npy('Q.npy', [[0.0]] * 10000)
        self.refused('head', 'Q.npy', 'Q.npy', 'Q.npy', says=('10 000 queries', 'at most'))

    def test_which_arrays(self):
        good = self.put_npy('Q.npy', [[1.0]])
        self.refused('head', says='no arrays')
        self.refused('head', good, good, says=('2 files', 'three (Q K V) or four'))
        self.refused('head', '--q', good, '--k', good, says=('only', 'V missing'))
        self.refused('head', '--q', good, '--k', good, '--v', good, '--x', good, says='missing')
        self.refused('head', good, good, good, '--q', good, says='one or the other')
        self.refused('head', '--x', good, '--wq', good, '--wk', good, '--wv', good, '--v', good, says='not of both')
        self.refused('head', good, good, good, '--scale', 'inf', says='a finite number')
        self.refused('head', good, good, good, '--precision', 'half', says='double|float')


class FromStream(Case):
    def test_four_arrays(self):
        X, W_Q, W_K, W_V = drawn(4, 5, 1), drawn(5, 3, 2), drawn(5, 3, 3), drawn(5, 2, 4)
        for name, rows in ('X', X), ('WQ', W_Q), ('WK', W_K), ('WV', W_V):
            self.put_npy(f'{name}.npy', rows)
        facts = self.facts('head', 'X.npy', 'WQ.npy', 'WK.npy', 'WV.npy')
        named = self.facts('head', '--x', 'X.npy', '--wq', 'WQ.npy', '--wk', 'WK.npy', '--wv', 'WV.npy')
        self.assertEqual(facts, named)
        u, M = UNIT['double'], facts['matrices']
        X, W_Q, W_K, W_V = map(exact, (X, W_Q, W_K, W_V))
        for name, W in ('Q', W_Q), ('K', W_K), ('V', W_V):
            size = product(absolute(X), absolute(W))
            within(self, M[name], product(X, W), [[((5 * u).exp() - 1) * x for x in row] for row in size])
        truth = Head(product(X, W_Q), product(X, W_K), product(X, W_V), u, stream=(X, W_Q, W_K))
        within(self, M['A'], truth.A, truth.A_bound)

    def test_wrong_shapes(self):
        self.put_npy('X.npy', drawn(4, 5, 1)), self.put_npy('W.npy', drawn(5, 3, 1)), self.put_npy('L.npy', drawn(4, 3, 1))
        self.put_npy('N.npy', drawn(5, 2, 1))
        self.refused('head', 'X.npy', 'W.npy', 'L.npy', 'W.npy', says=('d differs', '5 against 4', 'L.npy'))
        self.refused('head', 'X.npy', 'W.npy', 'N.npy', 'W.npy', says=('d_k differs', '3 against 2'))

    def test_not_finite(self):
        X, W = drawn(3, 2, 1), drawn(2, 2, 2)
        self.put_npy('W.npy', W)
        X[1][0] = math.nan
        self.put_npy('X.npy', X)
        self.refused('head', 'X.npy', 'W.npy', 'W.npy', 'W.npy', code=3,
                     says=('X.npy[1, 0]: nan', 'rows 1 to 2', 'row 0 do not depend'))
        self.put_npy('X.npy', drawn(3, 2, 1))
        W[1][1] = math.inf
        self.put_npy('I.npy', W)
        self.refused('head', 'X.npy', 'W.npy', 'I.npy', 'W.npy', code=3, says=('I.npy[1, 1]: inf', 'rows 0 to 2'))


if __name__ == '__main__':
    main()
