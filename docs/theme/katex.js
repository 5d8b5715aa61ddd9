// Renders every formula of the finished pages, so that they need no script; a TeX error ends the build.
//   node katex.js FOLDER_OF_KATEX FOLDER_OF_HTML
const fs = require('fs');
const path = require('path');
const [lib, html] = process.argv.slice(2);
const katex = require(path.resolve(lib, 'katex.js'));

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };
const plain = (text) => text.replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
  code ? (code === '160' ? ' ' : String.fromCodePoint(Number(code))) : (entities[name] ?? all));

// Code is left alone; formulas stand as \(…\), \[…\] or \begin{align*}…\end{align*}.
const formula = /<(script|style|pre|code)\b[\s\S]*?<\/\1>|\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]|(\\begin\{(\w+\*?)\}[\s\S]*?\\end\{\5\})/g;

let count = 0;
const errors = [];
for (const name of fs.readdirSync(html).filter((n) => n.endsWith('.html'))) {
  const file = path.join(html, name);
  const before = fs.readFileSync(file, 'utf8');
  const lines = before.split(/(<div class="line">.*<\/div>\n?)/);      // listings may speak about \[ … \]
  const after = lines.map((part, index) => index % 2 ? part : part.replace(formula, (all, skip, inline, display, environment) => {
    if (skip) return all;
    const tex = plain(inline ?? display ?? environment);
    ++count;
    try {
      return katex.renderToString(tex, { displayMode: inline === undefined, throwOnError: true, strict: 'error', trust: false });
    } catch (error) {
      errors.push(`${name}: ${error.message}`);
      return all;
    }
  })).join('');
  fs.writeFileSync(file, after);
}
fs.copyFileSync(path.join(lib, 'katex.min.css'), path.join(html, 'katex.min.css'));
fs.mkdirSync(path.join(html, 'fonts'), { recursive: true });
for (const font of fs.readdirSync(path.join(lib, 'fonts')).filter((f) => f.endsWith('.woff2')))
  fs.copyFileSync(path.join(lib, 'fonts', font), path.join(html, 'fonts', font));
if (errors.length) {
  console.error(errors.join('\n'));
  process.exit(1);
}
console.log(`${count} formulas`);
