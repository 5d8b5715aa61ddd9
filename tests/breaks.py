"""Checks the checks: breaks a copy of the tree in one place at a time; the check must say so.

  python3 tests/breaks.py [ROOT]
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / 'docs/theme')]
import house  # noqa: E402
import trace as traceability  # noqa: E402

ITEMS = 'include/attest/lecture/items.hpp'


def files(root, pattern):
    return sorted(root.glob(pattern), key=lambda p: (len(p.name), p.name))


def replace(pattern, by, *globs, flags=re.M):
    """An edit: the first place where the expression matches is replaced."""
    def edit(root):
        for path in (p for g in globs for p in files(root, g)):
            text = path.read_text(encoding='utf-8')
            changed, count = re.subn(pattern, by, text, count=1, flags=flags)
            if count and changed != text:
                path.write_text(changed, encoding='utf-8')
                return True
        return False
    return edit


def append(text, *globs):
    def edit(root):
        for path in (p for g in globs for p in files(root, g)):
            path.write_text(path.read_text(encoding='utf-8') + text, encoding='utf-8')
            return True
        return False
    return edit


def both(*edits):
    return lambda root: all([edit(root) for edit in edits])


def swap_rooms(root):
    for path in files(root, 'docs/s[0-9]*.md'):
        text = path.read_text(encoding='utf-8')
        rooms = re.findall(r'\\room\{[^}]*properties,\w+\}', text)
        if len(rooms) > 1:
            path.write_text(text.replace(rooms[0], '@').replace(rooms[1], rooms[0]).replace('@', rooms[1]), encoding='utf-8')
            return True
    return False


LECTURE, PROPERTIES, PAGES, BOUNDS = 'include/attest/lecture/s[0-9]*.hpp', 'properties/s[0-9]*.cpp', 'docs/s[0-9]*.md', 'include/attest/bound/*.hpp'

TRACE = [
    ('an item without a property', replace(r'^  X\(', '  X(proposition_99_1, "a", printed, all_worlds, property) \\\\\n  X(', ITEMS),
     r'proposition_99_1: no property'),
    ('a property without an item', replace(r'^  X\([^\n]*\n', '', ITEMS), r'is a property without a lecture item'),
    ('an item twice', replace(r'^(  X\([^\n]*\n)', r'\1\1', ITEMS), r'twice in the registry'),
    ('a property about another item', replace(r'theorem<item::\w+>', 'theorem<item::proposition_99_1>', PROPERTIES),
     r'is a theorem about proposition_99_1'),
    ('a clause too few', replace(r'^/// \\clause\{a\}[^\n]*\n', '', PROPERTIES), r'states clauses "[^"]*", the registry says "a'),
    ('a clause too many in the registry', replace(r'^(  X\(\w+, *)"(\w*)"', r'\1"\2z"', ITEMS), r'the registry says "\w*z"'),
    ('a clause without words', replace(r'^/// \\clause\{a\}[^\n]*\n(?=/// \\)', '/// \\\\clause{a}\n', PROPERTIES), r'clause \(a\) has no words'),
    ('a clause that nobody breaks', replace(r'\.not_for\("\w+"', '.not_for(""', PROPERTIES), r'names no impostor that breaks clause'),
    ('an impostor for no clause', replace(r'\.not_for\("(\w+)"', r'.not_for("\1z"', PROPERTIES), r'an impostor for clause z'),
    ('a verdict of another key', replace(r'\\verdict\{\w+\}', r'\\verdict{proposition_99_1}', PROPERTIES), r'needs one \\verdict'),
    ('a property of nothing', replace(r'^(/// \\qed\n)(?:/// \\of\{\w+\}\n)+', r'\1', PROPERTIES), r'names no definition'),
    ('\\of without \\holds', replace(r'^/// \\holds\{\w+\}\n', '', LECTURE), r'lacks \\holds'),
    ('\\holds without \\of', replace(r'^/// \\of\{\w+\}\n', '', PROPERTIES), r'but that property is not \\of'),
    ('\\holds of no item', replace(r'\\holds\{\w+\}', r'\\holds{proposition_99_1}', LECTURE), r'which is no item'),
    ('\\of of no definition', replace(r'\\of\{\w+\}', r'\\of{nothing_at_all}', PROPERTIES), r'which no room defines'),
    ('a forgotten \\qed', replace(r'^/// \\qed\n', '', LECTURE), r'has 1 \\proof and 0 \\qed'),
    ('a forgotten \\qed of a property', replace(r'^/// \\qed\n', '', PROPERTIES), r'has 1 \\proof and 0 \\qed'),
    ('an empty proof', replace(r'^/// \\proof\n(?:///[^\n]*\n)*?/// \\qed', '/// \\\\proof\n/// \\\\qed', LECTURE), r'no word between'),
    ('an empty proof of a bound', replace(r'^/// \\proof\n(?:///[^\n]*\n)*?/// \\qed', '/// \\\\proof\n/// \\\\qed', BOUNDS), r'no word between'),
    ('a bound that does not exist', replace(r'\\bound\{\w+\}', r'\\bound{nothing_at_all}', LECTURE), r'does not document'),
    ('a page without a room', replace(r'\\room\{[^}]*properties,\w+\}', '', PAGES), r'0 rooms in docs'),
    ('a definition without a room', replace(r'\\room\{[^}]*hpp,attest,\w+\}', '', PAGES), r'0 rooms in docs'),
    ('a room twice', replace(r'(\\room\{[^}]*properties,\w+\})', r'\1\n\n\1', PAGES), r'2 rooms in docs'),
    ('a room of nothing', replace(r'(\\room\{[^}]*,)\w+\}', r'\1nothing_at_all}', PAGES), r'documents no nothing_at_all'),
    ('rooms out of order', swap_rooms, r'in the lecture it comes after'),
    ('a licence from nobody', replace(r'licence: \w+', 'licence: display_99_nothing', LECTURE), r'has no property'),
    ('an item of a page that is on no page', replace(r'^  X\(', '  X(table_99, "a", printed, no_world, page) \\\\\n  X(', ITEMS),
     r'table_99: no page has the heading'),
    ('an item of a page that links nowhere', both(
        replace(r'^  X\(', '  X(table_99, "a", printed, no_world, page) \\\\\n  X(', ITEMS),
        append('\n## Table 99 {#table_99}\n\n- (a) trust me\n', 'docs/mainpage.md')), r'clause \(a\) links to no item'),
    ('a link of the README to nothing', append('\n[x](nowhere.md)\n', 'README.md'), r'links to nowhere.md'),
    ('two bounds of one name', replace(r'^namespace attest::bound \{\n', 'namespace attest::bound {\n\n/// \\\\brief Again.\n'
                                       'inline Mp row_sum_error(Index, int) { return 0; }\n', 'include/attest/bound/head.hpp'),
     r'row_sum_error is also a bound of'),
    ('a text about no item', append('\nSee proposition_99_1.\n', 'docs/mainpage.md'), r'which is no item'),
]
HOUSE = [
    ('a missing field', replace(r'^/// \\exact[^\n]*\n', '', LECTURE), r'has the fields'),
    ('fields in another order', replace(r'^(/// \\pre[^\n]*\n)(/// \\post[^\n]*\n)', r'\2\1', LECTURE), r'has the fields'),
    ('an empty field', replace(r'^/// \\exact[^\n]*\n(?=/// \\bound)', '/// \\\\exact\n', LECTURE), r'says nothing under \\exact'),
    ('two formulas', replace(r'^(/// \\shape)', r'/// \\f[ 1 = 1 \\f]\n\1', LECTURE), r'shows 2 formulas'),
    ('a definition without a kind', replace(r'^/// \\(?:display|definition)\{[^\n]*\n', '/// \\\\brief A function.\n', LECTURE), r'fields but no kind'),
    ('a property without a kind', replace(r'^/// \\(?:\w+\{[\d.]+,[^\n]*|checks\{\w+\})\n', '', PROPERTIES), r'no kind and title'),
    ('a property with its fields in another order', replace(r'^(/// \\of\{\w+\}\n)(/// \\verdict\{\w+\}\n)', r'\2\1', PROPERTIES), r'expected clause'),
    ('a bound without a proof', replace(r'^///\n/// \\proof\n(?:///[^\n]*\n)*?/// \\qed\n', '', BOUNDS), r'needs \\proof and \\qed'),
    ('a comment in a body', replace(r'^(  return \w[^\n]*;)$', r'\1  // done', LECTURE), r'has a comment in its body'),
    ('a foreign loop variable', replace(r'for \(Index \w = ', 'for (Index counter = ', LECTURE), r'counts with "counter"'),
    ('a long function', replace(r'^(  return \w[^\n]*;)$', '\\n'.join(['  f();'] * 20) + r'\n\1', LECTURE), r'lines of code, more than 15'),
    ('a long property', replace(r'^    \.qed\(\);', '\\n'.join(['    .let(x)'] * 45) + '\n    .qed();', PROPERTIES), r'lines of code, more than 40'),
    ('a long header', append('\nint x;' * 260, ITEMS), r'lines of code, more than 250'),
    ('a long line', append('\nint ' + 'x' * 130 + ';\n', ITEMS), r'columns of code, more than'),
    ('a tab', append('\n\tint x;\n', ITEMS), r'a tab'),
    ('a guess of a tolerance', append('\nconst double tolerance = 1e-6;\n', PROPERTIES), r'the literal 1e-6'),
    ('a guess in decimals', append('\nconst double tolerance = 0.0001;\n', PROPERTIES), r'the literal 0.0001'),
    ('an include upwards', append('\n#include "attest/lecture/s9_step4.hpp"\n', 'include/attest/lecture/s2_*.hpp'), r'includes go downwards'),
    ('a room on the transformer', append('\n#include "attest/lecture/s0_transformer.hpp"\n', 'include/attest/lecture/s2_*.hpp'), r'stands on top'),
    ('a library that includes its tests', append('\n#include "properties/theorem.hpp"\n', ITEMS), r'the library includes'),
    ('a room with Boost', append('\n#include <boost/version.hpp>\n', LECTURE), r'only the standard library'),
    ('a room without a page', lambda root: [p.unlink() for p in files(root, PAGES)[:1]], r'is missing in docs'),
    ('a talkative page', append('\nOne sentence. Another one. And more.\n', PAGES), r'more than one sentence'),
    ('a number that is printed nowhere', append('\nBy Proposition 99.1 this holds.\n', 'docs/mainpage.md'), r'is no item of the registry'),
    ('a flag that breaks the bounds', append('\nadd_compile_options(-ffast-math)\n', 'CMakeLists.txt'), r'breaks the bounds'),
    ('a forgotten flag', replace(r'-ffp-contract=off', '', 'CMakeLists.txt'), r'no -ffp-contract=off'),
]
# The pages take seconds, so several things are broken at once: those that Doxygen sees, then those seen after it.
PAGES_BUILT = [
    (replace(r'\\holds\{\w+\}', r'\\holds{proposition_99_1}', LECTURE), r"'proposition_99_1' for"),
    (replace(r'\\bound\{\w+\}', r'\\bound{nothing_at_all}', LECTURE), r'nothing_at_all'),
    (replace(r'(\\room\{[^}]*properties,\w+\})', r'\1\n\n\1', PAGES), r'multiple use of section label'),
], [
    (replace(r'\\f\[ ', r'\\f[ \\nosuchcommand{ ', LECTURE), r'KaTeX refused'),
    (replace(r'</head>', '<link href="https://example.org/x.css" rel="stylesheet"/></head>', 'docs/theme/header.html'), r'asks the network'),
    (append('\n<a href="nowhere.html">x</a>\n', 'docs/mainpage.md'), r'links to nowhere.html'),
]


def copied(root, folder):
    tree = folder / 'tree'
    tree.mkdir()
    for part in ('include', 'properties', 'docs', 'src', 'tests'):
        if (root / part).is_dir():
            shutil.copytree(root / part, tree / part, ignore=shutil.ignore_patterns('__pycache__', 'build*.log'))
    for part in ('Doxyfile', 'CMakeLists.txt', 'CMakePresets.json', 'README.md'):
        if (root / part).is_file():
            shutil.copy(root / part, tree / part)
    return tree


def pages(tree):
    """The complaints of the pages' build."""
    done = subprocess.run([sys.executable, str(tree / 'docs/theme/build.py'), '--source', str(tree), '--force'],
                          capture_output=True, text=True)
    return done.stderr.splitlines()


class Kept:
    """The tree as it was before a break, restored at the end."""

    def __init__(self, tree):
        self.files = {p: p.read_bytes() for p in tree.rglob('*') if p.is_file() and 'build' not in p.parts}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for path, content in self.files.items():
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent).resolve()
    bad, count = [], 0
    with tempfile.TemporaryDirectory() as temporary:
        tree = copied(root, pathlib.Path(temporary).resolve())
        checks = {'trace': lambda tree: traceability.check(tree, tree / 'build/verdicts')[1], 'house': house.check}
        for script, breaks in (('trace', TRACE), ('house', HOUSE)):
            before = set(checks[script](tree))
            for name, edit, expected in breaks:
                count += 1
                with Kept(tree):
                    if not edit(tree):
                        bad.append(f'{script}: "{name}" found no place to break')
                    elif not any(re.search(expected, line) for line in set(checks[script](tree)) - before):
                        bad.append(f'{script}: "{name}" was not noticed')
        for together in PAGES_BUILT:
            with Kept(tree):
                placed = [edit(tree) for edit, _ in together]
                said = pages(tree)
                count += len(together)
                for there, (_, expected) in zip(placed, together):
                    if not there or not any(re.search(expected, line) for line in said):
                        bad.append(f'docs: no complaint like "{expected}"; it said\n' + '\n'.join(said[:20]))
    print('\n'.join(bad) or f'{count} breaks, all noticed')
    sys.exit(bool(bad))


if __name__ == '__main__':
    main()
