import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { isObject, type JsonObject } from '../formats/wire-document.ts';

/** As in the plan's count: what the wire adds to a block, an image, a character of what only the provider reads. */
const BLOCK_TOKENS = 3;
const IMAGE_TOKENS = 1600;
const OPAQUE_CHARACTERS_PER_TOKEN = 4;

const IMAGES: ReadonlySet<string> = new Set(['image', 'image_url', 'input_image']);
/** Fields that the model does not read as text. */
const UNREAD: ReadonlySet<string> = new Set(['type', 'id', 'tool_use_id', 'call_id', 'tool_call_id', 'cache_control', 'status', 'role']);
const OPAQUE: ReadonlySet<string> = new Set(['signature', 'encrypted_content', 'encrypted_index', 'data', 'file_data']);

/**
 * Tokens of a JSON value of a request, about as the plan counts them: to tell when a compaction is due. The provider's
 * `usage` replaces it as soon as there is one. Not recursive: a model may nest its input as deep as it likes.
 */
export function countValue(value: unknown, counter: TokenCounter): TokenCount {
  let tokens = 0;
  for (const open = [value]; open.length > 0; ) {
    const next = open.pop();
    if (typeof next === 'string') tokens += counter.count(next);
    else if (Array.isArray(next)) for (const one of next) open.push(one);
    else if (isObject(next)) tokens += countObject(next, open);
    else tokens += 1;
  }
  return tokens;
}

/** Of the object itself; what is in it comes to the open values. */
function countObject(object: JsonObject, open: unknown[]): TokenCount {
  if (IMAGES.has(String(object['type']))) return IMAGE_TOKENS;
  let tokens = BLOCK_TOKENS;
  for (const [key, member] of Object.entries(object)) {
    if (UNREAD.has(key)) continue;
    if (OPAQUE.has(key) && typeof member === 'string') tokens += Math.ceil(member.length / OPAQUE_CHARACTERS_PER_TOKEN);
    else open.push(member);
  }
  return tokens;
}
