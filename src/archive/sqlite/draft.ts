import { createHash } from 'node:crypto';
import { CODEC, compressPack, encodingOf, PACK_BYTES, type TextEncoding } from '../codec.ts';
import type { StoredText } from '../search-text.ts';

/** What goes into the file in one transaction, compressed before it begins. */
export interface Draft {
  readonly packs: readonly DraftPack[];
  readonly raws: readonly (DraftPlace & { readonly hash: string; readonly encoding: TextEncoding })[];
  readonly spans: readonly (DraftPlace & NewSpan)[];
}

export interface DraftPack {
  readonly codec: string;
  readonly byteCount: number;
  readonly hash: Buffer;
  readonly bytes: Buffer;
}

/** Where something lies: index into the draft's packs, and bytes in it. */
export interface DraftPlace {
  readonly pack: number;
  readonly start: number;
  readonly length: number;
}

interface NewSpan {
  readonly handle: string;
  readonly isLoose: boolean;
  /** Came by `import`: its handle was made with another archive's key. */
  readonly isImported: boolean;
  readonly rawHashes: readonly string[];
}

const LARGE_BUFFER_BYTES = 16 * PACK_BYTES;

/** Collects spans and raws into packs. Put a span's raws before the span: they lie in one pack, and compress well. */
export class DraftBuilder {
  readonly #packs: DraftPack[] = [];
  readonly #raws = new Map<string, Draft['raws'][number]>();
  readonly #spans: Draft['spans'][number][] = [];
  /** The open pack, and how many bytes of it are used. Used again for the next: a buffer a span is garbage to collect. */
  #open = Buffer.allocUnsafe(2 * PACK_BYTES);
  #openBytes = 0;

  get closedPackCount(): number {
    return this.#packs.length;
  }

  addRaw(hash: string, raw: string): void {
    if (this.#raws.has(hash)) return;
    const encoding = encodingOf(raw);
    this.#raws.set(hash, { hash, encoding, ...this.#append(raw, encoding) });
  }

  /** `record` from `splitSpan`; with it lies the text for search, as only there it is needed. */
  addSpan(span: NewSpan & { readonly record: string; readonly text: StoredText }): void {
    const { record, text, ...rest } = span;
    this.#spans.push({ ...rest, ...this.#append(`${record}\n${JSON.stringify(text)}`, 'utf8') });
  }

  finish(): Draft {
    this.#closePack();
    return { packs: this.#packs, raws: [...this.#raws.values()], spans: this.#spans };
  }

  #append(text: string, encoding: TextEncoding): DraftPlace {
    if (this.#openBytes >= PACK_BYTES) this.#closePack();
    const start = this.#openBytes;
    const length = Buffer.byteLength(text, encoding);
    if (start + length > this.#open.length) {
      const larger = Buffer.allocUnsafe(start + length);
      this.#open.copy(larger, 0, 0, start);
      this.#open = larger;
    }
    this.#open.write(text, start, encoding);
    this.#openBytes += length;
    return { pack: this.#packs.length, start, length };
  }

  #closePack(): void {
    if (this.#openBytes === 0) return;
    const plain = this.#open.subarray(0, this.#openBytes);
    this.#packs.push({ ...describe(plain), bytes: compressPack(plain) });
    // A very large raw does not keep its memory.
    if (this.#open.length > LARGE_BUFFER_BYTES) this.#open = Buffer.allocUnsafe(2 * PACK_BYTES);
    this.#openBytes = 0;
  }
}

/** Of a pack before compression: what is stored beside it. */
export function describe(plain: Buffer): Omit<DraftPack, 'bytes'> {
  return { codec: CODEC, byteCount: plain.length, hash: createHash('sha256').update(plain).digest() };
}
