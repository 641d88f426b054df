/**
 * A span's text for search as it is stored. Most often the text stands in a raw, escaped as JSON: then only its place is
 * stored, after what stands before it (an exchange's text has the call before the result). This halves what is packed.
 */
export type StoredText = string | readonly [head: string, rawIndex: number, start: number, length: number];

/** A shorter rest is not worth a place. */
const REST_CHARACTERS_MIN = 64;
/** By these the place is sought, escaped; whether the rest follows is then proven without escaping it. */
const PROBE_CHARACTERS = 32;
/** A raw may hold the probe more often than this; the text is then stored as it is. */
const PROBES_MAX = 16;

export function shortenText(text: string, raws: readonly string[]): StoredText {
  if (text.length < REST_CHARACTERS_MIN) return text;
  return placed('', text, raws) ?? afterFirstLine(text, raws) ?? text;
}

function afterFirstLine(text: string, raws: readonly string[]): StoredText | undefined {
  const end = text.indexOf('\n') + 1;
  if (end === 0 || text.length - end < REST_CHARACTERS_MIN) return undefined;
  return placed(text.slice(0, end), text.slice(end), raws);
}

function placed(head: string, rest: string, raws: readonly string[]): StoredText | undefined {
  const probe = JSON.stringify(rest.slice(0, PROBE_CHARACTERS)).slice(1, -1);
  for (const [index, raw] of raws.entries()) {
    let start = raw.indexOf(probe);
    for (let tries = 0; start !== -1 && tries < PROBES_MAX; tries++) {
      const end = endOfText(rest, raw, start);
      if (end !== undefined) return [head, index, start, end - start];
      start = raw.indexOf(probe, start + 1);
    }
  }
  return undefined;
}

const ESCAPED: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const HEX_UNIT = /^[0-9a-fA-F]{4}$/;

/** What JSON's escape at this place stands for, and where it ends. */
function escapeAt(raw: string, place: number): { readonly unit: string; readonly end: number } | undefined {
  const letter = raw[place + 1] ?? '';
  const unit = ESCAPED[letter];
  if (unit !== undefined) return { unit, end: place + 2 };
  const hex = letter === 'u' ? raw.slice(place + 2, place + 6) : '';
  return HEX_UNIT.test(hex) ? { unit: String.fromCharCode(Number.parseInt(hex, 16)), end: place + 6 } : undefined;
}

/**
 * Where `raw` has said `text` from `start` on, in JSON's escapes; `undefined` where it says something else. It compares
 * from escape to escape: half the time of escaping the text to seek it (`bench/archive.ts`).
 */
function endOfText(text: string, raw: string, start: number): number | undefined {
  let place = start;
  let done = 0;
  while (done < text.length) {
    const next = raw.indexOf('\\', place);
    const length = Math.min(text.length - done, (next === -1 ? raw.length : next) - place);
    if (text.slice(done, done + length) !== raw.slice(place, place + length)) return undefined;
    done += length;
    place += length;
    if (done === text.length) break;
    const escaped = escapeAt(raw, place);
    if (place !== next || escaped === undefined || text[done] !== escaped.unit) return undefined;
    done++;
    place = escaped.end;
  }
  return place;
}

/** What `endOfText` compared with. Not `JSON.parse`: a raw need not be JSON, and may have a quote in the place. */
function unescapeText(raw: string): string | undefined {
  const parts: string[] = [];
  for (let place = 0; place < raw.length; ) {
    const next = raw.indexOf('\\', place);
    parts.push(raw.slice(place, next === -1 ? raw.length : next));
    if (next === -1) break;
    const escaped = escapeAt(raw, next);
    if (escaped === undefined || escaped.end > raw.length) return undefined;
    parts.push(escaped.unit);
    place = escaped.end;
  }
  return parts.join('');
}

/** The text again. `undefined` where it does not fit the raws: the archive is damaged. */
export function restoreText(stored: unknown, raws: readonly string[]): string | undefined {
  if (typeof stored === 'string') return stored;
  if (!Array.isArray(stored)) return undefined;
  const [head, index, start, length] = stored as readonly unknown[];
  if (typeof head !== 'string' || typeof index !== 'number' || typeof start !== 'number' || typeof length !== 'number') return undefined;
  const raw = raws[index];
  if (raw === undefined || start < 0 || length < 0 || start + length > raw.length) return undefined;
  const rest = unescapeText(raw.slice(start, start + length));
  return rest === undefined ? undefined : head + rest;
}
