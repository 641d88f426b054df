import { createHash } from 'node:crypto';
import { CODEC, compressPack, decodeText, decompress, type TextEncoding } from '../codec.ts';
import { damaged } from '../failures.ts';

/** A pack as its row has it, without its number. */
export interface PackRow {
  readonly codec: string;
  readonly byteCount: number;
  /** JSON: three numbers a raw. */
  readonly places: string;
  /** SHA-256 over places and bytes as they are stored. */
  readonly hash: Buffer;
  readonly bytes: Buffer;
}

/** Of each raw its number counted from the pack's, its length in bytes, and 0 for UTF-8 or 1 for UTF-16; they lie one after the other. */
export type Places = number[];

export function addPlace(places: Places, offset: number, length: number, encoding: TextEncoding): void {
  places.push(offset, length, encoding === 'utf8' ? 0 : 1);
}

/** Compresses on this thread; `plain` may be used again afterwards. */
export function packRow(entries: Places, plain: Buffer): PackRow {
  const places = JSON.stringify(entries);
  const bytes = compressPack(plain);
  return { codec: CODEC, byteCount: plain.length, places, hash: packHash(places, bytes), bytes };
}

export function packHash(places: string, bytes: Buffer): Buffer {
  return createHash('sha256').update(places).update('\n').update(bytes).digest();
}

/** A pack that was read: raws by their numbers. */
export class Pack {
  readonly #id: number;
  readonly #plain: Buffer;
  readonly #places = new Map<number, { readonly start: number; readonly length: number; readonly encoding: TextEncoding }>();

  constructor(id: number, row: PackRow) {
    this.#id = id;
    this.#plain = decompress(row.codec, row.bytes, row.byteCount, `pack ${id}`);
    const places = parsePlaces(row.places, id);
    let start = 0;
    for (let index = 0; index < places.length; index += 3) {
      const [offset = 0, length = 0, encoding = 0] = places.slice(index, index + 3);
      this.#places.set(id + offset, { start, length, encoding: encoding === 0 ? 'utf8' : 'utf16le' });
      start += length;
    }
    if (start !== this.#plain.length) throw damaged('The entries of a pack do not fill it', `pack ${id}`);
  }

  get byteCount(): number {
    return this.#plain.length;
  }

  get ids(): readonly number[] {
    return [...this.#places.keys()];
  }

  holds(rawId: number): boolean {
    return this.#places.has(rawId);
  }

  rawOf(rawId: number): string | undefined {
    const place = this.#places.get(rawId);
    if (place === undefined) return undefined;
    return decodeText(place.encoding, this.#plain.subarray(place.start, place.start + place.length), `pack ${this.#id}`);
  }

  /** The pack with only these, under the same number; `undefined` where nothing is left. */
  only(isKept: (rawId: number) => boolean): PackRow | undefined {
    const places: Places = [];
    const parts: Buffer[] = [];
    for (const [id, { start, length, encoding }] of this.#places) {
      if (!isKept(id)) continue;
      addPlace(places, id - this.#id, length, encoding);
      parts.push(this.#plain.subarray(start, start + length));
    }
    return parts.length === 0 ? undefined : packRow(places, Buffer.concat(parts));
  }
}

function parsePlaces(json: string, id: number): readonly number[] {
  try {
    const places: unknown = JSON.parse(json);
    if (Array.isArray(places) && places.length % 3 === 0 && places.every((place) => Number.isSafeInteger(place) && place >= 0)) return places;
  } catch {
    // said below
  }
  throw damaged('The entries of a pack cannot be read', `pack ${id}`);
}
