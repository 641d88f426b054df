/**
 * Bytes in the pieces that they came in. A long request is neither copied nor decoded: it is compared with the one before
 * it and sent on, piece by piece.
 */
export class ByteRope {
  readonly length: number;
  readonly #pieces: readonly Buffer[];
  /** Where each piece starts. */
  readonly #starts: readonly number[];

  constructor(pieces: readonly Buffer[]) {
    const starts: number[] = [];
    let length = 0;
    for (const piece of pieces) {
      starts.push(length);
      length += piece.length;
    }
    this.#pieces = pieces;
    this.#starts = starts;
    this.length = length;
  }

  /** The bytes from `start` to `end`, in pieces: views, not copies. */
  pieces(start = 0, end = this.length): readonly Buffer[] {
    const found: Buffer[] = [];
    for (let index = this.#indexAt(start); index < this.#pieces.length; index++) {
      const piece = this.#pieces[index];
      const offset = this.#starts[index] ?? 0;
      if (piece === undefined || offset >= end) break;
      const part = piece.subarray(Math.max(0, start - offset), Math.min(piece.length, end - offset));
      if (part.length > 0) found.push(part);
    }
    return found;
  }

  /** The same as one buffer: a view where they lie in one piece. */
  region(start = 0, end = this.length): Buffer {
    const pieces = this.pieces(start, end);
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }

  text(start: number, end: number): string {
    return this.region(start, end).toString('utf8');
  }

  /** Whether `length` bytes from `start` are those of the other from `otherStart`. */
  isSame(start: number, other: ByteRope, otherStart: number, length: number): boolean {
    if (start + length > this.length || otherStart + length > other.length) return false;
    let at = this.#indexAt(start);
    let otherAt = other.#indexAt(otherStart);
    for (let done = 0; done < length; ) {
      const piece = this.#pieces[at] ?? EMPTY;
      const otherPiece = other.#pieces[otherAt] ?? EMPTY;
      const offset = start + done - (this.#starts[at] ?? 0);
      const otherOffset = otherStart + done - (other.#starts[otherAt] ?? 0);
      const count = Math.min(length - done, piece.length - offset, otherPiece.length - otherOffset);
      if (piece.compare(otherPiece, otherOffset, otherOffset + count, offset, offset + count) !== 0) return false;
      done += count;
      if (offset + count === piece.length) at++;
      if (otherOffset + count === otherPiece.length) otherAt++;
    }
    return true;
  }

  /** The piece that holds the byte; bodies come in few pieces, but may come in many. */
  #indexAt(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const EMPTY = Buffer.alloc(0);
