import type { JsonObject } from '../formats/wire-document.ts';

export type WireRole = 'user' | 'assistant';

/** Which part of which of the host's messages a block stands for. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

/** A block of the request, as its JSON text. */
export interface WireBlock extends PartPlace {
  readonly role: WireRole;
  readonly text: string;
}

/**
 * A host's messages as an Anthropic request that is compacted and never sent: each part of the host is a block or two (a
 * call and its result), and each block is of one part, so that what is decided for blocks can be done to parts.
 */
export class WireRequest {
  readonly blocks: WireBlock[] = [];
  readonly #messages: { readonly role: WireRole; readonly blocks: string[] }[] = [];
  #isOpen = false;
  #hasThinking = false;

  add(role: WireRole, block: JsonObject, place: PartPlace): void {
    const text = wellFormedJson(block);
    this.blocks.push({ ...place, role, text });
    const last = this.#messages.at(-1);
    if (this.#isOpen && last?.role === role) last.blocks.push(text);
    else this.#messages.push({ role, blocks: [text] });
    this.#isOpen = true;
    this.#hasThinking ||= block['type'] === 'thinking';
  }

  /** The next block begins a message. */
  close(): void {
    this.#isOpen = false;
  }

  /** `outputTokens`: what the answer may take. */
  body(outputTokens: number | undefined): string {
    const members = {
      ...(outputTokens === undefined ? {} : { max_tokens: outputTokens }),
      // What live compaction asks for before it changes what stands before thinking.
      ...(this.#hasThinking ? { thinking: { type: 'enabled' } } : {}),
    };
    const messages = this.#messages.map(({ role, blocks }) => `{"role":"${role}","content":[${blocks.join(',')}]}`);
    return `${JSON.stringify(members).slice(0, -1)}${Object.keys(members).length === 0 ? '' : ','}"messages":[${messages.join(',')}]}`;
  }
}

/** How JSON writes half a surrogate pair. */
const HALF_PAIR = /\\ud[89a-f]/;

/** C18: compaction makes a text well-formed, and a block is found again by its letters. */
function wellFormedJson(block: JsonObject): string {
  const text = JSON.stringify(block);
  if (!HALF_PAIR.test(text)) return text;
  return JSON.stringify(block, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
