// A `[` opens a bracket in which the mark that ends a regex is a character: such scripts are not read.
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n[]|\\.)*/I?)`;
const RANGE = new RegExp(String.raw`${ADDRESS}(?:[ \t]*,[ \t]*(?:${ADDRESS}|[+~]\d+))?[ \t]*!?[ \t]*`, 'y');
/** One-letter commands that print, delete or move what passes through. */
const LETTER = /[pdqDPNnhHgGxl=]/y;
/** Any mark may part the three pieces; flags that write (`w`) or run (`e`) are not among these. */
const SUBSTITUTION = /s([^\s\w\\[])(?:(?!\1)[^\\\n[]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiIm0-9]*/y;
const SEPARATOR = /[ \t]*(?:[;\n{}]|$)[\s;{}]*/y;
const LONGEST_SCRIPT = 2000;

/** True where a `sed` call only prints: known options, scripts of plain commands, no `-i`. */
export function isPlainSedCall(words: readonly string[]): boolean {
  let hasScript = false;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    const script = scriptAt(words, at, hasScript);
    if (script === undefined) {
      if (word.startsWith('-') && word !== '-' && !/^-[nErsuz]+$|^--(?:quiet|silent|regexp-extended|null-data|separate|unbuffered)$/.test(word)) return false;
      continue;
    }
    if (!isPlainSedScript(script)) return false;
    hasScript = true;
    if (word === '-e' || word === '--expression') at++;
  }
  return hasScript;
}

function scriptAt(words: readonly string[], at: number, hasScript: boolean): string | undefined {
  const word = words[at] ?? '';
  if (word === '-e' || word === '--expression') return words[at + 1] ?? 'w';
  if (word.startsWith('--expression=')) return word.slice('--expression='.length);
  return hasScript || word.startsWith('-') ? undefined : word;
}

/** Reads a script command by command, in one pass: a command that is not known to be plain makes it false. */
export function isPlainSedScript(script: string): boolean {
  if (script.length > LONGEST_SCRIPT) return false;
  let at = skip(/[\s;{}]*/y, script, 0);
  while (at < script.length) {
    at = skip(RANGE, script, at);
    const block = script[at] === '{' ? at : (matchEnd(LETTER, script, at) ?? matchEnd(SUBSTITUTION, script, at));
    const next = block === undefined ? undefined : matchEnd(SEPARATOR, script, block);
    if (next === undefined) return false;
    at = next;
  }
  return true;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function skip(pattern: RegExp, text: string, at: number): number {
  return matchEnd(pattern, text, at) ?? at;
}

/** The lines that `sed -n 'a,bp'` prints; `undefined` for any other script. */
export function printedRange(script: string): { readonly start: number; readonly end: number } | undefined {
  const match = /^[ \t]{0,9}(\d{1,9})(?:,[ \t]{0,9}(\d{1,9}|\$))?[ \t]{0,9}p$/.exec(script);
  if (!match) return undefined;
  const start = Number(match[1]);
  const end = match[2] === undefined ? start : match[2] === '$' ? Number.POSITIVE_INFINITY : Number(match[2]);
  return end < start ? { start, end: start } : { start, end };
}
