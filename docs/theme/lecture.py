"""Reads the lecture out of the sources: the registry, and every comment block together with the code below it.

The documentation, the command line's texts, the traceability check and the lints all read through this one file, so
that a theorem's words exist once: above its property.
"""
import functools
import pathlib
import re
from dataclasses import dataclass, field

FIELDS = ('shape', 'pre', 'post', 'exact', 'bound', 'proof', 'qed', 'clause', 'holds', 'of', 'verdict')


@dataclass
class Item:
    """One line of the registry."""
    key: str
    clauses: str
    source: str
    worlds: str
    kind: str


@dataclass
class Block:
    """A run of /// lines and the definition that follows it."""
    file: pathlib.Path
    line: int
    comment: list
    name: str = ''
    space: str = ''                                 # the namespace
    code: str = ''
    code_line: int = 0
    kind: str = ''
    number: str = ''
    title: str = ''
    borrowed: str = ''                              # \checks{name}: the title is that definition's
    fields: list = field(default_factory=list)      # (field, argument, text) in the order written
    statement: str = ''
    proof: str = ''

    def all(self, wanted):
        return [(argument, text) for name, argument, text in self.fields if name == wanted]

    def clauses(self):
        return [(argument, text) for argument, text in self.all('clause')]


def kinds(root):
    """The vocabulary of printed kinds, from the Doxyfile: alias name -> printed words, e.g. display -> 'Display §'."""
    text = (root / 'Doxyfile').read_text(encoding='utf-8')
    return dict(re.findall(r'ALIASES \+= "(\w+)\{2\}=\\brief <b>([^\\]*)\\1</b>', text))


def registry(root):
    """The items of the lecture, in its order."""
    text = (root / 'include/attest/lecture/items.hpp').read_text(encoding='utf-8')
    row = re.compile(r'^\s*X\(\s*(\w+)\s*,\s*"(\w*)"\s*,\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*\)', re.M)
    return [Item(*m) for m in row.findall(text)]


def balanced(text, start, opening, closing):
    """The index just behind the bracket that closes the one at start."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == opening) - (text[at] == closing)
        if depth == 0:
            return at + 1
    return len(text)


@functools.lru_cache(maxsize=None)
def blanked(line):
    """The line with the insides of strings and characters and the trailing comment blanked out, for counting."""
    line = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'', lambda m: m[0][0] + ' ' * (len(m[0]) - 2) + m[0][0], line)
    return re.sub(r'//.*', '', line)


def name_of(code):
    """The name that a definition gives: of a function, a property, a type, a concept or a variable."""
    text = ' '.join(blanked(line) for line in code.splitlines()).strip()
    while True:
        if text.startswith('template'):
            text = text[balanced(text, text.index('<'), '<', '>'):].strip()
        elif text.startswith('requires'):
            text = text[len('requires'):].strip()
            while True:
                if text.startswith('('):
                    text = text[balanced(text, 0, '(', ')'):].strip()
                else:
                    text = text[re.match(r'[\w:]*', text).end():].strip()
                    if text.startswith('<'):
                        text = text[balanced(text, 0, '<', '>'):].strip()
                if not text.startswith('&&') and not text.startswith('||'):
                    break
                text = text[2:].strip()
        elif m := re.match(r'(?:inline|constexpr|static|extern|\[\[\w+\]\])\s+', text):
            text = text[m.end():]
        else:
            break
    if m := re.match(r'(?:struct|class|union|enum class|enum|concept|using|namespace)\s+([\w:]+)', text):
        return m[1].split('::')[-1]
    if m := re.search(r'\b(operator\s*[^\s\w(]+|~?\w+)\s*(?:<[^<>()]*>)?\s*(?:\(|=|\{|;)', text):
        return m[1].replace(' ', '')
    return ''


@functools.lru_cache(maxsize=None)
def definitions(text):
    """Every top-level definition of a source text: (first line, code, name). Braces of namespaces do not count."""
    found, opened, body, depth = [], 0, [], 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = blanked(line)
        if not opened:
            starts = re.match(r'[A-Za-z_\[]', line) and not re.match(r'(?:namespace|using namespace|public:|private:)\b', line)
            if not starts:
                continue
            opened, body, depth = number, [], 0
        body.append(line)
        depth += bare.count('{') + bare.count('(') - bare.count('}') - bare.count(')')
        if depth <= 0 and bare.rstrip().endswith((';', '}')):
            code = '\n'.join(body) + '\n'
            found.append((opened, code, name_of(code)))
            opened = 0
    return found


def space_of(text, line):
    """The namespace that a definition stands in; namespaces open and close at the beginning of a line."""
    inside = {at for first, code, _ in definitions(text) for at in range(first, first + code.count('\n'))}
    spaces = []
    for at, words in enumerate(text.splitlines()[:line - 1], 1):
        if at in inside:
            continue
        if m := re.match(r'(?:inline )?namespace ([\w:]+) \{', words):
            spaces.append(m[1])
        elif words.startswith('}') and spaces:
            spaces.pop()
    return '::'.join(spaces)


def parse_comment(block, words):
    """Splits a comment block into kind, title, statement, fields and proof."""
    current, statement, proof, in_proof = None, [], [], False
    known = '|'.join(FIELDS)
    for line in block.comment:
        text = line.strip()
        if m := re.match(r'\\(\w+)\{([^,{}]+),([^{}]*)\}\s*$', text):
            if m[1] in words:
                block.kind, block.number, block.title = m[1], m[2].strip(), m[3].strip()
                continue
        if m := re.match(r'\\checks\{([\w:]+)\}', text):
            block.kind, block.borrowed = 'checks', m[1]
            continue
        if m := re.match(r'\\brief\s+(.*)', text):
            block.kind = block.kind or 'brief'
            statement.append(m[1])
            continue
        if m := re.match(r'\\(%s)\b(?:\{([^}]*)\})?\s*(.*)' % known, text):
            name, argument, rest = m[1], m[2] or '', m[3]
            current = [name, argument, [rest] if rest else []]
            block.fields.append(current)
            in_proof = name == 'proof'
            if name in ('qed', 'holds', 'of', 'verdict', 'bound'):
                current = None
            continue
        if in_proof:
            proof.append(text)
        elif current is not None and text:
            current[2].append(text)
        elif current is None and not block.fields:
            statement.append(text)
    block.fields = [(name, argument, ' '.join(text)) for name, argument, text in block.fields]
    block.statement = '\n'.join(statement).strip()
    block.proof = '\n'.join(proof).strip()


def blocks(path, words):
    """Every /// block of a file that stands above a definition at the top level, with that definition."""
    return list(blocks_of(path, path.read_text(encoding='utf-8'), frozenset(words)))


@functools.lru_cache(maxsize=None)
def blocks_of(path, text, words):
    below = {line: (code, name) for line, code, name in definitions(text)}
    found, comment, start = [], [], 0
    for number, line in enumerate(text.splitlines() + [''], 1):
        if m := re.match(r'/// ?(.*)', line):
            if not comment:
                start = number
            comment.append(m[1])
            continue
        if comment and number in below:
            block = Block(path, start, comment)
            block.code, block.name = below[number]
            block.code_line = number
            block.space = space_of(text, number)
            parse_comment(block, words)
            found.append(block)
        comment = []
    return tuple(found)


def lecture_headers(root):
    return sorted((root / 'include/attest/lecture').glob('s[0-9]*.hpp'), key=room_order)


def property_files(root):
    return sorted((p for p in (root / 'properties').glob('*.cpp') if p.stem not in ('seams', 'worlds', 'main')),
                  key=room_order)


def room_pages(root):
    pages = [*(root / 'docs').glob('s[0-9]*.md'), *(root / 'docs').glob('exercises.md')]
    return sorted(pages, key=room_order)


# The rooms of one section stand in the order of the alphabet, but for those whose lecture order is another one.
ORDER = ('s8_cost', 's8_streaming', 's8_cache', 's8_multi_head')


def room_order(path):
    m = re.match(r's(\d+)_', path.name)
    return (int(m[1]) if m else 1000, ORDER.index(path.stem) if path.stem in ORDER else 0, path.name)


def page_items(root):
    """Items that only combine others stand on a page: a heading '## Exercise 1: Shapes {#exercise_1}', a statement, and
    a line '- (a) …' for each clause that links to the items which settle it."""
    found = {}
    for path in sorted((root / 'docs').glob('*.md')):
        text = path.read_text(encoding='utf-8')
        for m in re.finditer(r'^## +(.+?) *\{#(\w+)\} *$', text, re.M):
            body = re.split(r'^#|^\\room\{', text[m.end():], maxsplit=1, flags=re.M)[0]
            block = Block(path, text[:m.start()].count('\n') + 1, [], name=m[2], kind='page', title=m[1])
            parts = re.split(r'^- \((\w)\) *', body, flags=re.M)
            block.statement = parts[0].strip()
            block.fields = [('clause', letter, words.strip()) for letter, words in zip(parts[1::2], parts[2::2])]
            block.code_line = block.line
            found[m[2]] = block
    return found


def bounds(root, words):
    """Whatever is documented in include/attest/bound/, specialisations apart."""
    files = sorted((root / 'include/attest/bound').rglob('*.hpp'), key=lambda p: (p.stem != 'bound', p.name))
    return [b for f in files for b in blocks(f, words) if not re.match(r'template *<> ', b.code)]


class Lecture:
    """Everything at once: items, definitions of the rooms, properties by key."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.words = kinds(self.root)
        self.items = registry(self.root)
        self.definitions = [b for f in lecture_headers(self.root) for b in blocks(f, self.words)]
        self.properties = [b for f in property_files(self.root) for b in blocks(f, self.words) if 'theorem<' in b.code]
        self.property_of = {b.name: b for b in self.properties}
        self.definition_of = {b.name: b for b in reversed(self.definitions)}
        self.page_of = page_items(self.root)

    def block(self, item):
        """Where an item is stated: above its property, or on its page."""
        return (self.page_of if item.kind == 'page' else self.property_of).get(item.key)

    def heading(self, block):
        """The printed words of a block: 'Proposition 3.1: Attention is a convex average'."""
        if block.borrowed:
            origin = self.definition_of.get(block.borrowed.split('::')[-1])
            return self.heading(origin) if origin else block.borrowed
        if block.kind == 'page':
            return block.title
        if block.kind in self.words:
            return f'{self.words[block.kind]}{block.number}: {block.title}'
        return block.name

    def relative(self, path):
        return path.relative_to(self.root).as_posix()
