import type { Finding } from '../drift.ts';
import type { Quantity } from '../tokens.ts';

/** A word with content, a name or a number, of a statement or of a line of its source. */
export interface Item {
  readonly kind: 'word' | 'name' | 'number';
  /** Under which it is compared: the key of a word, a name in lower case, empty for a number. */
  readonly key: string;
  readonly text: string;
  /** Its place among the tokens. */
  readonly at: number;
  readonly quantity?: Quantity | undefined;
  readonly state?: { readonly axis: string; readonly isPositive: boolean } | undefined;
  readonly isProper: boolean;
  /** Says only what was done or where it stood: `reported`, `file`. */
  readonly isFrame: boolean;
}

/** What could stand in the place of what: a version for a version, a path for a path. */
function shapeOf(item: Item): string {
  if (item.kind === 'number') return `number ${item.quantity?.dimension ?? ''}`;
  if (item.state !== undefined) return 'state';
  if (item.kind === 'word') return item.isProper ? 'proper' : item.text.includes('-') ? 'name' : 'word';
  if (item.key.length === 1) return 'letter';
  if (item.text.includes('/')) return 'path';
  if (/^v?\d+(?:\.\d+)+/.test(item.text)) return 'version';
  if (/\.\w{1,5}$/.test(item.text)) return 'file';
  // `LNK2019`, `E0308`: what it is called, beside what it is about.
  if (/^\p{Lu}{1,5}\d{2,5}$/u.test(item.text)) return 'code';
  return /\d/.test(item.text) ? 'id' : 'name';
}

export function isName(item: Item): boolean {
  return item.kind === 'name' || item.isProper;
}

function isSame(said: Item, one: Item): boolean {
  return said.key === one.key && said.quantity?.value === one.quantity?.value && said.quantity?.dimension === one.quantity?.dimension;
}

/** Whether what a line has could stand where the statement has something else. */
export function isRival(said: Item, one: Item): boolean {
  const shape = shapeOf(said);
  if (shape === 'word' || shape !== shapeOf(one) || isSame(said, one)) return false;
  return said.state === undefined || said.state.axis !== one.state?.axis || said.state.isPositive !== one.state.isPositive;
}

export function kindOf(item: Item): Finding['kind'] {
  if (item.kind === 'number') return 'number';
  return item.state === undefined ? 'scope' : 'state';
}
