import type { ArchivedSpan } from './archive.ts';
import { keyedNames, spanContent } from './handle.ts';
import { rawHash, type SplitSpan, splitSpan } from './record.ts';

/** A span taken apart, with all the names that come of it. */
export interface NamedSpan extends SplitSpan {
  readonly rawHashes: readonly string[];
  readonly handle: string;
}

/**
 * Takes spans apart under one tenant's key, each object once: whoever asks for a handle puts the same span soon after,
 * and hashing it again takes longer than writing it. What is kept is what the handle was made of, so a span that is
 * changed between (its type forbids it) is stored as it was named.
 */
export class NamedSpans {
  readonly #nameOf: (content: string) => string;
  readonly #known = new WeakMap<ArchivedSpan, NamedSpan>();

  constructor(tenantKey: string | Uint8Array) {
    this.#nameOf = keyedNames(tenantKey);
  }

  of(span: ArchivedSpan): NamedSpan {
    const known = this.#known.get(span);
    if (known !== undefined) return known;
    const { record, raws } = splitSpan(span);
    const rawHashes = raws.map(rawHash);
    const named = { record, raws, rawHashes, handle: this.#nameOf(spanContent(record, rawHashes)) };
    this.#known.set(span, named);
    return named;
  }
}
