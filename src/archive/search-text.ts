/**
 * A span's text for search as it is stored. Most often the text stands in a raw, escaped as JSON: then only its place is
 * stored, after what stands before it (an exchange's text has the call before the result). This halves what is packed.
 */
export type StoredText = string | readonly [head: string, rawIndex: number, start: number, length: number];

/** A shorter rest is not worth a place. */
const REST_CHARACTERS_MIN = 64;

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
  const escaped = JSON.stringify(rest).slice(1, -1);
  for (const [index, raw] of raws.entries()) {
    const start = raw.indexOf(escaped);
    if (start !== -1) return [head, index, start, escaped.length];
  }
  return undefined;
}

/** The text again. `undefined` where it does not fit the raws: the archive is damaged. */
export function restoreText(stored: unknown, raws: readonly string[]): string | undefined {
  if (typeof stored === 'string') return stored;
  if (!Array.isArray(stored)) return undefined;
  const [head, index, start, length] = stored as readonly unknown[];
  if (typeof head !== 'string' || typeof index !== 'number' || typeof start !== 'number' || typeof length !== 'number') return undefined;
  try {
    return head + (JSON.parse(`"${(raws[index] ?? '"').slice(start, start + length)}"`) as string);
  } catch {
    return undefined;
  }
}
