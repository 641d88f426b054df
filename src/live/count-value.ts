import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { isObject } from '../formats/wire-document.ts';

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
 * `usage` replaces it as soon as there is one.
 */
export function countValue(value: unknown, counter: TokenCounter): TokenCount {
  if (typeof value === 'string') return counter.count(value);
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countValue(one, counter), 0);
  if (!isObject(value)) return 1;
  if (IMAGES.has(String(value['type']))) return IMAGE_TOKENS;
  let tokens = BLOCK_TOKENS;
  for (const [key, member] of Object.entries(value)) {
    if (UNREAD.has(key)) continue;
    if (OPAQUE.has(key) && typeof member === 'string') tokens += Math.ceil(member.length / OPAQUE_CHARACTERS_PER_TOKEN);
    else tokens += countValue(member, counter);
  }
  return tokens;
}
