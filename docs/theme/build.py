"""Makes the pages: one command from the sources to build/html.

  python3 docs/theme/build.py [--source ROOT] [--build FOLDER] [--katex FOLDER] [--verdicts FOLDER] [--force]

Prepares what the pages include (code snippets and the verdict of every key), runs Doxygen with warnings as errors,
joins the rooms by navigation, renders the formulas, and checks that nothing leaves the machine.
Nothing is done when no input changed since the last time.
"""
import argparse
import hashlib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import lecture  # noqa: E402

WORLDS = {'exact': 'exact', 'dyadic': 'dyadic', 'mp100': '100 digits', 'double': 'double', 'float': 'float'}
SOURCES = {
    'printed': 'printed in the lecture',
    'reconstructed': 'its statement is lost, its proof or references remain',
    'inferred': 'its number is inferred',
    'referenced': 'referred to in the lecture; the numbers are ours',
    'ours': 'ours: the project needs it',
}


class Failure(Exception):
    """Something the reader has to mend; the text says what and how."""


def find_katex(given):
    places = [given, os.environ.get('ATTEST_KATEX'), '/usr/share/javascript/katex', '/usr/share/nodejs/katex/dist',
              '/usr/local/lib/node_modules/katex/dist']
    for place in filter(None, places):
        if (pathlib.Path(place) / 'katex.js').is_file():
            return pathlib.Path(place)
    raise Failure('KaTeX is missing: install libjs-katex (Debian, Ubuntu), or name the folder of katex.js and its fonts '
                  'with --katex or ATTEST_KATEX')


def find_program(*names):
    for name in names:
        if found := shutil.which(name):
            return found
    raise Failure(f'{names[0]} is missing: install it and run again')


# -- what the pages include ------------------------------------------------------------------------------------------

def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding='utf-8') != text:
        path.write_text(text, encoding='utf-8')


def write_snippets(root, folder):
    """Every definition between marks named after it; the sources stay clean."""
    files = [*(root / 'include').rglob('*.hpp'), *(root / 'properties').glob('*.cpp'), *(root / 'properties').glob('*.hpp')]
    for path in files:
        text = path.read_text(encoding='utf-8')
        above = text.splitlines()
        pieces, seen = [], set()
        found = lecture.definitions(text)
        found.sort(key=lambda d: not above[d[0] - 2].startswith('///'))      # of two overloads, the documented one
        for line, code, name in found:
            if name and name not in seen:
                seen.add(name)
                pieces.append(f'// [{name}]\n{code}// [{name}]\n')
        place = path.relative_to(root / 'include/attest') if 'include' in path.parts else pathlib.Path(path.name)
        write_if_changed(folder / (place.name if place.parts[0] == 'lecture' else place), '\n'.join(pieces))


def figure(worst):
    """A ratio with two significant digits."""
    if worst == 0:
        return '0'
    return f'{worst:.2g}' if 1e-3 <= abs(worst) < 1000 else f'{worst:.1e}'


def cell(clause):
    """A clause in a world: = equal, a ratio to the bound, ✓ held, · silent, ✗ fails."""
    status, why = clause.get('status', 'silent'), clause.get('why') or ''
    checks = f'{clause["checks"]} comparisons' if clause.get('checks') else ''
    if status == 'equal':
        return 'equal', '=', checks or 'equal'
    if status == 'within':
        worst = clause.get('worst')
        text = figure(worst) if isinstance(worst, (int, float)) else '✓'
        return 'within', text, f'worst error over bound; {checks}'
    if status == 'held':
        return 'held', '✓', checks or 'held'
    if status == 'fails':
        return 'fails', '✗', why or 'fails'
    return 'silent', '·', why or 'silent'


def verdict_html(item, data):
    badge = f'<span class="badge {item.source}" title="{SOURCES.get(item.source, item.source)}">{item.source}</span>'
    if data is None:
        text = 'no property of its own' if item.kind == 'page' else 'not run yet: <code>./lecture test</code> fills this in'
        return f'<p class="run">{badge} {text}</p>'
    worlds = [w for w in WORLDS if w in data['worlds']] + [w for w in data['worlds'] if w not in WORLDS]
    rows = []
    for letter in item.clauses:
        cells = []
        for world in worlds:
            kind, text, title = cell(data['worlds'][world].get(letter, {}))
            cells.append(f'<td class="{kind}" title="{html.escape(title)}">{text}</td>')
        rows.append(f'<tr><th>({letter})</th>{"".join(cells)}</tr>')
    head = ''.join(f'<th>{WORLDS.get(w, w)}</th>' for w in worlds)
    out = (f'<p class="run">{badge} {data["cases"]} draws, seed {data["seed"]}</p>'
           f'<table class="verdict"><tr><th></th>{head}</tr>{"".join(rows)}</table>')
    broken = []
    for impostor in data.get('impostors', []):
        letters = ', '.join(impostor['broke'])
        words = f'breaks {letters}' if letters else 'breaks nothing'
        broken.append(f'<li>{words}: <i>{html.escape(impostor["name"])}</i></li>')
    if broken:
        out += f'<ul class="impostors" title="wrong versions that the property must refuse">{"".join(broken)}</ul>'
    return out


def write_verdicts(items, verdicts, folder):
    for item in items:
        data, path = None, verdicts / f'{item.key}.json'
        if path.is_file():
            try:
                data = json.loads(path.read_text(encoding='utf-8'))
            except ValueError as error:
                raise Failure(f'{path} is no JSON ({error}): remove it and run ./lecture test') from error
        write_if_changed(folder / f'{item.key}.md',
                         f'\\htmlonly<div class="measured">{verdict_html(item, data)}</div>\\endhtmlonly\n')


# -- the pages --------------------------------------------------------------------------------------------------------

def page_title(path):
    """(label, title) of a Markdown page: its first heading."""
    m = re.search(r'^# *(.*?) *(?:\{#(\w+)\})? *$', path.read_text(encoding='utf-8'), re.M)
    if not m or not m[2]:
        raise Failure(f'{path} needs a first line like: # Lecture 3: attention as averaging {{#{path.stem}}}')
    return m[2], m[1]


def rooms_of(path):
    return re.findall(r'\\room\{([^,}]*),([^,}]*),(\w+)\}', path.read_text(encoding='utf-8'))


def write_header(root, pages, out):
    numbers = [m[1] for path in pages if (m := re.match(r's(\d+)_', path.name))]
    links, letter = [], {}
    for path, (label, title) in pages.items():
        words = label
        if m := re.match(r's(\d+)_', path.name):
            letter[m[1]] = letter.get(m[1], -1) + 1
            words = m[1] + (chr(ord('a') + letter[m[1]]) if numbers.count(m[1]) > 1 else '')
        links.append(f'<a href="$relpath^{label}.html" title="{html.escape(title)}">{words}</a>')
    more = '<a href="$relpath^items.html">items</a><a href="$relpath^bounds.html">bounds</a>' \
           '<a href="$relpath^files.html">code</a>'
    text = (root / 'docs/theme/header.html').read_text(encoding='utf-8')
    write_if_changed(out, text.replace('@ROOMS@', ''.join(links)).replace('@MORE@', more))


def outcome(item, verdicts):
    """What the last run said about an item, in a word."""
    path = verdicts / f'{item.key}.json'
    if item.kind == 'page':
        return ''
    if not path.is_file():
        return 'not run'
    worlds = json.loads(path.read_text(encoding='utf-8'))['worlds']
    said = [clause.get('status') for world in worlds.values() for clause in world.values()]
    return '**fails**' if 'fails' in said else f'holds in {len(worlds)} world{"s" if len(worlds) != 1 else ""}'


def write_items_page(book, where, verdicts, out):
    """The whole lecture at a glance: every item with its room."""
    lines = ['# All items {#items}\n', 'Every numbered or displayed statement of the lecture, in its order, with what '
             'its text supports it by, and the room where it is checked.\n',
             '| item | | source | last run |', '|:-|:-|:-|:-|']
    for item in book.items:
        block = book.block(item)
        title = book.heading(block) if block else item.key
        name, _, rest = title.partition(': ')
        link = f'\\ref {item.key} "{name}"' if item.key in where or item.key in book.page_of else name
        lines.append(f'| {link} | {rest} | {item.source} | {outcome(item, verdicts)} |')
    write_if_changed(out, '\n'.join(lines) + '\n')


def write_bounds_page(book, out):
    """Every tolerance of the project, with its proof and its code."""
    lines = ['# Every tolerance, with its proof {#bounds}\n', 'A claim that is not exact holds within a bound. A bound is a '
             'function of the shapes and of the unit roundoff, computed with 100 digits; here is each of them.\n']
    for block in lecture.bounds(book.root, book.words):
        if block.kind != 'brief' or not block.name or '(' not in block.code:
            continue
        inner = block.space.removeprefix('attest::bound').lstrip(':')
        name = f'{inner}::{block.name}' if inner else block.name
        lines.append(f'\\anchor bound_{name.replace("::", "_")}\n\\htmlonly[block]<section class="room bound"><div class="words">'
                     f'<h3>{name}</h3>\\endhtmlonly\n\\copydoc {block.space}::{block.name}\n\n\\htmlonly[block]</div>'
                     f'<div class="listing">\\endhtmlonly\n\\snippet bound/{block.file.name} {block.name}\n\n'
                     '\\htmlonly[block]</div></section>\\endhtmlonly\n')
    write_if_changed(out, '\n'.join(lines))


def run_doxygen(root, build, doxygen):
    work = build / 'docs'
    for old in ('html', 'xml'):
        shutil.rmtree(build / old, ignore_errors=True)
    quoted = [f'"{work / part}"' for part in ('snippets', 'verdicts')]
    settings = (root / 'Doxyfile').read_text(encoding='utf-8') + f'''
OUTPUT_DIRECTORY = "{build}"
EXAMPLE_PATH     = {' '.join(quoted)}
HTML_HEADER      = "{work / 'header.html'}"
INPUT           += "{work / 'items.md'}" "{work / 'bounds.md'}"
GENERATE_TAGFILE = "{build / 'attest.tag'}"
'''
    version = subprocess.run([doxygen, '--version'], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r'\d+', version)[:3])) >= (1, 9, 5):
        settings += 'HTML_COLORSTYLE = LIGHT\n'                               # the dark theme is ours
    write_if_changed(work / 'Doxyfile', settings)
    done = subprocess.run([doxygen, str(work / 'Doxyfile')], cwd=root, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f'doxygen found:\n{done.stderr.strip()}')


def words_of(book, key):
    return book.heading(book.property_of[key]) if key in book.property_of else key


def listed(text, word, entries):
    """Puts a list of pages in the place of a word that stands alone."""
    links = ''.join(f'<li><a href="{label}.html">{html.escape(title)}</a></li>' for label, title in entries)
    return re.sub(rf'<p[^>]*>{word}</p>', lambda m: f'<ul class="index">{links}</ul>', text, count=1)


def add_navigation(book, pages, chapters, folder):
    """Above a page the list of its rooms, below it the way to its neighbours."""
    order = list(pages.items())
    for at, (path, (label, title)) in enumerate(order):
        file = folder / f'{label}.html'
        text = file.read_text(encoding='utf-8')
        entries = []
        for _, space, name in rooms_of(path):
            block = (book.property_of if space.endswith('properties') else book.definition_of).get(name)
            words = book.heading(block) if block else name
            kind = 'checked' if space.endswith('properties') else 'defined'
            entries.append(f'<li class="{kind}"><a href="#{name}">{html.escape(words)}</a></li>')
        around = ''
        if at > 0:
            around += f'<a rel="prev" href="{order[at - 1][1][0]}.html">← {html.escape(order[at - 1][1][1])}</a>'
        if at + 1 < len(order):
            around += f'<a rel="next" href="{order[at + 1][1][0]}.html">{html.escape(order[at + 1][1][1])} →</a>'
        contents = f'<nav class="here" aria-label="On this page"><ol>{"".join(entries)}</ol></nav>' if len(entries) > 2 else ''
        text = re.sub(r'(<div class="contents">\s*)', lambda m: m[1] + contents, text, count=1)
        text = re.sub(r'</dd></dl>\s*<dl class="section user"><dt>(Holds|Of)</dt><dd>(?=((?:(?!<dt>).)*?)</dd>)',
                      lambda m: f'</dd></dl><dl class="more"><dt>{m[1]}</dt><dd>', text, flags=re.S)
        text = re.sub(r'<dl class="section user">(<dt>\(\w\)</dt>)', r'<dl class="clause">\1', text)
        text = re.sub(r'(<dl class="(?:more|section user)"><dt>Holds</dt><dd>\s*<a class="el" href="[^"]*")([^>]*>)(\w+)</a>',
                      lambda m: f'{m[1]} title="{m[3]}">{html.escape(words_of(book, m[3]))}</a>', text)
        text = text.replace('<footer>', f'<nav class="around">{around}</nav>\n<footer>', 1)
        file.write_text(text, encoding='utf-8')
    first = folder / 'index.html'
    text = listed(first.read_text(encoding='utf-8'), 'ROOMS', pages.values())
    text = listed(text, 'CHAPTERS', chapters)
    first.write_text(text, encoding='utf-8')


def tidy(folder):
    """Drops what the pages do not use: Doxygen's scripts and pictures."""
    for name in ('jquery.js', 'dynsections.js', 'tabs.css', 'menu.js', 'menudata.js', 'clipboard.js', 'cookie.js',
                 'codefolding.js', 'doxygen.css', 'doxygen.svg'):
        (folder / name).unlink(missing_ok=True)
    for picture in folder.glob('*.png'):
        picture.unlink()
    bounds = set(re.findall(r'id="bound_(\w+)"', (folder / 'bounds.html').read_text(encoding='utf-8')))
    for file in folder.glob('*.html'):
        text = file.read_text(encoding='utf-8')
        text = re.sub(r'<img[^>]*class="footer"[^>]*/?>', '', text)
        text = re.sub(r'<script[^>]*src="[^"]*"[^>]*></script>\s*', '', text)
        text = re.sub(r'<a class="el" href="(concept\w+\.html)"[^>]*>(.*?)</a>',      # 1.9.4 links hidden concepts
                      lambda m: m[0] if (folder / m[1]).is_file() else m[2], text)
        text = re.sub(r'href="namespaceattest_1_1bound\.html#\w+"([^>]*>)(\w+)</a>',
                      lambda m: f'href="bounds.html#bound_{m[2]}"{m[1]}{m[2]}</a>' if m[2] in bounds else m[0], text)
        file.write_text(text, encoding='utf-8')


def check_pages(folder):
    """No request leaves the machine, no link between the pages is broken, no formula was left."""
    bad, names = [], {p.name for p in folder.iterdir()}
    pages = {p.name: p.read_text(encoding='utf-8') for p in folder.glob('*.html')}
    anchors = {name: set(re.findall(r'\b(?:id|name)="([^"]+)"', text)) for name, text in pages.items()}
    for name, text in pages.items():
        for tag in re.findall(r'<(?:script|link|img|iframe|object|source|embed)\b[^>]*(?:src|href|data)="([^"]*)"', text):
            if re.match(r'(?:\w+:)?//', tag):
                bad.append(f'{name} asks the network for {tag}')
            elif tag.split('?')[0].split('#')[0] not in names | {''} and not tag.startswith('data:'):
                bad.append(f'{name} loads {tag}, which is not there')
        if 'katex-error' in text:
            bad.append(f'{name} has a formula that KaTeX did not render')
        outside = re.sub(r'<div class="line">.*?</div>|<(pre|code|annotation)\b.*?</\1>', '', text, flags=re.S)
        if re.search(r'\\[(\[]', outside):
            bad.append(f'{name} has an unrendered formula')
        for target in re.findall(r'<a\b[^>]*href="([^"]*)"', text):
            page, _, anchor = html.unescape(target).partition('#')
            if re.match(r'\w+:', page):
                continue
            page = page or name
            if page not in names:
                bad.append(f'{name} links to {target}, which is not there')
            elif anchor and page in anchors and anchor not in anchors[page]:
                bad.append(f'{name} links to {target}: no such place')
    for sheet in folder.glob('*.css'):
        if re.search(r'url\(\s*[\'"]?(?:\w+:)?//', sheet.read_text(encoding='utf-8')):
            bad.append(f'{sheet.name} asks the network')
    return sorted(set(bad))


# -- once ------------------------------------------------------------------------------------------------------------

def fingerprint(root, verdicts, katex):
    state = hashlib.sha256(str(katex).encode())
    inputs = [root / 'Doxyfile']
    for folder in ('docs', 'include', 'properties'):
        inputs += sorted(p for p in (root / folder).rglob('*') if p.is_file() and '__pycache__' not in p.parts)
    inputs += sorted(verdicts.glob('*.json'))
    for path in inputs:
        state.update(f'{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n'.encode())
    return state.hexdigest()


def main():
    ask = argparse.ArgumentParser(description='Makes the pages in BUILD/html.')
    ask.add_argument('--source', type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    ask.add_argument('--build', type=pathlib.Path, help='default: SOURCE/build')
    ask.add_argument('--katex', help='folder of katex.js, katex.min.css and fonts')
    ask.add_argument('--verdicts', type=pathlib.Path, help='default: BUILD/verdicts')
    ask.add_argument('--force', action='store_true', help='also when no input changed')
    args = ask.parse_args()
    root = args.source.resolve()
    build = (args.build or root / 'build').resolve()
    verdicts = (args.verdicts or build / 'verdicts').resolve()
    katex, doxygen, node = find_katex(args.katex), find_program('doxygen'), find_program('node', 'nodejs')

    stamp, state = build / 'docs/stamp', fingerprint(root, verdicts, katex)
    if not args.force and stamp.is_file() and stamp.read_text() == state and (build / 'html/index.html').is_file():
        print('nothing changed since the pages were made')
        return
    stamp.unlink(missing_ok=True)
    book = lecture.Lecture(root)
    pages = {path: page_title(path) for path in lecture.room_pages(root)}
    others = sorted(p for p in (root / 'docs').glob('*.md') if p not in pages and p.stem != 'mainpage')
    chapters = [page_title(path) for path in others]
    where = {name: label for path, (label, _) in pages.items() for _, _, name in rooms_of(path)}
    work = build / 'docs'
    shutil.rmtree(work, ignore_errors=True)
    write_snippets(root, work / 'snippets')
    write_verdicts(book.items, verdicts, work / 'verdicts')
    write_header(root, pages, work / 'header.html')
    write_items_page(book, where, verdicts, work / 'items.md')
    write_bounds_page(book, work / 'bounds.md')
    run_doxygen(root, build, doxygen)
    tidy(build / 'html')
    add_navigation(book, pages, chapters, build / 'html')
    done = subprocess.run([node, str(root / 'docs/theme/katex.js'), str(katex), str(build / 'html')],
                          capture_output=True, text=True)
    refused = [f'KaTeX refused:\n{done.stderr.strip()}'] if done.returncode != 0 else []
    refused += check_pages(build / 'html')
    if refused:
        raise Failure('\n'.join(refused))
    stamp.write_text(state)
    print(f'{len(pages)} rooms, {len(where)} entries, {done.stdout.strip()}: {build / "html/index.html"}')


if __name__ == '__main__':
    try:
        main()
    except Failure as failure:
        sys.exit(f'docs: {failure}')
