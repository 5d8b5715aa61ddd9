"""attest tour, as a newcomer meets it."""
import hashlib
import re

from support import UNIT, Case, Head, absolute, exact, main, product, within

KEYS = ['proposition_3_1', 'definition_4_1', 'proposition_4_3', 'proposition_4_3', 'lemma_5_5', 'theorem_6_1']


class Tour(Case):
    def check_numbers(self, facts):
        """Every matrix of the answer against 50 digits."""
        M = facts['matrices']
        X, W_Q, W_K, W_V = (exact(M[name]) for name in ('X', 'W_Q', 'W_K', 'W_V'))
        u, d, T = UNIT['float'], len(X[0]), len(X)
        g = (d * u).exp() - 1
        for name, W in ('Q', W_Q), ('K', W_K), ('V', W_V):
            size = product(absolute(X), absolute(W))
            within(self, M[name], product(X, W), [[g * x for x in row] for row in size])
        truth = Head(product(X, W_Q), product(X, W_K), product(X, W_V), u, stream=(X, W_Q, W_K))
        within(self, M['A'], truth.A, truth.A_bound)
        for i in range(T):
            for j in range(T):
                if j > i:
                    self.assertEqual(M['S'][i][j], '-inf')
                    self.assertEqual(M['A'][i][j], 0)
                else:
                    self.assertLessEqual(abs(exact([[M['S'][i][j]]])[0][0] - truth.S[i][j]), truth.eta[i][j])
        # The output from the program's own weights and values: T products and sums.
        A, V = exact(M['A']), exact(M['V'])
        size = product(absolute(A), absolute(V))
        within(self, M['AV'], product(A, V), [[((T * u).exp() - 1) * x for x in row] for row in size])

    def check_verdicts(self, facts):
        self.assertEqual([a['keys'] for a in facts['assertions']], [[key] for key in KEYS])
        for assertion in facts['assertions']:
            self.assertTrue(assertion['holds'], assertion)
        self.assertEqual([s['stage'] for s in facts['float_against_100_digits']], ['Q', 'K', 'V', 'S', 'A', 'AV'])
        for stage in facts['float_against_100_digits']:
            self.assertTrue(stage['within'])
            self.assertLessEqual(stage['worst_ratio'], 1)
        self.assertTrue(facts['holds'])

    def test_default(self):
        done = self.attest('tour')
        words = done.stdout.decode()
        for part in ('Alice', 'X  24 x 16', 'Q  24 x 8', 'S  24 x 24', 'A  24 x 24', 'AV  24 x 8', 'attest-tour.html',
                     *KEYS):
            self.assertIn(part, words)
        self.assertEqual(words.count('  holds  '), 6)
        self.assertEqual(done.stderr, b'')
        page = self.has_bytes('attest-tour.html').decode()
        self.assertTrue(page.startswith('<!doctype html>'))
        self.assertNotRegex(page, r'(?:src|href)="(?!#|data:)|@import|url\((?!#|data:|"data:)|<script')
        for key in KEYS:
            self.assertIn(key, page)
        self.assertIn('<svg', page)
        self.refused('tour', says=('attest-tour.html', 'exists already', '--force'))
        self.attest('tour', '--force')
        self.assertEqual(self.has_bytes('attest-tour.html').decode(), page)

    def test_json(self):
        facts = self.facts('tour')
        self.assertEqual((facts['schema'], facts['version']), ('attest.tour', 1))
        self.assertEqual(self.listing(), {})
        self.assertEqual(facts['text']['used'], 24)
        self.assertEqual(facts['text']['labels'][:2], ['Alice', 'was'])
        self.check_verdicts(facts)
        self.check_numbers(facts)

    def test_own_text(self):
        self.put('a.txt', 'To be, or not to be.\n')
        facts = self.facts('tour', 'a.txt', '--tokens', 'characters', '--length', 9, '--d', 6, '--dk', 4, '--dv', 3, '--seed', 5,
                           '--html', 'a.html')
        self.assertEqual(facts['text']['labels'], ['T', 'o', '␣', 'b', 'e', ',', '␣', 'o', 'r'])
        self.assertEqual((facts['text']['used'], facts['text']['available'], facts['text']['vocabulary']), (9, 21, 7))
        self.assertEqual(len(facts['matrices']['W_Q'][0]), 4)
        self.assertEqual(facts['report'], 'a.html')
        self.check_verdicts(facts)
        self.check_numbers(facts)

    def test_equal_tokens_share_their_embedding(self):
        X = self.facts('tour', '-', '--d', 2, stdin=b'no no no')['matrices']['X']
        # d = 2: one frequency, 1; positions count from 1. What is left is one row of E, twice rounded.
        import math
        rows = [[x - f(t) for x, f in zip(row, (math.sin, math.cos))] for t, row in enumerate(X, 1)]
        for row in rows[1:]:
            for a, b in zip(row, rows[0]):
                self.assertLessEqual(abs(a - b), 8 * 2 * float(UNIT['float']))

    def test_words_and_standard_input(self):
        words = self.attest('tour', '-', '--length', 100, '--out', 'b.html', stdin='Größe, naïve café — 東京!'.encode()).stdout.decode()
        self.assertIn('Größe | , | naïve | café | — | 東 | 京 | !', words)
        self.assertIn('all 8 words', words)

    def test_one_token(self):
        facts = self.facts('tour', '-', stdin=b'alone')
        self.assertEqual(facts['matrices']['A'], [[1]])
        self.check_verdicts(facts)
        self.assertIn('the only one', self.attest('tour', '-', '--out', 'c.html', stdin=b'alone').stdout.decode())

    def test_seeds(self):
        one, again, two = (self.facts('tour', '--seed', s, '--length', 5)['matrices'] for s in (1, 1, 2))
        self.assertEqual(one, again)
        self.assertNotEqual(one['W_Q'], two['W_Q'])
        longer = self.facts('tour', '--length', 8)['matrices']
        self.assertEqual(longer['X'][:5], one['X'])
        self.assertEqual(longer['A'][4][:5], one['A'][4])

    def test_same_bytes_twice(self):
        said = [self.attest('tour', '--out', 'd.html', '--force').stdout for _ in range(2)]
        self.assertEqual(said[0], said[1])
        pages = []
        for _ in range(2):
            self.attest('tour', '--out', 'd.html', '--force')
            pages.append(hashlib.sha256(self.has_bytes('d.html')).hexdigest())
        self.assertEqual(pages[0], pages[1])

    def test_report_to_standard_output(self):
        done = self.attest('tour', '--length', 3, '--out', '-')
        self.assertTrue(done.stdout.startswith(b'<!doctype html>'))
        self.assertTrue(done.stdout.rstrip().endswith(b'</html>'))
        self.assertIn(b'  holds  ', done.stderr)

    def test_foreign_words_are_no_markup(self):
        self.put('e.txt', '<script>alert(1)</script> & "quoted" \x07')
        self.attest('tour', 'e.txt', '--tokens', 'characters', '--out', 'e.html')
        self.assertNotIn(b'<script', self.has_bytes('e.html'))
        self.assertNotIn(b'\x07', self.has_bytes('e.html'))
        self.assertNotIn(b'\x07', self.attest('tour', 'e.txt', '--tokens', 'characters', '--out', 'e.html', '--force').stdout)

    def test_long_texts(self):
        self.put('long.txt', 'word ' * 100000)
        self.assertIn('the first 24 of 100 000 words', self.attest('tour', 'long.txt', '--out', 'f.html').stdout.decode())
        self.refused('tour', 'long.txt', '--length', 100000, '--out', 'g.html', says=('100 000 tokens', 'at most'))
        self.refused('tour', 'long.txt', '--length', 256, '--d', 1024, '--dk', 1024, '--dv', 1024, '--out', 'g.html',
                     says=('100 digits', 'at most'))

    def test_bad_texts(self):
        self.put('empty.txt', '')
        self.put('blank.txt', ' \n\t ')
        self.put('binary.txt', bytes(range(256)))
        self.put('latin.txt', 'café'.encode('latin-1'))
        self.put('nul.txt', b'ab\x00cd')
        for name, part in ('empty', 'empty text'), ('blank', 'blanks'), ('binary', 'byte'), ('latin', 'UTF-8'), ('nul', 'NUL'):
            self.assertIn(f'{name}.txt', self.refused('tour', f'{name}.txt', says=part))
        self.refused('tour', 'none.txt', says=('none.txt', 'No such file'))
        self.refused('tour', '.', says='a folder')
        self.refused('tour', '-', says='standard input')

    def test_outputs_are_spared(self):
        self.put('a.txt', 'some words')
        self.refused('tour', 'a.txt', '--out', 'a.txt', '--force', says=('a.txt', 'also an input'))
        self.refused('tour', 'a.txt', '--out', './a.txt', says='also an input')
        self.refused('tour', '--out', 'nowhere/a.html', says='no folder nowhere')
        self.refused('tour', '--out', '.', says='a folder')

    def test_words_of_the_terminal(self):
        words = self.attest('tour', '--out', 'h.html').stdout.decode()
        self.assertTrue(re.search(r'd_k = 16 \(band [\d.]+ to [\d.]+\)', words))
        self.assertIn('worst ulps', words)


if __name__ == '__main__':
    main()
