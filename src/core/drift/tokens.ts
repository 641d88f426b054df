import { MAGNITUDES, NUMBER_WORDS, UNITS } from './lexicon/units.ts';

/** A number as it is compared: in the first unit of its dimension. */
export interface Quantity {
  readonly value: number;
  /** The dimension of its unit; empty where it has none that is known. */
  readonly dimension: string;
}

export interface Token {
  /** `name`: a path, host, identifier, hash: compared letter for letter. `mark`: punctuation that parts clauses. */
  readonly kind: 'word' | 'number' | 'name' | 'mark';
  readonly text: string;
  /** In lower case; for marks the mark. */
  readonly word: string;
  readonly quantity?: Quantity;
  /** Begins with a capital letter, and does not open its sentence. */
  readonly isProper?: boolean;
}

/** Longer runs without white space are data, not words. */
const TOKEN_CHARACTERS = 400;
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/[’‘]/g, "'"],
  [/\bcan't\b|\bcannot\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/n't\b/gi, ' not'],
  [/\b(i|you|we|they)'(?:ve)\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it)'ll\b/gi, '$1 will'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they|he|she|it|that)'d (?=be\b|like\b|say\b|suggest\b|go\b|ask\b|take\b|rather\b|prefer\b|estimate\b|guess\b|propose\b)/gi, '$1 would '],
  [/\bi'm\b/gi, 'i am'],
  [/\b(it|that|there|he|she|what)'s\b/gi, '$1 is'],
];
const NUMBER = /^([-+−]?)([$€£]?)(\d{1,3}(?:,\d{3}){1,6}|\d{1,18})(\.\d{1,12})?([\p{L}%°µ$€£]{0,14})$/u;
const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2})?(am|pm)?$/;
const ORDINALS = new Set(['st', 'nd', 'rd', 'th']);
const WORD = /^\p{L}[\p{L}\p{M}'-]{0,60}$/u;
const EDGE_MARKS = new Set(',;:()[]{}"“”«»!?…—–.|`\'*');
const CLAUSE_MARKS = new Set(',;:()—–.!?|');
const CURRENCIES = new Set(['usd', 'eur', 'gbp', 'chf']);
/** Scripts without spaces between words: their characters are no words that could be compared. */
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u3040-\u30ff\u0e00-\u0e7f]/;

/** The tokens of one sentence. Linear; numbers get the unit that follows them. */
export function tokensOf(sentence: string): readonly Token[] {
  let text = sentence;
  if (text.includes("'") || text.includes('’') || /cannot/i.test(text)) for (const [form, written] of CONTRACTIONS) text = text.replace(form, written);
  // `02:00–03:30`, `10-20` of a range: two numbers.
  text = text.replace(/(?<=\d)[–—](?=\d)/g, ' – ');
  const raw: Token[] = [];
  let isOpening = true;
  for (const chunk of text.split(/\s+/)) {
    if (chunk === '') continue;
    if (chunk.length > TOKEN_CHARACTERS) {
      raw.push({ kind: 'name', text: chunk.slice(0, TOKEN_CHARACTERS), word: chunk.slice(0, TOKEN_CHARACTERS) });
      continue;
    }
    for (const part of partsOf(chunk)) isOpening = addChunk(part, isOpening, raw);
  }
  return withUnits(raw);
}

/** `500-step`, `ninety-minute`, `two-thirds`: a number and what it counts. */
function partsOf(chunk: string): readonly string[] {
  const hyphen = chunk.indexOf('-');
  if (hyphen <= 0 || !/^[(["']?(?:\d{1,3}(?:,\d{3}){0,3}(?:\.\d{1,6})?|\p{L}{3,9})-\p{L}{2,20}[^\p{L}\p{N}]{0,3}$/u.test(chunk)) return [chunk];
  const first = chunk.slice(0, hyphen);
  return /\d$/.test(first) || NUMBER_WORDS.has(first.replace(/^\W/, '').toLowerCase()) ? [first, chunk.slice(hyphen + 1)] : [chunk];
}

/** Adds what a run without white space holds. Returns whether the next word opens a sentence or a label. */
function addChunk(chunk: string, isOpening: boolean, tokens: Token[]): boolean {
  if (chunk === '!=') {
    tokens.push({ kind: 'name', text: chunk, word: chunk });
    return false;
  }
  let start = 0;
  let end = chunk.length;
  while (start < end && isEdgeMark(chunk, start)) addMark(chunk.charAt(start++), tokens);
  while (end > start && isEdgeMark(chunk, end - 1)) end--;
  const core = chunk.slice(start, end);
  if (core !== '') addCore(core, isOpening, tokens);
  for (let at = end; at < chunk.length; at++) addMark(chunk.charAt(at), tokens);
  const last = chunk.at(-1) ?? '';
  // The sign of an item opens nothing.
  return core === '' || core === '-' || core === '*' ? isOpening : last === '.' || last === ':' || last === '!' || last === '?' || last === '"';
}

function isEdgeMark(chunk: string, at: number): boolean {
  const character = chunk.charAt(at);
  if (!EDGE_MARKS.has(character)) return false;
  // A glob keeps its stars, a relative or hidden path its point.
  if (character === '*') return !chunk.includes('/') && !/\*\./.test(chunk);
  if (character === '.' && at === 0) return !/^\.{1,2}[\w/]/.test(chunk);
  return !(character === ')' && /\(\)$/.test(chunk.slice(0, at + 1)));
}

function addMark(character: string, tokens: Token[]): void {
  if (CLAUSE_MARKS.has(character)) tokens.push({ kind: 'mark', text: character, word: character === ')' || character === '(' ? '(' : character });
}

function addCore(core: string, isOpening: boolean, tokens: Token[]): void {
  const equals = core.indexOf('=');
  if (
    equals > 0 &&
    equals < core.length - 1 &&
    (!/[/[]/.test(core) || /^[A-Z][A-Z0-9_]*=/.test(core)) &&
    !'=<>!'.includes(core.charAt(equals + 1)) &&
    !'<>!'.includes(core.charAt(equals - 1))
  ) {
    addCore(core.slice(0, equals), isOpening, tokens);
    tokens.push({ kind: 'mark', text: '=', word: '=' });
    // `msg="would`
    addCore(core.slice(equals + 1).replace(/^["'](?=[\p{L}\p{N}])/u, ''), false, tokens);
    return;
  }
  tokens.push(tokenOf(core, isOpening));
}

function tokenOf(core: string, isOpening: boolean): Token {
  const word = core.toLowerCase();
  // The month, not the modal.
  if (core === 'May' && !isOpening) return { kind: 'word', text: core, word: 'month-may', isProper: true };
  const clock = CLOCK.exec(word);
  if (clock !== null) return { kind: 'number', text: core, word, quantity: { value: minutesOf(clock[1], clock[2], clock[3]), dimension: 'clock' } };
  const number = NUMBER.exec(core.endsWith('+') ? core.slice(0, -1) : core);
  const quantity = number === null ? undefined : quantityOf(number);
  if (quantity !== undefined) return { kind: 'number', text: core, word, quantity };
  const spelled = NUMBER_WORDS.get(word);
  if (spelled !== undefined && spelled > 0) return { kind: 'number', text: core, word, quantity: { value: spelled, dimension: '' } };
  if (word === 'twice' || word === 'thrice') return { kind: 'number', text: core, word, quantity: { value: word === 'twice' ? 2 : 3, dimension: 'times' } };
  if (WORD.test(core) && !isMixedCase(core)) {
    const base = word.endsWith("'s") ? word.slice(0, -2) : word.endsWith("'") ? word.slice(0, -1) : word;
    const isProper = !isOpening && /^\p{Lu}/u.test(core);
    return isProper ? { kind: 'word', text: core, word: base, isProper } : { kind: 'word', text: core, word: base };
  }
  const owner = /^(.{2,})['’]s$/.exec(core);
  if (owner?.[1] !== undefined) return tokenOf(owner[1], isOpening);
  return UNSPACED.test(core) ? { kind: 'mark', text: core, word: '' } : { kind: 'name', text: core, word };
}

/** `loadUser`, `TypeError`: names of code, which are written one way. */
function isMixedCase(core: string): boolean {
  return /\p{Ll}\p{Lu}/u.test(core);
}

function minutesOf(hours: string | undefined, minutes: string | undefined, half: string | undefined): number {
  const hour = Number(hours);
  const shifted = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour;
  return shifted * 60 + Number(minutes);
}

function quantityOf(match: RegExpExecArray): Quantity | undefined {
  const [, sign, currency, whole = '', fraction = '', rest = ''] = match;
  let value = Number(whole.replaceAll(',', '') + fraction) * (sign === '-' || sign === '−' ? -1 : 1);
  const word = rest.toLowerCase();
  const currencyUnit = UNITS.get(currency ?? '');
  if (word === '' || ORDINALS.has(word)) return { value: value * (currencyUnit?.factor ?? 1), dimension: currencyUnit?.dimension ?? '' };
  const magnitude = MAGNITUDES.get(word);
  if (magnitude !== undefined) return { value: value * magnitude, dimension: currencyUnit?.dimension ?? '' };
  if (rest === 'M') return { value: value * 1e6, dimension: currencyUnit?.dimension ?? '' };
  if (word === 'am' || word === 'pm') return { value: minutesOf(whole, '0', word), dimension: 'clock' };
  if (word === 'x') return { value, dimension: 'times' };
  const unit = UNITS.get(word);
  if (unit === undefined) return undefined;
  value *= unit.factor;
  return { value, dimension: unit.dimension };
}

/** `200 ms`, `1.2 million`, `3:30 pm`: joins a number with the magnitude and the unit behind it. */
function withUnits(raw: readonly Token[]): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < raw.length; at++) {
    const token = raw[at] as Token;
    if (token.quantity === undefined) {
      // `May 09` is the month, at the beginning of a line, too.
      tokens.push(token.text === 'May' && raw[at + 1]?.quantity !== undefined ? { ...token, word: 'month-may', isProper: true } : token);
      continue;
    }
    let { value, dimension } = token.quantity;
    const seconds = secondsOf(token, raw[at + 1]);
    if (seconds !== undefined) {
      tokens.push({ ...token, text: `${token.text} ${raw[++at]?.text}`, quantity: { value: seconds, dimension: 'time' } });
      continue;
    }
    let next = raw[at + 1];
    const before = tokens.at(-1);
    if (dimension === '' && before !== undefined && before.kind === 'word' && CURRENCIES.has(before.word)) {
      dimension = UNITS.get(before.word)?.dimension ?? '';
      tokens.pop();
    }
    const magnitude = next === undefined ? undefined : MAGNITUDES.get(next.word);
    if (magnitude !== undefined && next !== undefined) {
      value *= magnitude;
      next = raw[++at + 1];
    }
    if (next !== undefined && (next.word === 'am' || next.word === 'pm')) {
      value = dimension === 'clock' ? value + (next.word === 'pm' && value < 720 ? 720 : 0) : minutesOf(String(value), '0', next.word);
      dimension = 'clock';
      at++;
    } else if (dimension === '' && next !== undefined && (next.word === 'percentage' || next.word === 'percent') && raw[at + 2]?.word === 'points') {
      dimension = 'points';
      at += 2;
    } else if (dimension === '' && next !== undefined && next.kind !== 'mark') {
      const unit = UNITS.get(next.word);
      if (unit !== undefined) {
        value *= unit.factor;
        dimension = unit.dimension;
        at++;
      }
    } else if (dimension === '' && next?.word === '%') {
      dimension = 'share';
      at++;
    }
    tokens.push({ ...token, quantity: { value, dimension } });
  }
  return tokens;
}

/** `3m 12s`, `1h 5m`: one time. */
function secondsOf(token: Token, next: Token | undefined): number | undefined {
  const first = /^(\d{1,4})([hm])$/.exec(token.word);
  const second = /^(\d{1,2})(m|min|s)$/.exec(next?.word ?? '');
  if (first === null || second === null || first[2] === second[2]) return undefined;
  return Number(first[1]) * (first[2] === 'h' ? 3600 : 60) + Number(second[1]) * (second[2] === 's' ? 1 : 60);
}
