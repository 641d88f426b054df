import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { hashOf } from './provider-memory.ts';
import { inputItems } from './responses-rules.ts';
import { isWireObject, objectsOf, type WireObject, withoutCacheControl } from './wire-object.ts';

/** How a fake provider counts: with a tokenizer, or one token for four characters. */
export type CountedBy = 'o200k' | 'characters';

/** Tokens of a request in the order in which a provider caches it: tools, instructions, then each message. */
export class RequestSizer {
  readonly #countedBy: CountedBy;
  readonly #counts = new Map<string, number>();
  readonly #prefixes = new Set<string>();

  constructor(countedBy: CountedBy) {
    this.#countedBy = countedBy;
  }

  /** `cachedTokens` are those of the longest prefix that an earlier request had byte for byte, cache breakpoints apart. */
  measure(body: WireObject): { readonly inputTokens: number; readonly cachedTokens: number } {
    let inputTokens = 0;
    let cachedTokens = 0;
    let prefix = String(body['model']);
    for (const piece of piecesOf(body)) {
      const tokens = this.#tokensOf(piece) + 4;
      prefix = hashOf([prefix, withoutCacheControl(piece)]);
      if (this.#prefixes.has(prefix)) cachedTokens += tokens;
      this.#prefixes.add(prefix);
      inputTokens += tokens;
    }
    return { inputTokens, cachedTokens };
  }

  countText(text: string): number {
    if (this.#countedBy === 'characters') return Math.ceil(text.length / 4);
    const known = this.#counts.get(text);
    if (known !== undefined) return known;
    let count = 0;
    // Cut at lines and at 1,000 characters: a long run without a break is quadratic for the tokenizer.
    for (const part of text.match(/[^\n]{1,1000}\n?|\n/g) ?? []) count += encode(part, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;
    this.#counts.set(text, count);
    return count;
  }

  #tokensOf(value: unknown): number {
    if (typeof value === 'string') return this.countText(value);
    if (typeof value === 'number' || typeof value === 'boolean') return 1;
    if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + this.#tokensOf(part), 0);
    if (!isWireObject(value)) return 0;
    if (IMAGES.has(String(value['type']))) return IMAGE_TOKENS;
    return Object.entries(value).reduce((sum, [key, part]) => sum + (UNCOUNTED.has(key) ? 0 : this.#tokensOf(part)), 0);
  }
}

/** An image costs by its area, not by its bytes. */
const IMAGE_TOKENS = 1_500;
const IMAGES = new Set(['image', 'image_url', 'input_image']);
/** Fields that no model reads as text. */
const UNCOUNTED = new Set(['type', 'id', 'role', 'status', 'cache_control', 'signature', 'encrypted_content', 'tool_use_id', 'tool_call_id', 'call_id']);

function piecesOf(body: WireObject): readonly unknown[] {
  const messages = Array.isArray(body['messages']) ? objectsOf(body['messages']) : inputItems(body['input']);
  return [body['tools'], body['system'], body['instructions'], ...messages].filter((piece) => piece !== undefined);
}
