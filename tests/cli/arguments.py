"""What is typed wrongly, what is asked for help, and standard streams that are closed or full."""
import json
import os
import subprocess

from support import PROGRAM, SECONDS, Case, main

COMMANDS = ['tour', 'head', 'heatmap', 'items', 'show', 'check', 'variance', 'cost', 'explain', 'generate']

# (arguments, exit code, what standard error must contain)
WRONG = [
    ([], 2, 'Start with:  attest tour'),
    (['tuor'], 2, 'expected tour'),
    (['xyzzyplugh'], 2, 'expected tour, head'),
    ([''], 2, 'unknown command'),
    (['--nonsense'], 2, '--nonsense'),
    (['tour', '--lenght', '3'], 2, '--lenght'),
    (['tour', 'a', 'b'], 2, 'tour'),
    (['tour', '--length'], 2, '--length'),
    (['tour', '--length', '0'], 2, 'a whole number from 1'),
    (['tour', '--length', '-3'], 2, '--length'),
    (['tour', '--length', '3.5'], 2, 'a whole number'),
    (['tour', '--length', '99999999999999999999999'], 2, 'a whole number'),
    (['tour', '--d', '15'], 2, 'an even number'),
    (['tour', '--d', '5000'], 2, '1024'),
    (['tour', '--dk', '0'], 2, '--dk'),
    (['tour', '--dv', 'wide'], 2, '--dv'),
    (['tour', '--seed', '-1'], 2, '--seed'),
    (['tour', '--seed', '18446744073709551616'], 2, '--seed'),
    (['tour', '--tokens', 'syllables'], 2, 'words|characters'),
    (['tour', '--out', ''], 2, '--out: nothing; expected FILE'),
    (['tour', ''], 2, 'TEXT'),
    (['head', 'a', 'b', 'c', 'd', 'e'], 2, 'head'),
    (['items', 'extra'], 2, 'extra'),
    (['show', 'a', 'b'], 2, 'show'),
    (['check', '--seed'], 2, '--seed'),
    (['help', 'nothing'], 2, 'unknown command'),
]


class Arguments(Case):
    def test_wrong(self):
        for words, code, part in WRONG:
            with self.subTest(words=words):
                self.refused(*words, code=code, says=part)

    def test_wrong_in_json(self):
        for words, code, _ in WRONG:
            if not words:
                continue
            with self.subTest(words=words):
                done = self.attest(words[0], '--json', *words[1:], code=code)
                facts = json.loads(done.stdout)
                self.assertEqual((facts['schema'], facts['version'], facts['code']), ('attest.error', 1, code))
                self.assertIn(facts['error']['message'], done.stderr.decode())
                if words[0] in COMMANDS:
                    self.assertEqual(facts['command'], words[0])

    def test_json_without_command(self):
        self.assertIn('no command', json.loads(self.attest('--json', code=2).stdout)['error']['message'])

    def test_steering_the_terminal(self):
        self.assertNotIn('\x1b', self.refused('tour', 'a\x1b[31m.txt', says='No such file'))
        self.put('b\x1b[31m.csv', '1\n')
        self.put('c.csv', '1\n')
        self.attest('head', 'c.csv', 'c.csv', 'c.csv', '-w', 'A=b\x1b[31m.csv', '--force')

    def test_help(self):
        overview = self.attest('--help').stdout.decode()
        for command in COMMANDS:
            self.assertIn(f'\n  {command} ', overview)
            words = self.attest(command, '--help')
            self.assertEqual(words.stderr, b'')
            self.assertIn(f'\nExample:\n  attest {command}', words.stdout.decode())
            self.assertIn('--json', words.stdout.decode())
            self.assertEqual(self.attest('help', command).stdout, words.stdout)
            for line in words.stdout.decode().splitlines():
                self.assertLessEqual(len(line), 120, line)
        self.assertEqual(self.attest('help').stdout.decode(), overview)
        self.assertTrue(self.attest('--version').stdout.startswith(b'attest '))

    def test_examples_run(self):
        """The examples of the help are commands that work."""
        import shlex
        self.put('letter.txt', 'Dear reader, this letter has a few words.')
        for name, rows in (('Q', [[1.0], [2.0]]), ('K', [[0.5], [1.0]]), ('V', [[3.0], [4.0]]), ('X', [[1.0], [2.0]]),
                           ('WQ', [[1.0]]), ('WK', [[1.0]]), ('WV', [[1.0]])):
            self.put_npy(f'{name}.npy', rows)
        (self.folder / 'build/verdicts').mkdir(parents=True)
        for command in COMMANDS:
            help_words = self.attest(command, '--help').stdout.decode()
            for line in help_words.split('\nExample:\n')[1].splitlines():
                if not line.startswith('  attest'):
                    continue
                words = shlex.split(line)[1:]
                if words == ['check', '--verdicts', 'verdicts']:
                    words[1:1] = ['definition_4_1', '--cases', '1']
                if '500' in words:
                    words[words.index('500')] = '1'
                with self.subTest(words=words):
                    self.attest(*words)

    def run_with(self, streams, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, timeout=SECONDS, stdin=subprocess.DEVNULL, **streams)

    def test_full_output(self):
        if not os.path.exists('/dev/full'):
            self.skipTest('no /dev/full here')
        for words in ('--help',), ('tour', '--help'), ('items',), ('items', '--json'), ('tour', '--length', '3', '--json'):
            with open('/dev/full', 'wb') as full:
                done = self.run_with({'stdout': full, 'stderr': subprocess.PIPE}, *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(b'standard output: cannot be written', done.stderr)

    def test_closed_output(self):
        """Words for people must not end up in the report, which takes the free number of a closed standard output."""
        for closing in '>&-', '2>&-', '<&-', '>&- 2>&- <&-':
            done = subprocess.run(['sh', '-c', f'exec "$0" tour --length 3 --out t.html --force {closing}', PROGRAM],
                                  cwd=self.folder, capture_output=True, timeout=SECONDS)
            self.assertEqual(done.returncode, 2 if closing.startswith('>') else 0, closing)
            page = self.has_bytes('t.html')
            self.assertTrue(page.startswith(b'<!doctype html>') and page.rstrip().endswith(b'</html>'), closing)
        done = subprocess.run(['sh', '-c', 'exec "$0" tour - <&-', PROGRAM], cwd=self.folder, capture_output=True,
                              timeout=SECONDS)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b'standard input', done.stderr)

    def test_reader_who_leaves(self):
        done = subprocess.run(['sh', '-c', '"$0" items | head -n 1', PROGRAM], cwd=self.folder, capture_output=True,
                              timeout=SECONDS)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_unreadable(self):
        if os.geteuid() == 0:
            self.skipTest('root reads everything')
        self.put('secret.txt', 'words')
        (self.folder / 'secret.txt').chmod(0)
        self.assertIn('Permission denied', self.attest('tour', 'secret.txt', code=2).stderr.decode())


if __name__ == '__main__':
    main()
