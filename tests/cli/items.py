"""attest items, show and check: the lecture, item by item."""
import json
import pathlib
import re

from support import Case, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGISTRY = re.findall(r'X\((\w+),\s*"(\w*)",\s*(\w+),\s*(\w+),\s*(\w+)\)',
                      (ROOT / 'include/attest/lecture/items.hpp').read_text(encoding='utf-8'))


class Items(Case):
    def setUp(self):
        super().setUp()
        (self.folder / 'none').mkdir()

    def items(self, folder='none'):
        return json.loads(self.attest('items', '--json', '--verdicts', folder).stdout)

    def test_all_of_the_registry(self):
        found = self.items()
        self.assertEqual([i['key'] for i in found], [row[0] for row in REGISTRY])
        for item, (key, clauses, source, _, _) in zip(found, REGISTRY):
            self.assertEqual(set(item), {'key', 'title', 'section', 'source', 'clauses'})
            self.assertEqual(''.join(c['letter'] for c in item['clauses']), clauses)
            self.assertEqual(item['source'], source)
            self.assertTrue(item['title'] and item['title'] != key, item)
            for clause in item['clauses']:
                self.assertTrue(clause['text'], item)
                self.assertNotIn('\\', clause['text'])

    def test_words(self):
        words = self.attest('items', '--verdicts', 'none').stdout.decode()
        for key, *_ in REGISTRY:
            self.assertIn(key, words)

    def test_a_run_is_read(self):
        done = self.attest('check', 'definition_4_1', '--cases', 5, '--seed', 9, '--verdicts', 'v')
        self.assertIn('all 1 hold (seed 9, 5 cases)', done.stdout.decode())
        self.assertEqual([p.name for p in self.listing()], ['definition_4_1.json'])
        item, = (i for i in self.items('v') if i['key'] == 'definition_4_1')
        verdict = item['verdict']
        self.assertEqual((verdict['holds'], verdict['seed'], verdict['cases']), (True, 9, 5))
        self.assertEqual(set(verdict['worlds']), {'exact', 'mp100', 'double', 'float'})
        for world in verdict['worlds'].values():
            self.assertEqual(set(world), set('abcd'))
            for clause in world.values():
                self.assertIn(clause['verdict'], ('holds', 'silent'))
                self.assertIn('worst', clause)
                self.assertIn('checks', clause)
        others = [i for i in self.items('v') if i['key'] != 'definition_4_1']
        self.assertTrue(all('verdict' not in i for i in others))
        self.assertIn('Last verdict: holds (seed 9, 5 cases)',
                      self.attest('show', 'definition_4_1', '--verdicts', 'v').stdout.decode())
        self.refused('check', 'definition_4_1', '--cases', 5, '--verdicts', 'v', says=('exists already', '--force'))
        before = self.has_bytes('v/definition_4_1.json')
        self.attest('check', 'definition_4_1', '--cases', 5, '--seed', 9, '--verdicts', 'v', '--force')
        self.assertEqual(self.has_bytes('v/definition_4_1.json'), before)

    def test_broken_verdicts(self):
        good = json.loads(json.dumps({'key': 'definition_4_1', 'seed': 1, 'cases': 2, 'holds': True,
                                      'worlds': {'exact': {'a': {'status': 'equal', 'worst': None, 'checks': 1}}}}))
        broken = ['', 'null', '{', '[]', '{}', '[' * 100000, b'\xff\xfe', json.dumps({**good, 'key': 'other'}),
                  json.dumps({**good, 'worlds': []}), json.dumps({**good, 'worlds': {'exact': 3}}),
                  json.dumps({**good, 'worlds': {'exact': {'a': {}}}}),
                  json.dumps({**good, 'worlds': {'exact': {'a': {'status': 'fine'}}}}), json.dumps({**good, 'holds': 'yes'}),
                  json.dumps({**good, 'seed': 'one'})]
        (self.folder / 'v').mkdir()
        for content in broken:
            self.put('v/definition_4_1.json', content)
            for run in ('items',), ('show', 'definition_4_1'):
                self.assertIn('definition_4_1.json', self.refused(*run, '--verdicts', 'v'))
        self.put('v/definition_4_1.json', json.dumps(good))
        self.attest('items', '--verdicts', 'v')
        self.put('v/definition_4_1.json', json.dumps({**good, 'holds': False, 'refutation': 'because of 3'}))
        self.assertIn('FAILS', self.attest('items', '--verdicts', 'v').stdout.decode())
        self.assertIn('because of 3', self.attest('show', '4.1', '--verdicts', 'v').stdout.decode())

    def test_show(self):
        facts = self.facts('show', 'proposition_4_3', '--verdicts', 'none')
        self.assertEqual((facts['schema'], facts['key'], facts['section']), ('attest.show', 'proposition_4_3', '4'))
        source = (ROOT / facts['file']).read_text(encoding='utf-8').splitlines()
        self.assertIn('proposition_4_3', source[facts['line'] - 1])
        self.assertIn('theorem<item::proposition_4_3>', facts['code'])
        for word in '4.3', 'Proposition 4.3', 'PROPOSITION_4_3':
            self.assertEqual(self.facts('show', word, '--verdicts', 'none'), facts)
        words = self.attest('show', '4.3', '--verdicts', 'none').stdout.decode()
        for part in ('Proposition 4.3', '(a) ', '(d) ', 'Proof', 'properties/s4_causal.cpp:', 'Not run yet'):
            self.assertIn(part, words)
        for key, *_ in REGISTRY:
            self.attest('show', key, '--verdicts', 'none')

    def test_unknown_keys(self):
        self.refused('show', 'proposition_4_2', says=('proposition_4_2', 'proposition_4_3'))
        self.refused('show', 'propositon_3_1', says='proposition_3_1')
        self.refused('show', '99.9', says='no item')
        self.refused('show', 'x' * 10000, says='no item')
        self.refused('show', '', says='no ')
        self.refused('show', says='no key')
        self.refused('check', 'nothing_like_it', says='no item')
        self.refused('items', '--verdicts', 'nowhere', says=('nowhere', 'no such folder'))
        twice = [key for key, *_ in REGISTRY if key.startswith('remark_6_3')]
        if len(twice) > 1:
            self.refused('show', '6.3', says=twice)

    def test_check(self):
        facts = self.facts('check', '3.1', 'definition_4_1', '--cases', 3)
        self.assertEqual((facts['schema'], facts['holds'], facts['seed'], facts['cases']), ('attest.check', True, 1, 3))
        self.assertEqual([v['key'] for v in facts['verdicts']], ['proposition_3_1', 'definition_4_1'])
        self.assertEqual(facts, self.facts('check', '3.1', 'definition_4_1', '--cases', 3))
        environment = self.facts('check', 'definition_4_1', env={'ATTEST_SEED': '8', 'ATTEST_CASES': '2'})
        self.assertEqual((environment['seed'], environment['cases']), (8, 2))
        self.refused('check', 'definition_4_1', env={'ATTEST_SEED': 'many'}, says='ATTEST_SEED')
        for words in ('--cases', '-1'), ('--cases', '1.5'), ('--seed', 'x'), ('--cases', '9999999999'):
            self.refused('check', 'definition_4_1', *words, says=(words[0], 'whole number'))
        self.put('file', 'x')
        self.refused('check', 'definition_4_1', '--cases', 1, '--verdicts', 'file', says=('file', 'no folder'))


if __name__ == '__main__':
    main()
