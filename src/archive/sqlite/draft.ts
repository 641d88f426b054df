import { encodingOf, PACK_BYTES } from '../codec.ts';
import type { StoredText } from '../search-text.ts';
import { addPlace, type PackRow, type Places, packRow } from './pack.ts';

/** What goes into the file in one transaction. Raws are compressed before it begins; numbers are given in it. */
export interface Draft {
  readonly packs: readonly DraftPack[];
  /** Hashes of the new raws, in the order of writing. */
  readonly rawHashes: readonly string[];
  readonly spans: readonly NewSpan[];
}

export interface DraftPack {
  /** Index of its first raw among all of the draft. */
  readonly firstRaw: number;
  readonly row: PackRow;
}

/** A raw of a new span: index among the draft's own, or the hash of one that the archive has. */
export type DraftRaw = number | string;

export interface NewSpan {
  readonly handle: string;
  readonly isLoose: boolean;
  /** Came by `import`: its handle was made with another archive's key. */
  readonly isImported: boolean;
  readonly raws: readonly DraftRaw[];
  /** As `splitSpan` made it. */
  readonly record: string;
  readonly text: StoredText;
}

const LARGE_BUFFER_BYTES = 8 * PACK_BYTES;

/** Collects spans, and raws into packs. */
export class DraftBuilder {
  readonly #packs: DraftPack[] = [];
  /** Index of each raw by its hash. */
  readonly #rawIndexes = new Map<string, number>();
  readonly #spans: NewSpan[] = [];
  /** The open pack, and how many bytes of it are used. Used again for the next: a buffer a raw is garbage to collect. */
  #open = Buffer.allocUnsafe(2 * PACK_BYTES);
  #openBytes = 0;
  #places: Places = [];
  /** Index of the open pack's first raw. */
  #firstRaw = 0;

  get closedPackCount(): number {
    return this.#packs.length;
  }

  get spanCount(): number {
    return this.#spans.length;
  }

  /** The same raw is kept once. Returns its index. */
  addRaw(hash: string, raw: string): number {
    const known = this.#rawIndexes.get(hash);
    if (known !== undefined) return known;
    if (this.#openBytes >= PACK_BYTES) this.#closePack();
    const index = this.#rawIndexes.size;
    this.#rawIndexes.set(hash, index);
    const encoding = encodingOf(raw);
    const start = this.#openBytes;
    // UTF-8 takes at most three bytes for a UTF-16 unit: enough room spares counting them first.
    if (this.#open.length - start < 3 * raw.length) this.#enlarge(start + 3 * raw.length);
    const length = this.#open.write(raw, start, encoding);
    addPlace(this.#places, index - this.#firstRaw, length, encoding);
    this.#openBytes += length;
    return index;
  }

  /** The index of a raw that was added; `undefined` where it was not. */
  rawIndex(hash: string): number | undefined {
    return this.#rawIndexes.get(hash);
  }

  addSpan(span: NewSpan): void {
    this.#spans.push(span);
  }

  finish(): Draft {
    this.#closePack();
    return { packs: this.#packs, rawHashes: [...this.#rawIndexes.keys()], spans: this.#spans };
  }

  #enlarge(byteCount: number): void {
    const larger = Buffer.allocUnsafe(byteCount);
    this.#open.copy(larger, 0, 0, this.#openBytes);
    this.#open = larger;
  }

  #closePack(): void {
    if (this.#places.length === 0) return;
    this.#packs.push({ firstRaw: this.#firstRaw, row: packRow(this.#places, this.#open.subarray(0, this.#openBytes)) });
    // A very large raw does not keep its memory.
    if (this.#open.length > LARGE_BUFFER_BYTES) this.#open = Buffer.allocUnsafe(2 * PACK_BYTES);
    this.#openBytes = 0;
    this.#places = [];
    this.#firstRaw = this.#rawIndexes.size;
  }
}
