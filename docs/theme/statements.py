"""Writes the lecture's words as C++, for the command line:  statements.py ROOT OUTPUT.cpp

Titles, statements, clauses, proofs and code stand in the comment blocks and are typed only there; here their TeX is
turned into plain letters that a terminal can show.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import lecture  # noqa: E402

LETTERS = {
    'alpha': 'α', 'beta': 'β', 'gamma': 'γ', 'delta': 'δ', 'epsilon': 'ε', 'varepsilon': 'ε', 'kappa': 'κ', 'lambda': 'λ',
    'mu': 'μ', 'nu': 'ν', 'pi': 'π', 'rho': 'ρ', 'sigma': 'σ', 'tau': 'τ', 'phi': 'φ', 'varphi': 'φ', 'omega': 'ω',
    'theta': 'θ', 'eta': 'η', 'iota': 'ι', 'chi': 'χ', 'psi': 'ψ', 'xi': 'ξ', 'zeta': 'ζ', 'Delta': 'Δ', 'Sigma': 'Σ',
    'Gamma': 'Γ', 'Lambda': 'Λ', 'Omega': 'Ω', 'Phi': 'Φ', 'Pi': 'Π', 'Theta': 'Θ', 'Psi': 'Ψ', 'ell': 'ℓ', 'partial': '∂',
    'nabla': '∇', 'infty': '∞', 'top': 'ᵀ', 'mathsf': '', 'hbar': 'ħ', 'bot': '⊥', 'perp': '⊥', 'emptyset': '∅',
    'forall': '∀', 'exists': '∃', 'square': '◻', 'circ': '∘', 'star': '⋆', 'prime': '′', 'cdot': '·', 'dots': '…',
    'ldots': '…', 'cdots': '⋯', 'vdots': '⋮', 'ddots': '⋱', 'langle': '⟨', 'rangle': '⟩', 'lvert': '|', 'rvert': '|',
    'lVert': '‖', 'rVert': '‖', 'vert': '|', 'Vert': '‖', '|': '‖', 'lfloor': '⌊', 'rfloor': '⌋', 'lceil': '⌈', 'rceil': '⌉',
    '{': '{', '}': '}', '%': '%', '#': '#', '&': '&', '_': '_', '$': '$', 'backslash': '\\',
}
SPACED = {
    'le': '≤', 'leq': '≤', 'ge': '≥', 'geq': '≥', 'ne': '≠', 'neq': '≠', 'in': '∈', 'notin': '∉', 'subset': '⊂',
    'subseteq': '⊆', 'times': '×', 'pm': '±', 'mp': '∓', 'to': '→', 'rightarrow': '→', 'longrightarrow': '⟶', 'mapsto': '↦',
    'longmapsto': '⟼', 'gets': '←', 'Rightarrow': '⇒', 'implies': '⇒', 'Longrightarrow': '⇒', 'Leftrightarrow': '⇔',
    'iff': '⇔', 'approx': '≈', 'sim': '∼', 'equiv': '≡', 'propto': '∝', 'll': '≪', 'gg': '≫', 'cup': '∪', 'cap': '∩',
    'setminus': '∖', 'oplus': '⊕', 'otimes': '⊗', 'odot': '⊙', 'mid': '|', 'land': '∧', 'lor': '∨', 'wedge': '∧', 'vee': '∨',
    'sum': 'Σ', 'prod': 'Π', 'int': '∫', 'bigcup': '⋃', 'bigcap': '⋂', 'colon': ':', 'coloneqq': '≔', 'bmod': 'mod',
    'succ': '≻', 'prec': '≺', 'succeq': '⪰', 'preceq': '⪯', 'lesssim': '≲', 'gtrsim': '≳',
}
WORDS = {'exp', 'log', 'ln', 'max', 'min', 'sup', 'inf', 'arg', 'det', 'dim', 'ker', 'lim', 'sin', 'cos', 'tan', 'tanh', 'sinh',
         'cosh', 'Pr', 'gcd', 'deg', 'limsup', 'liminf', 'argmax', 'argmin'}
WRAPPERS = {'mathrm', 'operatorname', 'text', 'textrm', 'textit', 'textbf', 'mathbf', 'mathit', 'boldsymbol', 'mathcal',
            'mathsf', 'mathtt', 'texttt', 'displaystyle', 'mathop', 'mathbin', 'mathrel', 'boxed', 'emph', 'mathstrut', 'mbox'}
ACCENTS = {'hat': '\u0302', 'widehat': '\u0302', 'tilde': '\u0303', 'widetilde': '\u0303', 'bar': '\u0304',
           'overline': '\u0304', 'dot': '\u0307', 'ddot': '\u0308', 'vec': '\u20d7'}
DROPPED = {'left', 'right', 'big', 'Big', 'bigg', 'Bigg', 'bigl', 'bigr', 'Bigl', 'Bigr', 'biggl', 'biggr', 'Biggl', 'Biggr',
           'bigm', 'Bigm', 'middle', 'limits', 'nolimits', 'displaystyle', 'textstyle', '!', 'nonumber', 'hfill', 'qedhere'}
SPACES = {',', ';', ':', ' ', 'quad', 'qquad', 'enspace', 'thinspace', '>'}
BOARD = {'R': 'ℝ', 'E': '𝔼', 'P': 'ℙ', 'N': 'ℕ', 'Z': 'ℤ', 'Q': 'ℚ', 'C': 'ℂ', '1': '𝟙', 'F': '𝔽'}
RAISED = dict(zip('0123456789+-=()nijkmxy*', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱʲᵏᵐˣʸ*')) | {'−': '⁻', 'ᵀ': 'ᵀ', '⊥': '⊥', '′': '′', '⋆': '⋆'}

LIMITS = {'sum', 'prod', 'int', 'bigcup', 'bigcap'}
COLUMN = '\x1f'           # between the columns of a matrix, of cases, of aligned lines

unknown = set()


class Tex:
    """A reader of the little TeX that the lecture uses; its result is plain text."""

    def __init__(self, text):
        self.tokens = re.findall(r'\\[A-Za-z]+\*?|\\.|[{}^_&~]|\s+|\d+|.', text, re.S)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ''

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ''

    def skip_space(self):
        while self.peek().isspace():
            self.at += 1

    def group(self):
        """One argument: a group, a command with its arguments, or one letter."""
        self.skip_space()
        if self.peek() == '{':
            self.take()
            inside = self.run('}')
            self.take()
            return inside.strip()
        if self.peek().isdigit() and len(self.peek()) > 1:
            token = self.tokens[self.at]
            self.tokens[self.at] = token[1:]
            return token[0]
        return self.one().strip()

    def bracket(self):
        """An optional argument."""
        self.skip_space()
        if self.peek() != '[':
            return ''
        text = ''
        while self.peek() and self.peek() != ']':
            text += self.take()
        self.take()
        return text[1:]

    def run(self, end=''):
        out = ''
        while self.at < len(self.tokens) and self.peek() != end:
            out += self.one()
        return out

    def one(self):
        token = self.take()
        if token.isspace():
            return ' '
        if token == '{':
            inside = self.run('}')
            self.take()
            return inside
        if token == '~':
            return ' '
        if token == '&':
            return COLUMN
        if token == '^':
            raised = self.group()
            if raised and all(c in RAISED for c in raised):
                return ''.join(RAISED[c] for c in raised)
            return '^' + (raised if len(raised) == 1 else f'({raised})')
        if token == '_':
            low = self.group()
            return '_' + (low if re.fullmatch(r'[^\W_]{1,3}|[ℓ·*]|[^\W_]+|\W', low) else f'({low})')
        if token == '-':
            return '−'
        if token == "'":
            return '′'
        if not token.startswith('\\'):
            return token
        return self.command(token[1:])

    def command(self, name):
        if name in ACCENTS:
            inside = self.group()
            return inside + ACCENTS[name] if len(inside) == 1 else f'{name}({inside})'
        if name in LETTERS:
            if name in ('langle', 'partial', 'nabla', 'lfloor', 'lceil', 'lVert', 'lvert'):
                self.skip_space()
            return LETTERS[name]
        if name in SPACED:
            return self.over(SPACED[name]) if name in LIMITS else f' {SPACED[name]} '
        if name in WORDS:
            return name + self.gap()
        if name in ('frac', 'tfrac', 'dfrac'):
            return f'{self.side(self.group())}/{self.side(self.group())}'
        if name == 'binom':
            return f'binom({self.group()}, {self.group()})'
        if name == 'sqrt':
            degree, inside = self.bracket(), self.group()
            root = {'': '√', '3': '∛', '4': '∜'}.get(degree, f'{degree}-th root ')
            return root + (inside if re.fullmatch(r'\w+', inside) else f'({inside})')
        if name == 'mathbb':
            letter = self.group()
            return BOARD.get(letter, letter)
        if name.rstrip('*') in WRAPPERS:
            inside = self.group()
            return inside + (self.gap() if name.startswith('operatorname') else '')
        if name in ('underbrace', 'overbrace', 'underset', 'overset', 'stackrel'):
            inside = self.group()
            return inside if name.endswith('brace') else self.group()
        if name in DROPPED:
            if name in ('left', 'right') and self.peek() == '.':
                self.take()
            return ''
        if name in SPACES:
            return ' '
        if name == '\\':
            self.bracket()
            return '; '
        if name == 'begin':
            return self.environment(self.group())
        if name in ('pmod', 'tag'):
            return f'({self.group()})'
        unknown.add(name)
        return name

    def environment(self, name):
        inside = ''
        while self.at < len(self.tokens):
            if self.peek() == '\\end':
                self.take()
                self.group()
                break
            inside += self.one()
        between = ' ' if 'matrix' in name else ', ' if name == 'cases' else ' '
        rows = [re.sub(r'\s+', ' ', between.join(c.strip() for c in row.split(COLUMN))).strip() for row in inside.split(';')]
        if name == 'cases':
            return '{ ' + '; '.join(rows) + ' }'
        if 'matrix' in name:
            return '(' + '; '.join(rows) + ')'
        return '; '.join(row for row in rows if row)

    def over(self, sign):
        """A sum with its limits: Σ_(j=1..T)."""
        limits = {}
        while self.peek() in ('_', '^'):
            place = self.take()
            limits[place] = re.sub(r' ?= ?', '=', self.group())
            self.skip_space()
        low, high = limits.get('_', ''), limits.get('^', '')
        inside = f'{low}..{high}' if low and high else low or high
        if not inside:
            return sign
        return f'{sign}_{inside} ' if re.fullmatch(r'\w|ℓ', inside) else f'{sign}_({inside}) '

    def gap(self):
        """A space between a function's name and a letter that follows, none before a bracket or an index."""
        following = ''.join(self.tokens[self.at:self.at + 3]).lstrip()
        return '' if re.match(r'[(_^{\[]|\\left|\\[bB]ig|$', following) else ' '

    @staticmethod
    def side(text):
        whole = re.fullmatch(r'\([^()]*\)|⟨[^⟨⟩]*⟩', text)
        return text if whole or re.fullmatch(r'[^\s+−·/×±]+', text) else f'({text})'


def formula(tex):
    text = re.sub(r'\s+', ' ', Tex(tex).run()).strip()
    return re.sub(r' +([,.;)\]⟩⌋⌉])', r'\1', re.sub(r'([(⟨]) +', r'\1', text))


def plain(text):
    """Doxygen's words and formulas as plain text."""
    text = re.sub(r'\\f\$(.*?)\\f\$', lambda m: formula(m[1]), text, flags=re.S)
    text = re.sub(r'\\f\[(.*?)\\f\]', lambda m: f'\n\n    {formula(m[1])}\n\n', text, flags=re.S)
    text = re.sub(r'\\f\{(\w+\*?)\}\{?(.*?)\\f\}',
                  lambda m: f'\n\n    {formula(chr(92) + "begin{" + m[1] + "}" + m[2] + chr(92) + "end{" + m[1] + "}")}\n\n',
                  text, flags=re.S)
    text = re.sub(r'\\(?:ref|link|copybrief) +(?:attest::)?([\w:]+)(?: +"([^"]*)")?', lambda m: m[2] or m[1], text)
    text = re.sub(r'\\(?:p|c|a|e|em|b) +(\S+)', r'\1', text)
    text = re.sub(r'</?(?:b|i|em|code|tt)>|`|\*\*', '', text)
    text = re.sub(r'^\.$', '', text, flags=re.M)
    paragraphs = [p if p.startswith('    ') else re.sub(r'\s+', ' ', p).strip() for p in re.split(r'\n\s*\n', text)]
    paragraphs = [re.sub(r'^ *([.,;:]) +', '', p) if not p.startswith('    ') else p for p in paragraphs]
    return '\n\n'.join(p for p in paragraphs if p.strip(' .,;'))


def literal(text):
    """A C++ string literal; long ones are cut, because compilers need not accept more than 65536 characters."""
    pieces = []
    for line in (text.splitlines(keepends=True) or ['']):
        escaped = line.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n').replace('\t', '\\t').replace('??', '?\\?')
        pieces.append(f'"{escaped}"')
    return '\n    '.join(pieces)


def section_of(block, item):
    """The lecture's section: of the room that holds the property, else the key's own number."""
    if block and (m := re.match(r's(\d+)_', block.file.name)):
        return m[1]
    m = re.match(r'[a-z]+_(\d+)', item.key)
    return m[1] if m and not item.key.startswith('exercise') else ''


def generate(root):
    book = lecture.Lecture(root)
    rows, lists = [], []
    for number, item in enumerate(book.items):
        block = book.block(item)
        origin = book.definition_of.get(block.borrowed.split('::')[-1]) if block and block.borrowed else None
        if block and not origin:                      # a property that only claims borrows its definition's formula
            named = [book.definition_of.get(name.split('::')[-1]) for name, _ in block.all('of')]
            origin = next((d for d in named if d and book.heading(d) == book.heading(block)), None)
        words = (block.statement or (origin.statement if origin else '')) if block else ''
        texts = dict(block.clauses()) if block else {}
        clauses = ', '.join("{'%s', %s}" % (c, literal(plain(texts.get(c, '')))) for c in item.clauses)
        name = 'nothing'
        if clauses:
            name = f'clauses_{number}'
            lists.append(f'constexpr Clause {name}[]{{{clauses}}};')
        rows.append('  {%s,\n    %s,\n    %s,\n    %s,\n    %s,\n    %s,\n    %s,\n    %s, %d},' % (
            literal(item.key), literal(book.heading(block) if block else item.key), literal(section_of(block, item)),
            literal(plain(words)), name if clauses else '{}', literal(plain(block.proof) if block else ''),
            literal(block.code if block else ''), literal(book.relative(block.file) if block else ''),
            block.code_line if block else 0))
    return f'''// Made from the comment blocks by docs/theme/statements.py.
#include "statements.hpp"
namespace attest::cli {{
namespace {{
{chr(10).join(lists)}
constexpr Statement all[]{{
{chr(10).join(rows)}
}};
}}
constinit const std::span<const Statement> statements{{all}};
}}
'''


def main():
    if len(sys.argv) != 3:
        sys.exit('usage: statements.py ROOT OUTPUT.cpp')
    output = pathlib.Path(sys.argv[2])
    text = generate(pathlib.Path(sys.argv[1]))
    if unknown:
        sys.exit('statements.py knows no plain form of: ' + ', '.join('\\' + name for name in sorted(unknown)))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding='utf-8')


if __name__ == '__main__':
    main()
