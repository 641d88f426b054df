import { Readable } from 'node:stream';
import { editMembers, memberNamed, readContainer, valueText } from '../formats/json-text.ts';
import type { UpstreamAnswer } from './recall-seam.ts';

/** What a provider says of thinking behind another prefix; a refusal is short. */
const BINDING = /binding/i;
const REFUSAL_BYTES = 65_536;

/**
 * Whether the provider refused a request because its thinking is bound to another prefix, and the answer, which was read
 * for that, to be passed on.
 */
export async function readRefusal(answer: UpstreamAnswer): Promise<{ readonly isBinding: boolean; readonly answer: UpstreamAnswer }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > REFUSAL_BYTES) break;
  }
  return { isBinding: BINDING.test(Buffer.concat(parts).toString('latin1')), answer: { ...answer, body: Readable.from(readOn(parts, answer.body)) } };
}

/** What was read, and the rest of a refusal that is longer than any that is known: its length was told to the client. */
async function* readOn(parts: readonly Buffer[], rest: Readable): AsyncGenerator<Buffer> {
  yield* parts;
  yield* rest;
}

/**
 * The request with leave for the provider to drop thinking that is bound to another prefix (Anthropic's rule 7). Where the
 * client said what it wants of it, that stands.
 */
export function allowingDrops(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
  const body = Buffer.concat(chunks).toString('utf8');
  const thinking = memberNamed(readContainer(body), 'thinking');
  if (thinking === undefined || body[thinking.valueStart] !== '{') return chunks;
  const value = valueText(body, thinking);
  if (memberNamed(readContainer(value), 'block_binding') !== undefined) return chunks;
  const allowed = editMembers(value, new Map([['block_binding', '{"prefix_mismatch_behavior":"drop_block"}']]));
  return [Buffer.from(editMembers(body, new Map([['thinking', allowed]])))];
}

/** Conversations whose provider binds thinking: asked once, known from then on. */
export class BindingConversations {
  readonly #names = new Set<string>();

  has(conversationId: string | undefined): boolean {
    return conversationId !== undefined && this.#names.has(conversationId);
  }

  add(conversationId: string | undefined): void {
    if (conversationId === undefined) return;
    this.#names.add(conversationId);
    for (const oldest of this.#names) {
      if (this.#names.size <= NAMES_MAX) return;
      this.#names.delete(oldest);
    }
  }
}

const NAMES_MAX = 10_000;
