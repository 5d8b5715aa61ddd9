"""Traceability: registry, properties, definitions and pages name each other, completely and in lecture order.

  python3 tests/trace.py [ROOT] [--verdicts FOLDER]

With verdict files, an item that licenses a step must also have passed.
"""
import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'docs/theme'))
import lecture  # noqa: E402

KEY = re.compile(r'\b(?:definition|proposition|theorem|lemma|corollary|display|result|remark|aside|example|exercise|special|'
                 r'section|table)_\d+(?:_\w+)?\b')
ROOM = re.compile(r'\\room\{([^,}]*),([^,}]*),(\w+)\}')


def places(book, block):
    return f'{book.relative(block.file)}:{block.line}'


def check_properties(book, bad):
    items = {i.key: i for i in book.items}
    for key in {k for k in items if [i.key for i in book.items].count(k) > 1}:
        bad.append(f'{key}: twice in the registry')
    for item in book.items:
        if item.key not in book.property_of and item.kind != 'page':
            bad.append(f'{item.key}: no property (a documented `const auto {item.key} = theorem<item::{item.key}>()`)')
    seen = set()
    for block in book.properties:
        where, key = places(book, block), block.name
        tested = re.search(r'theorem<\s*(?:item::)?(\w+)', block.code)
        if tested and tested[1] != key:
            bad.append(f'{where}: {key} is a theorem about {tested[1]}; the names must be one')
        if key not in items:
            bad.append(f'{where}: {key} is a property without a lecture item')
            continue
        if key in seen:
            bad.append(f'{where}: {key} has a second property')
        seen.add(key)
        stated = ''.join(letter for letter, _ in block.clauses())
        if stated != items[key].clauses:
            bad.append(f'{where}: {key} states clauses "{stated}", the registry says "{items[key].clauses}"')
        for letter, text in block.clauses():
            if not text.strip():
                bad.append(f'{where}: {key} clause ({letter}) has no words')
        broken = ''.join(re.findall(r'\.not_for\(\s*"(\w+)"', block.code))
        for letter in sorted(set(broken) - set(items[key].clauses)):
            bad.append(f'{where}: {key} has an impostor for clause {letter}, which is not in the registry')
        for letter in sorted(set(items[key].clauses) - set(broken)):
            bad.append(f'{where}: {key} names no impostor that breaks clause {letter}')
        if [argument for argument, _ in block.all('verdict')] != [key]:
            bad.append(f'{where}: {key} needs one \\verdict{{{key}}}')
        if not block.all('of'):
            bad.append(f'{where}: {key} names no definition (\\of)')


def check_links(book, bad):
    """\\holds of a definition and \\of of a property are one relation."""
    keys = {i.key for i in book.items}
    holds = {(b.name, key) for b in book.definitions for key, _ in b.all('holds')}
    of = {(name.split('::')[-1], b.name) for b in book.properties for name, _ in b.all('of')}
    for name, key in sorted(holds):
        if key not in keys:
            bad.append(f'{name}: \\holds{{{key}}}, which is no item')
        elif (name, key) not in of and key in book.property_of:
            bad.append(f'{name}: \\holds{{{key}}}, but that property is not \\of{{{name}}}')
    for name, key in sorted(of):
        if name not in book.definition_of:
            bad.append(f'{key}: \\of{{{name}}}, which no room defines')
        elif (name, key) not in holds:
            bad.append(f'{key}: \\of{{{name}}}, but {name} lacks \\holds{{{key}}}')


def check_proofs(book, bad):
    bounds = lecture.bounds(book.root, book.words)
    numbered = [b for b in book.definitions if b.kind in book.words]
    for block in numbered + book.properties + [b for b in bounds if b.all('proof')]:
        proofs, qeds = len(block.all('proof')), len(block.all('qed'))
        if (proofs, qeds) != (1, 1):
            bad.append(f'{places(book, block)}: {block.name} has {proofs} \\proof and {qeds} \\qed')
        elif not re.search(r'\w', block.proof):
            bad.append(f'{places(book, block)}: {block.name} has no word between \\proof and \\qed')
    names = {f'{b.space}::{b.name}'.removeprefix('attest::bound::') for b in bounds}
    for first, second in ((a, b) for at, a in enumerate(bounds) for b in bounds[:at] if (a.space, a.name, a.file != b.file) == (b.space, b.name, True)):
        bad.append(f'{places(book, first)}: {first.name} is also a bound of {places(book, second)}; a link finds only one')
    for block in book.definitions:
        for name, _ in block.all('bound'):
            if name not in names:
                bad.append(f'{places(book, block)}: {block.name} has \\bound{{{name}}}, which include/attest/bound/ does not document')


def check_page_item(book, item, bad):
    """An item without a property of its own: each of its clauses links to items that have one."""
    block = book.page_of.get(item.key)
    if not block:
        bad.append(f'{item.key}: no page has the heading "## … {{#{item.key}}}"')
        return
    where = f'{book.relative(block.file)}:{block.line}'
    stated = ''.join(letter for letter, _ in block.clauses())
    if stated != item.clauses:
        bad.append(f'{where}: {item.key} states clauses "{stated}", the registry says "{item.clauses}"')
    for letter, text in block.clauses():
        links = re.findall(r'\\ref (\w+)', text)
        if not any(key in book.property_of for key in links):
            bad.append(f'{where}: {item.key} clause ({letter}) links to no item with a property')


def check_pages(book, bad):
    files = {p.name: p for p in lecture.lecture_headers(book.root) + lecture.property_files(book.root)}
    rooms, properties, definitions = [], [], []
    for page in lecture.room_pages(book.root):
        for file, space, name in ROOM.findall(page.read_text(encoding='utf-8')):
            rooms.append(name)
            (properties if space.endswith('properties') else definitions).append(name)
            if file not in files:
                bad.append(f'{page.name}: a room out of {file}, which is not there')
            elif name not in {b.name for b in lecture.blocks(files[file], book.words)}:
                bad.append(f'{page.name}: {file} documents no {name}')
            elif files[file].stem != page.stem:
                bad.append(f'{page.name}: {name} comes from the room {files[file].stem}')
    for item in book.items:
        if item.kind == 'page':
            check_page_item(book, item, bad)
        elif rooms.count(item.key) != 1:
            bad.append(f'{item.key}: {rooms.count(item.key)} rooms in docs/, expected one')
    for block in book.definitions:
        if block.kind in book.words and rooms.count(block.name) != 1:
            bad.append(f'{block.name}: {rooms.count(block.name)} rooms in docs/, expected one')
    order = [i.key for i in book.items]
    present = [name for name in properties if name in order]
    for before, after in zip(present, present[1:]):
        if order.index(before) > order.index(after):
            bad.append(f'docs/: {before} stands before {after}, in the lecture it comes after')


def check_licences(book, verdicts, bad):
    for path in sorted((book.root / 'include').rglob('*.hpp')):
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            if m := re.search(r'//\s*licence:\s*(\S*)', line):
                key, where = m[1].rstrip('.,;'), f'{book.relative(path)}:{number}'
                if key not in book.property_of:
                    bad.append(f'{where}: licensed by "{key}", which has no property')
                    continue
                record = verdicts / f'{key}.json'
                if record.is_file() and re.search(r'"status"\s*:\s*"fails"', record.read_text(encoding='utf-8')):
                    bad.append(f'{where}: licensed by {key}, which failed in the last run ({record})')


def check_names(book, bad):
    """Every key that a text mentions is an item."""
    keys = {i.key for i in book.items}
    texts = [book.root / 'README.md', *(book.root / 'docs').glob('*.md')]
    for folder in ('include', 'properties', 'src'):
        texts += (p for p in (book.root / folder).rglob('*') if p.suffix in ('.hpp', '.cpp', '.ipp'))
    for path in filter(pathlib.Path.is_file, texts):
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            for key in KEY.findall(line):
                if key not in keys:
                    bad.append(f'{book.relative(path)}:{number}: speaks of {key}, which is no item')


def check_readme(book, bad):
    """What the first page of the repository links to is there."""
    readme = book.root / 'README.md'
    for target in re.findall(r'\]\(([^)#\s]+)', readme.read_text(encoding='utf-8')) if readme.is_file() else []:
        if not re.match(r'\w+:', target) and not (book.root / target).exists():
            bad.append(f'README.md: links to {target}, which is not there')


def check(root, verdicts):
    book, bad = lecture.Lecture(root), []
    check_properties(book, bad)
    check_links(book, bad)
    check_proofs(book, bad)
    check_pages(book, bad)
    check_licences(book, verdicts, bad)
    check_names(book, bad)
    check_readme(book, bad)
    return book, bad


def main():
    ask = argparse.ArgumentParser(description='Checks that every item of the lecture is traced.')
    ask.add_argument('root', nargs='?', type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    ask.add_argument('--verdicts', type=pathlib.Path)
    args = ask.parse_args()
    book, bad = check(args.root, args.verdicts or args.root / 'build/verdicts')
    print('\n'.join(bad) or f'{len(book.items)} items and {len(book.definitions)} definitions traced')
    sys.exit(bool(bad))


if __name__ == '__main__':
    main()
