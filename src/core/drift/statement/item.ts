import type { Finding } from '../drift.ts';
import { holdsName } from '../names.ts';
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
  /** Keys of what a name is made of. */
  readonly parts: readonly string[];
}

/** Whether what a line has bears out what a statement has. */
export function isSameItem(one: Item, said: Item): boolean {
  if (said.kind === 'number')
    return one.kind === 'number' ? isSameNumber(one, said) : one.kind === 'name' && (one.text.includes(`:${said.text}`) || one.text.includes(`(${said.text}`));
  if (one.kind === 'number') return false;
  if (said.state !== undefined && one.kind === 'word') {
    // `paid` is not `payment`, though of one family.
    if (one.state === undefined) return one.key === said.key && begins(one, said, 3);
    if (one.state.axis !== said.state.axis || one.state.isPositive !== said.state.isPositive) return false;
    if (begins(one, said, 4)) return true;
  }
  return one.key === said.key || one.parts.includes(said.key) || (said.kind === 'name' && isWithin(said, one));
}

/** Characters of a name that are left aside where it is looked for: `./`, `()`, `v`. */
const LEFT_ASIDE = 5;

function isWithin(said: Item, one: Item): boolean {
  return one.text.length + LEFT_ASIDE >= said.text.length && holdsName(one.text.toLowerCase(), said.text);
}

function begins(one: Item, other: Item, length: number): boolean {
  return one.text.slice(0, length).toLowerCase() === other.text.slice(0, length).toLowerCase();
}

function isSameNumber(one: Item, said: Item): boolean {
  const [a, b] = [one.quantity, said.quantity];
  if (a?.dimension === b?.dimension) return a?.value === b?.value;
  // `took 27` is `27 minutes`: one of them has no unit.
  if (a?.dimension !== '' && b?.dimension !== '') return false;
  return a?.value === b?.value || digitsOf(one) === digitsOf(said);
}

function digitsOf(item: Item): string {
  return item.text.replace(/[^\d.]/g, '') || item.text;
}

/** What could stand in the place of what: a version for a version, a path for a path. */
function shapeOf(item: Item): string {
  if (item.kind === 'number') return `number ${item.quantity?.dimension ?? ''}`;
  if (item.state !== undefined) return 'state';
  if (item.kind === 'word') return item.isProper ? 'proper' : item.text.includes('-') ? 'name' : 'word';
  if (item.key.includes(' ')) return 'title';
  if (item.text.includes('/')) return 'path';
  if (/^v?\d+(?:\.\d+)+/.test(item.text)) return 'version';
  if (/\.\w{1,5}$/.test(item.text)) return 'file';
  // `LNK2019`, `E0308`: what it is called, beside what it is about.
  if (/^\p{Lu}{1,5}\d{2,5}$/u.test(item.text)) return 'code';
  return /\d/.test(item.text) ? 'id' : 'name';
}

/** Whether one has a shape by which it can be told from others of its kind. */
export function hasShape(item: Item): boolean {
  return shapeOf(item) !== 'word';
}

export function isName(item: Item): boolean {
  return item.kind === 'name' || item.isProper;
}

/** Whether what a line has could stand where the statement has something else. */
export function isRival(said: Item, one: Item): boolean {
  const shape = shapeOf(said);
  if (shape === 'word' || shape !== shapeOf(one) || isSameItem(one, said)) return false;
  return said.state === undefined || said.state.axis !== one.state?.axis || said.state.isPositive !== one.state.isPositive;
}

export function kindOf(item: Item): Finding['kind'] {
  if (item.kind === 'number') return 'number';
  return item.state === undefined ? 'scope' : 'state';
}
