import { SECRETS, type SecretRow } from './secrets.ts';
import { hasUnseen, withoutUnseen } from './unseen.ts';

interface FoundSecret {
  readonly kind: string;
  /** Half-open, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** How a replacement begins: its kind may read as a telling name. */
const REPLACED = '[redacted:';
const REPLACED_KIND = /[a-z-]{1,40}\]/y;
const ROWS_BY_OPENING = rowsByOpening();
/** Where a secret may be: one pass for the whole table. Longer openings first, so that each finds its own rows. */
const OPENING = new RegExp(
  [...ROWS_BY_OPENING.keys(), REPLACED]
    .sort((a, b) => b.length - a.length)
    .map((opening) => opening.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
    .join('|'),
  'g',
);

function rowsByOpening(): ReadonlyMap<string, readonly SecretRow[]> {
  const rows = new Map<string, SecretRow[]>();
  for (const row of SECRETS) for (const opening of row.openings) rows.set(opening, [...(rows.get(opening) ?? []), row]);
  return rows;
}

/**
 * The text without secrets, each replaced by `[redacted:<kind>]` (DESIGN §10, P26): for all that holdfast writes of foreign
 * text by itself, never for what is kept or recalled. Again gives the same. Pure; linear.
 */
export function redact(text: string): string {
  const found = secretsIn(text);
  return found.length === 0 ? text : replace(text, found, Number.POSITIVE_INFINITY).text;
}

/** Whether `redact` would change it. */
export function holdsSecret(text: string): boolean {
  return secretsInOnePass(text).length > 0;
}

/** A secret that goes may show another one beside it, and that a third; more are not chained in texts that anybody wrote. */
const MOST_PASSES = 8;
/** Characters by which a secret is known from its opening on, of a longer one the head is enough: for those of four passes. */
const KNOWN_BY_CHARACTERS = 4 * 512;
const LONGEST_OPENING = Math.max(...[...ROWS_BY_OPENING.keys()].map((opening) => opening.length));

/** The first `length` UTF-16 units of the redacted text, of which no more is looked at than needed: no secret is cut before it is known. */
export function redactHead(text: string, length: number): string {
  const head = text.slice(0, length);
  if (!mayHoldSecret(text.slice(0, length + LONGEST_OPENING))) return head;
  for (let reach = length + KNOWN_BY_CHARACTERS; ; reach *= 2) {
    const looked = text.slice(0, reach);
    const redacted = replace(looked, secretsIn(looked), length);
    const beyond = looked.slice(redacted.readTo);
    if (reach >= text.length || (hasUnseen(beyond) ? withoutUnseen(beyond).joined : beyond).length >= KNOWN_BY_CHARACTERS) return redacted.text;
  }
}

function mayHoldSecret(text: string): boolean {
  OPENING.lastIndex = 0;
  return OPENING.test(text) || hasUnseen(text);
}

/** `readTo`: how far the source was read for so many units. */
function replace(text: string, found: readonly FoundSecret[], length: number): { readonly text: string; readonly readTo: number } {
  const parts: string[] = [];
  let written = 0;
  let end = 0;
  for (const secret of found) {
    if (written + secret.start - end >= length) break;
    const replacement = replacementOf(secret);
    parts.push(text.slice(end, secret.start), replacement);
    written += secret.start - end + replacement.length;
    end = secret.end;
  }
  parts.push(text.slice(end));
  return { text: parts.join('').slice(0, length), readTo: Math.min(text.length, end + Math.max(0, length - written)) };
}

/**
 * By their start, none within another. Where one is replaced, what stood before it may read as another: a value that
 * ends in a key is no name of code any more once the key is gone. So what is left is read again.
 */
function secretsIn(text: string): readonly FoundSecret[] {
  let found = secretsInOnePass(text);
  for (let pass = 1; pass < MOST_PASSES && found.length > 0; pass += 1) {
    const shown = secretsInOnePass(replace(text, found, Number.POSITIVE_INFINITY).text);
    if (shown.length === 0) break;
    found = withoutOverlaps([...inSource(shown, found), ...found]);
  }
  return found;
}

/** Where those stand in the source that were found with others replaced. One that touches a replacement takes all of it. */
function inSource(shown: readonly FoundSecret[], replaced: readonly FoundSecret[]): readonly FoundSecret[] {
  let next = 0;
  let length = 0;
  let end = 0;
  /** In rising order of `place`. */
  const sourceOf = (place: number, side: 'start' | 'end') => {
    for (let secret = replaced[next]; secret !== undefined; secret = replaced[next]) {
      const opens = length + secret.start - end;
      const closes = opens + replacementOf(secret).length;
      if (side === 'start' ? place < opens : place <= opens) break;
      if (place < closes) return secret[side];
      next += 1;
      length = closes;
      end = secret.end;
    }
    return end + place - length;
  };
  return shown.map(({ kind, start, end: last }) => ({ kind, start: sourceOf(start, 'start'), end: sourceOf(last, 'end') }));
}

function replacementOf(secret: FoundSecret): string {
  return `[redacted:${secret.kind}]`;
}

/**
 * By their start, none within another. What nobody sees may stand within a secret, or hide where one begins: so the text
 * is read once without it, and once with blanks in its place.
 */
function secretsInOnePass(text: string): readonly FoundSecret[] {
  if (!hasUnseen(text)) return seenSecretsIn(text);
  const { joined, blanked, placeOf } = withoutUnseen(text);
  const hidden = seenSecretsIn(joined).map(({ kind, start, end }) => ({ kind, start: placeOf(start), end: placeOf(end - 1) + 1 }));
  return withoutOverlaps([...seenSecretsIn(blanked), ...hidden]);
}

/** What stands before a secret and tells it (a user, a name) may hold one, too. */
function seenSecretsIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const last = found.at(-1);
    if (last !== undefined && opening.index >= last.start && opening.index < last.end) OPENING.lastIndex = last.end;
    else if (opening[0] === REPLACED) passReplaced(text);
    else {
      const secret = secretAt(text, opening.index, ROWS_BY_OPENING.get(opening[0]) ?? []);
      if (secret !== undefined) found.push(secret);
    }
  }
  return withoutOverlaps(found);
}

function passReplaced(text: string): void {
  REPLACED_KIND.lastIndex = OPENING.lastIndex;
  if (REPLACED_KIND.test(text)) OPENING.lastIndex = REPLACED_KIND.lastIndex;
}

function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  if (found.length < 2) return found;
  const apart: FoundSecret[] = [];
  for (const secret of found.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || secret.start >= last.end) apart.push(secret);
    else if (secret.end > last.end) apart[apart.length - 1] = { ...last, end: secret.end };
  }
  return apart;
}

function secretAt(text: string, index: number, rows: readonly SecretRow[]): FoundSecret | undefined {
  for (const row of rows) {
    row.form.lastIndex = index;
    const groups = row.form.exec(text)?.groups;
    if (groups === undefined) continue;
    const kept = groups['kept'] ?? '';
    const secret = groups['secret'] ?? '';
    if (row.accepts?.(secret, kept) === false) continue;
    const start = index + kept.length;
    row.rest.lastIndex = start + secret.length;
    row.rest.exec(text);
    return { kind: row.kind, start, end: Math.max(start + secret.length, row.rest.lastIndex) };
  }
  return undefined;
}
