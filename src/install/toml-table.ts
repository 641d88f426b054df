import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import type { ConfigError } from '../core/errors/config-error.ts';
import { brokenConfigAt, unfitConfig } from './broken-config.ts';
import { type Grown, grow } from './insertions.ts';
import { lineEndingOf } from './line-ending.ts';

/** A table of ours in a TOML config, between two comments by which it is found again. */
export interface TomlAddition {
  /** As `mcp_servers.holdfast`. */
  readonly table: readonly [string, string];
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

const OPENING = '# >>> holdfast: put in by `holdfast install`, taken out by `holdfast install --undo`';
const CLOSING = '# <<< holdfast';

/** @throws ConfigError with the line where the text is no TOML. Its own message repeats lines of the file, so it is not told. */
function readToml(path: string, text: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    throw brokenConfigAt(path, cause.line, cause.column, 'this is no TOML');
  }
}

export function tomlTableIn(path: string, text: string, [outer, inner]: TomlAddition['table']): unknown {
  const found = readToml(path, text)[outer];
  return typeof found === 'object' && found !== null ? (found as TomlTable)[inner] : undefined;
}

/** Puts the table in at the end: there it cannot take keys of others in. All else of the config says what it said. */
export function addTable(path: string, grown: Grown, addition: TomlAddition): Grown {
  const { text } = grown;
  const eol = lineEndingOf(text);
  const isBlank = text.replace(/^\uFEFF/, '').trim() === '';
  const lead = isBlank ? '' : text.endsWith('\n') ? eol : eol + eol;
  const after = grow(grown, { offset: text.length, text: `${lead}${blockLines(addition).join(eol)}${eol}` });
  checkRest(path, text, after.text, addition);
  return after;
}

function blockLines({ table, values }: TomlAddition): readonly string[] {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value).replaceAll('","', '", "')}`);
  return [OPENING, `[${table.join('.')}]`, ...lines, CLOSING];
}

function checkRest(path: string, before: string, after: string, { table: [outer, inner] }: TomlAddition): void {
  const name = `${outer}.${inner}`;
  const whole = readTableOrRefuse(path, after, name);
  // In a list of tables it would be a part of the last one.
  if (Array.isArray(whole[outer])) throw unfitTable(path, name);
  const tables = whole[outer] as TomlTable;
  delete tables[inner];
  const was = readToml(path, before);
  if (Object.keys(tables).length === 0 && was[outer] === undefined) delete whole[outer];
  if (!isDeepStrictEqual(whole, was)) throw new Error('install: a table at the end of a TOML config changes nothing else of it');
}

/** Where `mcp_servers` is one inline table, or made of dotted keys, TOML lets no table be added to it. */
function readTableOrRefuse(path: string, text: string, name: string): TomlTable {
  try {
    return readToml(path, text);
  } catch {
    throw unfitTable(path, name);
  }
}

function unfitTable(path: string, name: string): ConfigError {
  return unfitConfig(
    path,
    `The table [${name}] cannot be added to what is there`,
    `Write the tables beside it as [tables] of their own, and run the command again.`,
  );
}

/** The text without the block that `addTable` made; as it is where there is none. */
export function removeTable(text: string): string {
  const start = lastLineStart(text, OPENING);
  const close = start === undefined ? -1 : text.indexOf(CLOSING, start);
  if (start === undefined || close === -1) return text;
  const newline = text.indexOf('\n', close);
  const rest = newline === -1 ? '' : text.slice(newline + 1);
  // The blank line before it came with it.
  return text.slice(0, start).replace(/(\r?\n)\r?\n$/, '$1') + rest;
}

/** The last one: of an earlier block the user may have left that line alone, with a config of his behind it. */
function lastLineStart(text: string, line: string): number | undefined {
  const at = text.lastIndexOf(line);
  return at === -1 || (at > 0 && !['\n', '\uFEFF'].includes(text[at - 1] ?? '')) ? undefined : at;
}
