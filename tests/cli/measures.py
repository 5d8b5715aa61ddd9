"""attest variance, cost, explain and generate: the lecture's figures, recomputed."""
import decimal
import json
import math
from decimal import Decimal

from support import Case, Head, exact, main, within

KINDS = ['multiplications', 'additions', 'subtractions', 'divisions', 'exponentials', 'roots', 'comparisons']
COMMANDS = ['variance', 'cost', 'explain', 'generate']
PLACE = ['explain', '--query', 3, '--key', 2]

# (arguments, what standard error must contain)
WRONG = [
    (['variance', '--dk', '0'], '--dk'),
    (['variance', '--dk', '16,,64'], '--dk'),
    (['variance', '--dk', ''], '--dk'),
    (['variance', '--dk', '16;64'], '--dk'),
    (['variance', '--dk', '4097'], 'from 1 to 4096'),
    (['variance', '--dk', ','.join(['1'] * 17)], 'at most 16'),
    (['variance', '--T', '0'], '--T'),
    (['variance', '--T', '4096'], 'operations; expected at most'),
    (['variance', 'extra'], 'extra'),
    (['cost', '--T', '0'], '--T'),
    (['cost', '--d', '0'], '--d'),
    (['cost', '--dk', '0'], '--dk'),
    (['cost', '--dv', '0'], '--dv'),
    (['cost', '--heads', '0'], '--heads'),
    (['cost', '--block', '0'], '--block'),
    (['cost', '--heads', '3'], '--d: 16 in 3 heads'),
    (['cost', '--heads', '3', '--d', '9', '--dk', '4'], '--dk: 4 in 3 heads'),
    (['cost', '--heads', '2', '--dv', '3'], '--dv: 3 in 2 heads'),
    (['cost', '--T', '1000000', '--d', '60000'], 'exact whole numbers'),
    (['cost', '--T', '-1'], '--T'),
    (['cost', '--nothing'], '--nothing'),
    (['explain'], 'no --query'),
    (['explain', '--query', '1'], 'no --key'),
    (['explain', '--query', '0', '--key', '1'], '--query'),
    (['explain', '--query', '25', '--key', '1'], ('--query: position 25', 'from 1 to 24')),
    (['explain', '--query', '1', '--key', '25'], ('--key: position 25', 'from 1 to 24')),
    (['explain', '--query', '1', '--key', '3', '--length', '2'], 'from 1 to 2'),
    (PLACE + ['--precision', 'double'], 'a text, which is in float'),
    (PLACE + ['--length', '100000', 'long.txt'], 'at most 512'),
    (PLACE + ['--q', 'Q.npy', '--k', 'K.npy'], 'V is missing'),
    (PLACE + ['--q', 'Q.npy', '--k', 'K.npy', '--v', 'V.npy', 'long.txt'], 'a text and arrays'),
    (PLACE + ['--q', 'Q.npy', '--k', 'short.npy', '--v', 'V.npy'], 'number of keys'),
    (PLACE + ['--q', 'Q.npy', '--k', 'V.npy', '--v', 'V.npy'], 'd_k differs'),
    (PLACE + ['--q', 'short.npy', '--k', 'K.npy', '--v', 'V.npy'], 'queries against'),
    (['explain', '--query', '5', '--key', '1', '--q', 'Q.npy', '--k', 'K.npy', '--v', 'V.npy'], 'from 1 to 4'),
    (PLACE + ['--q', '-', '--k', '-', '--v', 'V.npy'], 'standard input'),
    (['generate', '--steps', '0'], '--steps'),
    (['generate', '--temperature', '0'], 'a number above 0'),
    (['generate', '--temperature', '-0.5'], 'a number above 0'),
    (['generate', '--temperature', '1e-400'], '--temperature'),
    (['generate', '--temperature', 'inf'], 'finite'),
    (['generate', '--temperature', 'nan'], 'finite'),
    (['generate', '--temperature', 'warm'], '--temperature'),
    (['generate', '--steps', '1024'], 'at most 1 024 together'),
    (['generate', '--steps', '900', '--d', '1024'], 'operations without a cache'),
    (['generate', '--d', '7'], 'an even number'),
    (['generate', '--d', '0'], '--d'),
    (['generate', 'none.txt'], 'none.txt'),
    (['generate', 'empty.txt'], 'empty text'),
]


class Wrong(Case):
    def test_refused(self):
        self.put('long.txt', 'word ' * 100000)
        self.put('empty.txt', '')
        self.put_npy('Q.npy', [[1, 2]] * 4)
        self.put_npy('K.npy', [[1, 2]] * 4)
        self.put_npy('V.npy', [[1, 2, 3]] * 4)
        self.put_npy('short.npy', [[1, 2]] * 3)
        for words, says in WRONG:
            with self.subTest(words=words):
                self.refused(*words, says=says)
                facts = json.loads(self.attest(*words, '--json', code=2).stdout)
                self.assertEqual((facts['schema'], facts['command'], facts['code']), ('attest.error', words[0], 2))

    def test_help(self):
        for command in COMMANDS:
            words = self.attest(command, '--help').stdout.decode()
            for part in f'Usage: attest {command}', 'Example:', 'JSON: ':
                self.assertIn(part, words)
            self.assertIn(f'  {command}', self.attest('--help').stdout.decode())

    def test_same_bytes_twice(self):
        for words in (['variance', '--T', 4], ['cost'], PLACE, ['generate', '--temperature', 2, '--steps', 5]):
            for more in [], ['--json']:
                self.assertEqual(self.attest(*words, *more).stdout, self.attest(*words, *more).stdout)


class Variance(Case):
    def test_band(self):
        """The band from the moments of a normal coordinate: fourth moment 3."""
        facts = self.facts('variance')
        T, found = facts['T'], facts['widths']
        self.assertEqual((facts['samples'], T, facts['seed'], facts['holds']), (61, 64, 1, True))
        self.assertEqual([row['d_k'] for row in found], [16, 64, 256])
        u = 2.0 ** -53
        for row in found:
            d_k = row['d_k']
            band = 4 * math.sqrt(2 + 6 / d_k + 4 * (T - 1) / d_k) / T
            for scale, theory in (row['raw'], math.sqrt(d_k)), (row['scaled'], 1):
                self.assertEqual(scale['theory'], theory)
                slack = theory * u * (T * T + 2 * d_k * (d_k + 2) + 100)
                self.assertLessEqual(abs(scale['least'] - theory * math.sqrt(1 - band)), slack)
                self.assertLessEqual(abs(scale['most'] - theory * math.sqrt(1 + band)), slack)
                self.assertTrue(scale['least'] <= scale['measured'] <= scale['most'] and scale['within'])
                for p in scale['largest_weight_median'], scale['largest_weight_mean']:
                    self.assertTrue(1 / T <= p <= 1)
            # A quotient and the roundings of the two sums of squares.
            ratio = row['raw']['measured'] / row['scaled']['measured'] / math.sqrt(d_k)
            self.assertLessEqual(abs(ratio - 1), u * (2 * T * T + 4 * d_k * (d_k + 2) + 100))
        raw = [row['raw']['largest_weight_median'] for row in found]
        self.assertEqual(raw, sorted(raw))
        for row in found:
            self.assertLess(row['scaled']['largest_weight_median'], row['raw']['largest_weight_median'])

    def test_drawn_again(self):
        """The same seed here: the generators are those of the C++ standard, and the rest compares and adds."""
        for seed, d_k, T in (1, 5, 3), (2 ** 40 + 7, 1, 4):
            normal = Normal(seed, 1000 + d_k)
            squares, weights = [], {'raw': [], 'scaled': []}
            for _ in range(61):
                Q, K = ([[normal() for _ in range(d_k)] for _ in range(T)] for _ in 'QK')
                S = [[sum(a * b for a, b in zip(q, k)) for k in K] for q in Q]
                squares.append(sum(s * s for row in S for s in row) / T / T)
                for scale, factor in ('raw', 1), ('scaled', math.sqrt(d_k)):
                    weights[scale] += [1 / sum(math.exp((s - max(row)) / factor) for s in row) for row in S]
            found, = self.facts('variance', '--seed', seed, '--dk', d_k, '--T', T)['widths']
            for scale, p in weights.items():
                theory = math.sqrt(sorted(squares)[30]) / (1 if scale == 'raw' else math.sqrt(d_k))
                p.sort()
                for name, truth in (('measured', theory), ('largest_weight_mean', sum(p) / len(p)),
                                    ('largest_weight_median', (p[(len(p) - 1) // 2] + p[len(p) // 2]) / 2)):
                    # Fewer than a thousand roundings on either way.
                    self.assertLessEqual(abs(found[scale][name] - truth), truth * 2000 * 2.0 ** -53, name)

    def test_choices(self):
        one, = self.facts('variance', '--dk', 16, '--T', 8)['widths']
        several = self.facts('variance', '--dk', '4,16', '--T', 8)['widths']
        self.assertEqual(several[1], one)
        self.assertNotEqual(self.facts('variance', '--dk', 16, '--T', 8, '--seed', 2)['widths'][0], one)
        alone, = self.facts('variance', '--dk', 1, '--T', 1)['widths']
        for scale in alone['raw'], alone['scaled']:
            self.assertEqual((scale['largest_weight_median'], scale['largest_weight_mean']), (1, 1))
        self.assertEqual(alone['raw']['measured'], alone['scaled']['measured'])

    def test_seeds_stay_in_the_band(self):
        for seed in range(2, 8):
            self.assertTrue(self.facts('variance', '--T', 32, '--seed', seed)['holds'])

    def test_words(self):
        words = self.attest('variance').stdout.decode()
        for part in ('lemma_5_5', 'raw: theory', '16.0000', 'median p', 'need not equal',
                     'Every deviation is in its band'):
            self.assertIn(part, words)


M64, M32 = 2 ** 64 - 1, 2 ** 32 - 1


def seed_words(seeds, n):
    """std::seed_seq: n words from a few."""
    s, words = len(seeds), [0x8b8b8b8b] * n
    t = 11 if n >= 623 else 7 if n >= 68 else 5 if n >= 39 else 3 if n >= 7 else (n - 1) // 2
    p = (n - t) // 2
    q = p + t
    for k in range(max(s + 1, n)):
        x = words[k % n] ^ words[(k + p) % n] ^ words[(k - 1) % n]
        r = 1664525 * (x ^ x >> 27) & M32
        words[(k + p) % n] = words[(k + p) % n] + r & M32
        r += s if k == 0 else k % n + seeds[k - 1] if k <= s else k % n
        words[(k + q) % n] = words[(k + q) % n] + r & M32
        words[k % n] = r & M32
    for k in range(max(s + 1, n), max(s + 1, n) + n):
        x = words[k % n] + words[(k + p) % n] + words[(k - 1) % n] & M32
        r = 1566083941 * (x ^ x >> 27) & M32
        words[(k + p) % n] ^= r
        r = r - k % n & M32
        words[(k + q) % n] ^= r
        words[k % n] = r
    return words


def mersenne_twister(seeds):
    """std::mt19937_64."""
    words = seed_words(seeds, 624)
    x = [words[2 * i] | words[2 * i + 1] << 32 for i in range(312)]
    low = 2 ** 31 - 1
    if not any(x[1:]) and not x[0] >> 31:
        x[0] = 2 ** 63
    while True:
        for i in range(312):
            y = x[i] & ~low & M64 | x[(i + 1) % 312] & low
            x[i] = x[(i + 156) % 312] ^ y >> 1 ^ (0xb5026f5aa96619e9 if y & 1 else 0)
            z = x[i]
            z ^= z >> 29 & 0x5555555555555555
            z ^= z << 17 & 0x71d67fffeda60000
            z ^= z << 37 & 0xfff7eee000000000
            yield z ^ z >> 43


class Normal:
    """Karney's normal numbers from that generator."""

    def __init__(self, seed, stream):
        self.bits = mersenne_twister([seed & M32, seed >> 32, stream])

    def uniform(self):
        return (next(self.bits) >> 11) * 2.0 ** -53

    def trial(self, p):
        falls, last = 0, p
        while (x := self.uniform()) < last:
            falls, last = falls + 1, x
        return falls % 2 == 0

    def __call__(self):
        while True:
            k = 0
            while self.trial(0.5):
                k += 1
            if not all(self.trial(0.5) for _ in range(k * (k - 1))):
                continue
            x = self.uniform()
            if all(self.trial(x * (2 * k + x) / (2 * k + 2)) for _ in range(k + 1)):
                return k + x if next(self.bits) % 2 == 0 else -(k + x)


def count(**kinds):
    return {kind: kinds.get(kind, 0) for kind in KINDS}


def plus(*counts):
    return {kind: sum(c[kind] for c in counts) for kind in KINDS}


def times(n, c):
    return {kind: n * c[kind] for kind in KINDS}


def matrix_product(m, n, p):
    return count(multiplications=m * n * p, additions=m * n * p)


def attend(n, d_k, d_v):
    """One query and n keys: scores, maximum, shift, exponentials, denominator, quotients, average."""
    return count(multiplications=n * (d_k + d_v), additions=n * (d_k + d_v + 1), subtractions=n, divisions=2 * n,
                 exponentials=n, roots=1, comparisons=n - 1)


def head(T, d, d_k, d_v, causal=True):
    return plus(matrix_product(T, d, d_k), matrix_product(T, d, d_k), matrix_product(T, d, d_v),
                *[attend(i if causal else T, d_k, d_v) for i in range(1, T + 1)])


def naive(first, last, d, d_k, d_v):
    return plus(*[head(t, d, d_k, d_v) for t in range(first, last + 1)])


def streaming(n, block, d_k, d_v):
    B = -(-n // block)
    return count(multiplications=n * (d_k + d_v) + B * (d_v + 1), additions=n * (d_k + d_v + 1), subtractions=n + B,
                 divisions=d_k + d_v, exponentials=n + B, roots=1, comparisons=n + B + 1)


class Cost(Case):
    def check(self, facts, T, d, d_k, d_v, H, block=64, causal=True, counted=True):
        self.assertEqual(facts['schema'], 'attest.cost')
        self.assertTrue(facts['holds'])
        P = T * (T + 1) // 2 if causal else T * T
        sizes = facts['sizes']
        self.assertEqual([sizes[x] for x in ('T', 'd', 'd_k', 'd_v', 'heads', 'pairs')], [T, d, d_k, d_v, H, P])
        scores = plus(matrix_product(T, d_k, T), count(divisions=T * T, roots=T * T))
        softmax = count(additions=T * T, divisions=T * T, exponentials=2 * T * T)
        average = count(multiplications=P * d_v, additions=P * d_v)
        one = {'X_W_Q': matrix_product(T, d, d_k), 'X_W_K': matrix_product(T, d, d_k),
               'X_W_V': matrix_product(T, d, d_v), 'scores': scores, 'softmax': softmax, 'A_V': average}
        n = [i if causal else T for i in range(1, T + 1)]
        ways = {'row_by_row': head(T, d, d_k, d_v, causal),
                'streaming': plus(*[streaming(i, block, d_k, d_v) for i in n]),
                'multi_head': plus(times(H, plus(*one.values())), matrix_product(T, H * d_v, d))}
        generation = {'cached': head(T, d, d_k, d_v), 'naive': naive(1, T, d, d_k, d_v)}
        for name, lines in ('one_head', one), ('ways', ways), ('generation', generation):
            for key, closed in lines.items():
                line = facts[name][key]
                self.assertEqual(line['closed_form'], closed, key)
                if counted or line['counted'] is not None:
                    self.assertEqual(line['counted'], closed, key)
                    self.assertIs(line['equal'], True)
        numbers = {'S': T * T, 'A': T * T, 'Q_K_V': T * (2 * d_k + d_v), 'cache': T * (d_k + d_v)}
        parameters = {'one_head': d * (2 * d_k + d_v), 'all_heads': H * d * (2 * d_k + d_v) + H * d_v * d}
        for name, lines in ('memory', numbers), ('parameters', parameters):
            self.assertEqual({k: (v['numbers'], v['bytes']) for k, v in facts[name].items()},
                             {k: (v, 4 * v) for k, v in lines.items()})
            if counted:
                self.assertEqual({k: v['counted'] for k, v in facts[name].items()}, lines)
        g = facts['generation']
        self.assertEqual((g['cached_pairs'], g['naive_pairs']), (T * (T + 1) // 2, T * (T + 1) * (T + 2) // 6))
        self.assertEqual(g['ratio'], (T + 2) / 3)

    def test_default(self):
        self.check(self.facts('cost'), 24, 16, 16, 16, 1)

    def test_sizes(self):
        self.check(self.facts('cost', '--T', 1, '--d', 1), 1, 1, 1, 1, 1)
        self.check(self.facts('cost', '--T', 9, '--d', 12, '--heads', 4, '--block', 2), 9, 12, 3, 3, 4, 2)
        self.check(self.facts('cost', '--T', 5, '--d', 7, '--heads', 2, '--dk', 6, '--dv', 4, '--unmasked',
                              '--block', 3), 5, 7, 3, 2, 2, 3, causal=False)

    def test_where_counting_ends(self):
        self.check(self.facts('cost', '--T', 128, '--d', 4), 128, 4, 4, 4, 1)
        self.check(self.facts('cost', '--T', 256, '--d', 64), 256, 64, 64, 64, 1, counted=False)
        facts = self.facts('cost', '--T', 257, '--d', 768, '--heads', 12)
        self.check(facts, 257, 768, 64, 64, 12, counted=False)
        for part in 'one_head', 'ways':
            for line in facts[part].values():
                self.assertEqual((line['counted'], line['equal']), (None, None))
        words = self.attest('cost', '--T', 257, '--d', 768, '--heads', 12).stdout.decode()
        for part in 'closed form only', 'closed form stands alone', 'Nothing was counted':
            self.assertIn(part, words)
        self.assertNotIn('equals its closed form', words)

    def test_the_lecture_s_parameters(self):
        for H in 1, 2, 8:
            facts = self.facts('cost', '--d', 64, '--heads', H, '--T', 3)
            self.assertEqual(facts['parameters']['all_heads']['numbers'], 4 * 64 * 64)

    def test_words(self):
        words = self.attest('cost').stdout.decode()
        for part in 'X W_Q, 24 x 16', 'cache of K and V', '(T+2)/3 = 8.66667', 'Every count equals its closed form.':
            self.assertIn(part, words)
        self.assertNotIn('DIFFERS', words)


class Explain(Case):
    Q = [[0.5, -1.25, 2], [1, 0.75, -0.5], [-2, 1, 0.25], [3, 0.125, 1]]
    K = [[1, 2, -0.5], [0.25, -1, 1.5], [2, 0.5, 0.5], [-1, 1, 1]]
    V = [[1, -2], [0.5, 4], [-3, 0.25], [8, 1]]

    def arrays(self, query, key, *more, code=0):
        for name, rows in ('Q', self.Q), ('K', self.K), ('V', self.V):
            self.put_npy(f'{name}.npy', rows)
        return self.facts('explain', '--q', 'Q.npy', '--k', 'K.npy', '--v', 'V.npy', '--query', query, '--key', key,
                          *more, code=code)

    def check(self, facts, q, K, V, causal, truth_digits=98):
        """Every step from the ones before it, and the truth in 100 digits of our own."""
        i, j = facts['query'] - 1, facts['key'] - 1
        n = i + 1 if causal else len(K)
        u = Decimal(2) ** (-24 if facts['precision'] == 'float' else -53)
        self.assertEqual((facts['seen'], facts['masked'], facts['holds']), (n, j >= n, True))
        self.assertEqual((facts['q'], facts['k'], facts['v']), (q, K[j], V[j]))
        with decimal.localcontext() as context:
            context.prec = 120
            Q_exact, K_exact, V_exact = (exact(x) for x in ([q], K, V))
            dot = [sum(a * b for a, b in zip(Q_exact[0], k)) for k in K_exact]
            s = [x / Decimal(len(q)).sqrt() for x in dot]
            weights = [(x - max(s[:n])).exp() for x in s[:n]]
            A = [w / sum(weights) for w in weights] + [Decimal(0)] * (len(K) - n)
            truths = {'inner_product': dot[j], 'score': s[j], 'weight': A[j]}
            beside = facts['beside_100_digits']
            self.assertEqual(set(beside), {'inner_product', 'score'} if j >= n else set(truths))
            for name, number in beside.items():
                truth = truths[name]
                self.assertLessEqual(abs(Decimal(number['truth']) - truth), abs(truth) * Decimal(10) ** -truth_digits)
                error = abs(Decimal(number['computed']) - truth)
                self.assertLessEqual(error, Decimal(number['bound']) * (1 + Decimal(2) ** -50))
                self.assertTrue(number['within'])
        self.assertEqual(facts['inner_product'], beside['inner_product']['computed'])
        self.assertEqual(facts['score'], beside['score']['computed'])
        if j >= n:
            self.assertEqual(facts['weight'], 0)
            self.assertEqual(facts['contribution'], [0] * len(V[0]))
        else:
            self.assertEqual(facts['weight'], beside['weight']['computed'])
            self.assertEqual(facts['scores'][j], facts['score'])
            self.assertEqual(facts['exponentials'][facts['largest_key'] - 1], 1)
        self.assertEqual(facts['largest'], max(facts['scores']))
        self.assertEqual(facts['scores'][facts['largest_key'] - 1], facts['largest'])
        truth = Head(Q_exact, K_exact[:n], V_exact[:n], u, causal=False)
        within(self, [facts['output']], truth.O, truth.O_bound)
        if j < n:
            self.assertLessEqual(abs(Decimal(facts['weight']) - truth.A[0][j]), truth.A_bound[0][j])

    def test_arrays(self):
        for query in range(1, 5):
            for key in range(1, 5):
                for more in [], ['--unmasked'], ['--precision', 'float']:
                    facts = self.arrays(query, key, *more)
                    self.check(facts, self.Q[query - 1], self.K, self.V, '--unmasked' not in more)

    def test_text(self):
        tour = self.facts('tour')
        M, labels = tour['matrices'], tour['text']['labels']
        for query, key in (1, 1), (24, 7), (5, 20), (12, 12):
            facts = self.facts('explain', '--query', query, '--key', key)
            self.check(facts, M['Q'][query - 1], M['K'], M['V'], True)
            self.assertEqual(facts['precision'], 'float')
            self.assertEqual((facts['query_label'], facts['key_label']), (labels[query - 1], labels[key - 1]))
            self.assertEqual(facts['scores'], M['S'][query - 1][:query])

    def test_words(self):
        words = self.attest('explain', '--query', 20, '--key', 7).stdout.decode()
        for part in ('query i = 20 (nothing), key j = 7 (tired)', 'sum so far', '2. Divided by sqrt(d_k)',
                     '3. The mask', '4. The row', '5. The exponential', '6. The denominator', '7. The weight', '8. What key 7 adds',
                     '100 digits', 'within', '...'):
            self.assertIn(part, words)
        words = self.attest('explain', '--query', 3, '--key', 9).stdout.decode()
        for part in 'comes after query 3', 'is 0, exactly', 'proposition_4_3', 'A_ij = 0':
            self.assertIn(part, words)
        self.assertNotIn('6. The denominator', words)
        self.assertIn('There is none', self.attest('explain', '--query', 3, '--key', 9, '--unmasked').stdout.decode())

    def test_not_finite(self):
        self.put_npy('Q.npy', [[1e200, 1]])
        self.put_npy('K.npy', [[1e200, 1]])
        self.put_npy('V.npy', [[1]])
        self.put_npy('bad.npy', [[float('nan'), 1]])
        words = ['explain', '--k', 'K.npy', '--v', 'V.npy', '--query', 1, '--key', 1]
        self.refused(*words, '--q', 'Q.npy', code=3, says='overflow')
        self.refused(*words, '--q', 'bad.npy', code=3, says='bad.npy[0, 0]')

    def test_subnormal_scores(self):
        self.Q, self.K = [[1e-170, 3e-163]] * 4, [[1e-154, -1e-160]] * 4
        self.assertTrue(self.arrays(4, 2)['holds'])


class Generate(Case):
    def check(self, facts, prompt, steps, d, d_k, d_v):
        self.assertEqual(facts['schema'], 'attest.generate')
        self.assertEqual((facts['holds'], facts['same_tokens'], facts['outputs_differ']), (True, True, 0))
        self.assertEqual((len(facts['prompt']), len(facts['generated'])), (prompt, steps))
        self.assertEqual((facts['outputs'], facts['model']['trained']), (steps * d_v, False))
        last = prompt + steps - 1
        for name, closed in ('cached', head(last, d, d_k, d_v)), ('naive', naive(prompt, last, d, d_k, d_v)):
            self.assertEqual(facts['cost'][name], {'counted': closed, 'closed_form': closed, 'equal': True})
        for p in facts['probabilities']:
            self.assertTrue(0 < p <= 1)

    def test_default(self):
        facts = self.facts('generate')
        self.check(facts, 24, 16, 16, 8, 8)
        self.assertEqual(facts['prompt'][0], 'Alice')
        self.assertIsNone(facts['temperature'])
        words = self.attest('generate').stdout.decode()
        for part in 'untrained', 'noise', 'Both ways chose the same tokens', ', 0 differ in any bit', 'with a cache':
            self.assertIn(part, words)

    def test_sizes(self):
        text = 'abcabd'
        facts = self.facts('generate', '-', '--tokens', 'characters', '--length', 4, '--steps', 1, '--d', 6, '--dk', 3,
                           '--dv', 5, stdin=text.encode())
        self.check(facts, 4, 1, 6, 3, 5)
        self.assertEqual(facts['prompt'], list('abca'))
        self.assertEqual(facts['model']['vocabulary'], 4)
        facts = self.facts('generate', '-', '--steps', 30, stdin=b'alone')
        self.check(facts, 1, 30, 16, 8, 8)
        self.assertEqual(facts['generated'], ['alone'] * 30)
        self.assertEqual(facts['probabilities'], [1] * 30)

    def test_temperature(self):
        greedy = self.facts('generate', '--steps', 12)
        cold = self.facts('generate', '--steps', 12, '--temperature', '5e-324')
        self.assertEqual(cold['generated'], greedy['generated'])
        self.assertEqual(cold['probabilities'], [1] * 12)
        hot = self.facts('generate', '--steps', 40, '--temperature', '1e300')
        self.check(hot, 24, 40, 16, 8, 8)
        self.assertGreater(len(set(hot['generated'])), 20)
        self.assertEqual(len(set(hot['probabilities'])), 1)
        self.assertLessEqual(abs(hot['probabilities'][0] * hot['model']['vocabulary'] - 1), 400 * 2.0 ** -53)
        other = self.facts('generate', '--steps', 40, '--temperature', '1e300', '--seed', 2)
        self.assertNotEqual(other['generated'], hot['generated'])

    def test_a_longer_run_begins_like_a_shorter_one(self):
        for more in [], ['--temperature', 1]:
            short, long = (self.facts('generate', '--steps', n, *more)['generated'] for n in (5, 9))
            self.assertEqual(long[:5], short)

    def test_foreign_words_are_no_escapes(self):
        done = self.attest('generate', '-', '--tokens', 'characters', '--temperature', 100, '--steps', 20,
                           stdin=b'a\x1b[31mb\x07')
        self.assertNotIn(b'\x07', done.stdout)


if __name__ == '__main__':
    main()
