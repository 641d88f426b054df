import { isObject, type JsonObject } from '../formats/wire-document.ts';

/** `undefined` for a text without a word: the wire refuses it (Anthropic's rule 11), and hosts leave it out. */
export function textBlock(text: unknown): JsonObject | undefined {
  return typeof text === 'string' && /\S/.test(text) ? { type: 'text', text } : undefined;
}

/** Of a text that is cut: no block of it is long enough to be taken for an attachment (E3a). */
const BLOCK_CHARACTERS = 2_000;

/**
 * A summary, or a note of ours: it has what stands nowhere else, so as blocks of plain text it is protected whole, however
 * long it is. Cut at the ends of lines.
 */
export function textBlocks(text: string): readonly JsonObject[] {
  const pieces: string[] = [];
  let open = '';
  for (const line of text.split(/(?<=\n)/)) {
    if (/\S/.test(open) && open.length + line.length > BLOCK_CHARACTERS) {
      pieces.push(open);
      open = '';
    }
    open += line;
  }
  return [...pieces, open].flatMap((piece) => defined(textBlock(piece)));
}

export function imageBlock(mimeType: unknown, base64: string): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: String(mimeType), data: base64 } };
}

export function callBlock(id: string, name: unknown, input: unknown): JsonObject {
  return { type: 'tool_use', id, name: String(name), input: isObject(input) ? input : {} };
}

export function resultBlock(id: string, content: readonly JsonObject[], isError: boolean): JsonObject {
  return { type: 'tool_result', tool_use_id: id, ...(content.length === 0 ? {} : { content }), ...(isError ? { is_error: true } : {}) };
}

export function defined<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((one: unknown) => (isObject(one) ? one : {})) : [];
}

export function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}

/** The sum of counts that are told; `undefined` where it is none. */
export function sumOf(counts: readonly unknown[]): number | undefined {
  const sum = counts.reduce((total: number, count) => total + (typeof count === 'number' && Number.isFinite(count) ? count : 0), 0);
  return sum > 0 ? sum : undefined;
}

/** Models of some providers name their calls anew in each answer (`call_0`): on this wire a name is given once. */
export class CallIds {
  readonly #counts = new Map<string, number>();

  next(hostId: unknown): string {
    const id = typeof hostId === 'string' && hostId !== '' ? hostId : 'call';
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  }
}
