// How the demo looks: 80 columns, colours only on a terminal.
import pc from 'picocolors';

const WIDTH = 80;
const LABEL_WIDTH = 12;
const BAR_WIDTH = 40;
/** Spans, four actions, tokens before and after. */
const COLUMN_WIDTHS = [6, 5, 8, 10, 8, 8, 8, 7];
const CLASSES = ['authoritative', 'recoverable', 'disposable'];
const ACTIONS = ['keep', 'evict', 'evict_with_tombstone', 'summarize', 'drop'];
const colours = pc.createColors(process.stdout.isTTY === true && process.env.NO_COLOR === undefined);
const CLASS_COLOURS = { authoritative: colours.green, recoverable: colours.cyan, disposable: colours.yellow };

const number = (value) => value.toLocaleString('en-US');

export function heading(title) {
  console.log(`\n${colours.bold(title)}\n${colours.dim('─'.repeat(WIDTH))}`);
}

/** Lines of a label and a text; an empty label continues the one above. */
export function factLines(rows) {
  for (const [label, text] of rows) console.log(`${colours.dim(label.padEnd(LABEL_WIDTH))}${label === '' ? colours.dim(text) : text}`);
}

/** Broken between words, continued under the text. */
export function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length > WIDTH - LABEL_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(LABEL_WIDTH)}`);
}

export function tokenBar({ tokensBefore, tokensAfter, targetTokens, noteTokens }) {
  const share = tokensAfter / tokensBefore;
  const full = Math.max(1, Math.round(share * BAR_WIDTH));
  const row = (label, bar, text) => `${colours.dim(label.padEnd(LABEL_WIDTH))}${bar} ${text}`.trimEnd();
  return [
    row('before', colours.red('█'.repeat(BAR_WIDTH)), `${number(tokensBefore)} tokens`),
    row('after', colours.green('█'.repeat(full)) + colours.dim('░'.repeat(BAR_WIDTH - full)), `${number(tokensAfter)} tokens (${(100 * share).toFixed(1)} %)`),
    row('', `target ${number(targetTokens)} tokens, notes of holdfast included (${number(noteTokens)})`, ''),
  ].join('\n');
}

/** Before and after, a row a rule under a row a class: spans by action, and tokens. */
export function ruleTable({ spans, noteTokens, tokensAfter }) {
  const lines = [tableRow(['', 'spans', 'kept', 'evicted', 'tombstone', 'in text', 'dropped', 'tokens', 'after'], colours.dim)];
  for (const spanClass of CLASSES) {
    const members = spans.filter((span) => span.class === spanClass);
    if (members.length === 0) continue;
    lines.push(tableRow(cells(spanClass, members), (text) => colours.bold(CLASS_COLOURS[spanClass](text))));
    for (const [rule, ofRule] of byTokens(groupedByRule(members))) lines.push(tableRow(cells(`  ${rule}`, ofRule)));
  }
  lines.push(tableRow(['notes of holdfast', '', '', '', '', '', '', '', noteTokens]));
  lines.push(colours.dim('─'.repeat(WIDTH)), tableRow([...cells('all', spans).slice(0, -1), tokensAfter], colours.bold));
  return lines.join('\n');
}

function groupedByRule(spans) {
  const groups = new Map();
  for (const span of spans) groups.set(span.rule, [...(groups.get(span.rule) ?? []), span]);
  return groups;
}

const byTokens = (groups) => [...groups].sort(([, a], [, b]) => tokensOf(b) - tokensOf(a));
const tokensOf = (spans) => spans.reduce((sum, span) => sum + span.tokens, 0);

function cells(title, spans) {
  const counts = ACTIONS.map((action) => spans.filter((span) => span.action === action).length || '·');
  return [title, spans.length, ...counts, tokensOf(spans), tokensOf(spans.filter((span) => span.action === 'keep'))];
}

function tableRow([title, ...values], paint = (text) => text) {
  const text = values.map((value, index) => (typeof value === 'number' ? number(value) : value).padStart(COLUMN_WIDTHS[index] ?? 8)).join('');
  return paint(title.padEnd(WIDTH - COLUMN_WIDTHS.reduce((sum, width) => sum + width, 0)) + text);
}
