import { FormatError } from '../core/errors/format-error.ts';
import { checkJsonLimits } from './json-text.ts';

/** `JSON.parse` within the limits. Errors name line and column and never quote content, as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  checkJsonLimits(text);
  try {
    return JSON.parse(text);
  } catch {
    // The cause is left out on purpose: its message quotes the input.
    const { line, column } = lineAndColumn(text, findSyntaxError(text));
    throw new FormatError({
      code: 'format-invalid',
      what: `The input is not JSON: the first error is at line ${line}, column ${column}`,
      line,
      next: 'Pass a JSON array of messages or a request body.',
    });
  }
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let newline = text.indexOf('\n'); newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) {
    line++;
    lineStart = newline + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

// Sticky and without nested repetition, so each is linear.
const SPACE = /[ \t\n\r]*/y;
const NUMBER_OR_WORD = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const STRING_RUN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Offset of the first character that cannot stand where it does. Only run on text that `JSON.parse` has refused. */
function findSyntaxError(text: string): number {
  const open: string[] = [];
  let expects: 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end' = 'value';
  let position = match(text, SPACE, 0);
  while (position < text.length && expects !== 'end') {
    const character = text[position] ?? '';
    const closing = open.at(-1);
    const mayClose = expects === 'value-or-close' || expects === 'key-or-close' || expects === 'comma-or-close';
    let next: number;
    if (mayClose && character === closing) {
      open.pop();
      next = position + 1;
      expects = open.length === 0 ? 'end' : 'comma-or-close';
    } else if (expects === 'colon') {
      if (character !== ':') return position;
      next = position + 1;
      expects = 'value';
    } else if (expects === 'comma-or-close') {
      if (character !== ',') return position;
      next = position + 1;
      expects = closing === '}' ? 'key' : 'value';
    } else if (expects === 'key' || expects === 'key-or-close') {
      const literal = readString(text, position);
      if (!literal.isValid) return literal.end;
      next = literal.end;
      expects = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      next = position + 1;
      expects = character === '{' ? 'key-or-close' : 'value-or-close';
    } else {
      const scalar = character === '"' ? readString(text, position) : readScalar(text, position);
      if (!scalar.isValid) return scalar.end;
      next = scalar.end;
      expects = open.length === 0 ? 'end' : 'comma-or-close';
    }
    position = match(text, SPACE, next);
  }
  return position;
}

interface Lexeme {
  readonly isValid: boolean;
  readonly end: number;
}

function readScalar(text: string, start: number): Lexeme {
  const end = match(text, NUMBER_OR_WORD, start);
  return { isValid: end > start, end };
}

function readString(text: string, start: number): Lexeme {
  if (text[start] !== '"') return { isValid: false, end: start };
  let position = start + 1;
  for (;;) {
    position = match(text, STRING_RUN, position);
    if (text[position] === '"') return { isValid: true, end: position + 1 };
    const behind = match(text, ESCAPE, position);
    if (behind === position) return { isValid: false, end: position };
    position = behind;
  }
}

function match(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
