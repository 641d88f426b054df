import type { Media } from './span.ts';

/** A number of tokens, as the receipt's tokenizer counts them. */
export type TokenCount = number;

/** Counts the tokens of a text. Deterministic, synchronous, and linear in the length of the text (C24). */
export interface TokenCounter {
  /** Stands in the receipt, as `o200k_base`. */
  readonly name: string;
  count(text: string): TokenCount;
  /** What an image or a document takes; where it is not given, by the providers' documents. */
  countMedia?(media: Media): TokenCount;
}
