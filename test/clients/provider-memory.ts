import { createHash } from 'node:crypto';

/** What the provider made and expects back unchanged: signatures, reasoning, and responses that it stores. */
export class ProviderMemory {
  /** A signature, with the thinking it was made for and the hash of what came before that. */
  readonly signatures = new Map<string, { readonly thinking: string; readonly prefixHash: string }>();
  /** The signature of the thinking that precedes a call. */
  readonly signatureOfCall = new Map<string, string>();
  /** The reasoning item that an item of the same response needs before it. */
  readonly reasoningOfItem = new Map<string, string>();
  /** The encrypted content of a reasoning item. */
  readonly encryptedOfReasoning = new Map<string, string>();
  /** Input and output of a response that `previous_response_id` may name. */
  readonly stored = new Map<string, readonly unknown[]>();
  #made = 0;

  /** An id that this provider gives once. */
  nextId(prefix: string): string {
    return `${prefix}${String(++this.#made).padStart(6, '0')}`;
  }

  sign(thinking: string, prefixHash: string): string {
    const signature = hashOf([this.nextId('signature-'), thinking, prefixHash]);
    this.signatures.set(signature, { thinking, prefixHash });
    return signature;
  }
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
