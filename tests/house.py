"""The lints of the house: what the compiler and Doxygen do not see.   python3 tests/house.py [ROOT]"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'docs/theme'))
import lecture  # noqa: E402

COLUMNS, HEADER, FUNCTION, PROPERTY = 120, 250, 15, 40
LETTERS = set('i j l c t r n m v h k s a b x y'.split())          # what may count in a lecture room
DEFINITION = ['shape', 'pre', 'post', 'exact', 'bound', 'proof', 'qed', 'holds']
CLAIM = ['clause', 'proof', 'qed', 'of', 'verdict']
PRINTED = re.compile(r'\b(Definition|Proposition|Theorem|Lemma|Corollary|Remark|Aside|Example|Exercise) (\d+(?:\.\d+)?)(?![\d.]*\d)')
TINY = re.compile(r'(?<![\w.])(?:\d[\d\']*\.?[\d\']*|\.\d+)[eE]-\d+|(?<![\w.])0\.000\d*')
FLAGS = re.compile(r'-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only|'
                   r'-ffp-contract=(?!off)\w+|-ffp-model=fast')


def code_lines(text):
    """Lines that hold more than a comment."""
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith('//')]


def sources(root, *folders, suffixes=('.hpp', '.cpp', '.ipp')):
    return sorted(p for f in folders for p in (root / f).rglob('*') if p.suffix in suffixes and 'build' not in p.parts)


def runs(names):
    """The names in order, repetitions taken together."""
    return [name for at, name in enumerate(names) if at == 0 or names[at - 1] != name]


def check_fields(book, bad):
    for block in book.definitions:
        where = f'{book.relative(block.file)}:{block.line}: {block.name}'
        if block.kind not in book.words:
            if block.all('shape') or block.all('holds'):
                bad.append(f'{where} has fields but no kind, such as \\display{{2,Title}}')
            continue
        found = runs([name for name, _, _ in block.fields])
        if found != DEFINITION:
            bad.append(f'{where} has the fields {" ".join(found)}; expected {" ".join(DEFINITION)}')
        for name, _, text in block.fields:
            if name in ('shape', 'pre', 'post', 'exact') and not text.strip():
                bad.append(f'{where} says nothing under \\{name}')
        displays = len(re.findall(r'\\f\[|\\f\{', block.statement))
        if displays != 1:
            bad.append(f'{where} shows {displays} formulas above its fields, expected one')
    for block in book.properties:
        where = f'{book.relative(block.file)}:{block.line}: {block.name}'
        found = runs([name for name, _, _ in block.fields])
        if found != CLAIM:
            bad.append(f'{where} has the fields {" ".join(found)}; expected {" ".join(CLAIM)}')
        if block.kind not in book.words and block.kind != 'checks':
            bad.append(f'{where} has no kind and title, and no \\checks')
    for block in lecture.bounds(book.root, book.words):
        claims = re.search(r'\\le\b|\\ge\b|\\leq|<=', block.statement)
        if claims and runs([n for n, _, _ in block.fields]) != ['proof', 'qed']:
            bad.append(f'{book.relative(block.file)}:{block.line}: the bound {block.name} needs \\proof and \\qed')


def check_bodies(book, bad):
    rooms = lecture.lecture_headers(book.root)
    for path in rooms + [p for p in lecture.property_files(book.root) if re.match(r's\d', p.name)]:
        room = path in rooms
        for line, code, name in lecture.definitions(path.read_text(encoding='utf-8')):
            where = f'{book.relative(path)}:{line}: {name}'
            for text in code.splitlines():
                comment = re.search(r'//(.*)', re.sub(r'"(?:\\.|[^"\\])*"', '""', text))
                if comment and not comment[1].strip().startswith(('licence:', '/<')):
                    bad.append(f'{where} has a comment in its body ("{comment[1].strip()}"); only a licence may stand there')
            if room:
                for letter in re.findall(r'\bfor\s*\(\s*(?:const\s+)?(?:auto|Index|int|std::size_t|long)\s+(\w+)\s*=', code):
                    if letter not in LETTERS:
                        bad.append(f'{where} counts with "{letter}"; a room counts with the lecture\'s letters')
            limit = PROPERTY if 'theorem<' in code else FUNCTION
            length = len(code_lines(code)) - (1 if code.startswith('template') and '{' not in code.splitlines()[0] else 0)
            if length > limit and (room or 'theorem<' in code):
                bad.append(f'{where} has {length} lines of code, more than {limit}')


def check_files(book, bad):
    root = book.root
    for path in sources(root, 'include', 'properties', 'src', 'tests'):
        text, name = path.read_text(encoding='utf-8'), book.relative(path)
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if '\t' in line:
                bad.append(f'{name}:{number}: a tab')
            if len(line) > COLUMNS and not line.lstrip().startswith('//'):
                bad.append(f'{name}:{number}: {len(line)} columns of code, more than {COLUMNS}')
        length = len(code_lines(text))
        if path.suffix == '.hpp' and length > HEADER:
            bad.append(f'{name}: {length} lines of code, more than {HEADER}')
        if path.suffix == '.hpp' and '#pragma once' not in text:
            bad.append(f'{name}: no #pragma once')
        if name.startswith(('properties/', 'tests/')):
            for number, line in enumerate(lines, 1):
                if m := TINY.search(lecture.blanked(line)):
                    bad.append(f'{name}:{number}: the literal {m[0]}; a tolerance is a named bound')


def check_includes(book, bad):
    for path in sources(book.root, 'include'):
        name = book.relative(path)
        own = re.match(r's(\d+)_', path.name)
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            m = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
            if not m:
                continue
            if re.match(r'(?:\.\./)*(?:properties|src|tests)/', m[1]):
                bad.append(f'{name}:{number}: the library includes {m[1]}')
            room = re.search(r'lecture/s(\d+)_', m[1]) or re.match(r's(\d+)_', m[1])
            on_top = own and own[1] == '0'           # section 0 shows the whole that the later sections take apart
            if room and room[1] == '0' and path.name != 'attest.hpp':
                bad.append(f'{name}:{number}: includes {pathlib.Path(m[1]).name}, which stands on top of all rooms')
            elif own and room and not on_top and lecture.room_order(pathlib.Path(m[1])) >= lecture.room_order(path):
                bad.append(f'{name}:{number}: includes {pathlib.Path(m[1]).name}, a later room; includes go downwards')
            if own and m[1].startswith(('boost/', 'rapidcheck', 'catch2/', 'CLI/', 'nlohmann/')):
                bad.append(f'{name}:{number}: a room needs only the standard library, not {m[1]}')


def check_rooms(book, bad):
    root = book.root
    headers = {p.stem for p in lecture.lecture_headers(root)}
    pages = {p.stem for p in lecture.room_pages(root) if re.match(r's\d', p.name)}
    properties = {p.stem for p in (root / 'properties').glob('s[0-9]*.cpp')}
    for stem in sorted(headers | pages | properties):
        lacking = [f for f, names in (('include/attest/lecture', headers), ('docs', pages), ('properties', properties)) if stem not in names]
        if lacking:
            bad.append(f'the room {stem} is missing in {", ".join(lacking)}')
    for page in lecture.room_pages(root):
        text = re.sub(r'^## .*\{#\w+\}[^#]*?(?=^##? |^\\room|\Z)', '', page.read_text(encoding='utf-8'), flags=re.M)
        between = re.split(r'\\room\{[^}]*\}', text)
        for text in between[1:]:
            if len(re.findall(r'[.!?](?:\s|$)', text)) > 1:
                bad.append(f'docs/{page.name}: more than one sentence between two rooms: "{text.strip()[:60]}…"')


def check_numbers(book, bad):
    """A printed number is an item: Proposition 3.1 is proposition_3_1."""
    keys = [i.key for i in book.items]
    texts = sources(book.root, 'include', 'properties', 'src') + [*(book.root / 'docs').glob('*.md'), book.root / 'README.md']
    for path in filter(pathlib.Path.is_file, texts):
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            for kind, printed in PRINTED.findall(line):
                key = f'{kind.lower()}_{printed.replace(".", "_")}'
                if not any(k == key or k.startswith(key + '_') for k in keys):
                    bad.append(f'{book.relative(path)}:{number}: "{kind} {printed}" is no item of the registry')


def check_flags(book, bad):
    files = [p for p in book.root.rglob('*') if p.name in ('CMakeLists.txt', 'CMakePresets.json', 'lecture') or p.suffix == '.cmake']
    files = [p for p in files if not any(part.startswith('build') for part in p.relative_to(book.root).parts) and p.is_file()]
    for path in files:
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            if m := FLAGS.search(line):
                bad.append(f'{book.relative(path)}:{number}: {m[0]} breaks the bounds')
    if not any('-ffp-contract=off' in p.read_text(encoding='utf-8') for p in files if p.name == 'CMakeLists.txt'):
        bad.append('CMakeLists.txt: no -ffp-contract=off; the bounds count one rounding per operation')


def check(root):
    book, bad = lecture.Lecture(root), []
    for lint in (check_fields, check_bodies, check_files, check_includes, check_rooms, check_numbers, check_flags):
        lint(book, bad)
    return bad


if __name__ == '__main__':
    findings = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]))
    print('\n'.join(findings) or 'the house is in order')
    sys.exit(bool(findings))
