import type { Readable } from 'node:stream';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';

/** One server-sent event with the exact bytes that carried it. */
export interface Frame {
  /** Its blank line too; the last of a stream may lack it. */
  readonly bytes: Buffer;
  /** The lines of `data`, joined; `undefined` where it has none (a comment, a cut event). */
  readonly data: string | undefined;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The events of a stream as they come, for each chunk those that it completes. What is left at the end is a frame too. */
export async function* framesOf(body: Readable): AsyncGenerator<readonly Frame[]> {
  const splitter = new FrameSplitter();
  for await (const chunk of body) {
    const frames = splitter.take(chunk as Buffer);
    if (frames.length > 0) yield frames;
  }
  const rest = splitter.rest();
  if (rest !== undefined) yield [rest];
}

class FrameSplitter {
  #held: Buffer[] = [];
  /** Nothing but a carriage return stands in the line so far. */
  #isLineEmpty = true;

  /** Linear in all that comes: each byte is looked at once, however the stream is cut. */
  take(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let place = 0; place < chunk.length; place++) {
      const byte = chunk[place];
      if (byte === LINE_FEED) {
        if (this.#isLineEmpty) {
          frames.push(frameOf(this.#joined(chunk.subarray(start, place + 1))));
          start = place + 1;
        }
        this.#isLineEmpty = true;
      } else if (byte !== CARRIAGE_RETURN) {
        this.#isLineEmpty = false;
        const lineEnd = chunk.indexOf(LINE_FEED, place);
        place = (lineEnd === -1 ? chunk.length : lineEnd) - 1;
      }
    }
    if (start < chunk.length) this.#held.push(chunk.subarray(start));
    return frames;
  }

  rest(): Frame | undefined {
    const bytes = this.#joined(Buffer.alloc(0));
    // An event that its blank line does not end counts for nothing (WHATWG), but its bytes pass.
    return bytes.length === 0 ? undefined : { bytes, data: undefined };
  }

  #joined(tail: Buffer): Buffer {
    if (this.#held.length === 0) return tail;
    const bytes = Buffer.concat([...this.#held, tail]);
    this.#held = [];
    return bytes;
  }
}

function frameOf(bytes: Buffer): Frame {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(line[5] === ' ' ? 6 : 5)] : []));
  return { bytes, data: data.length === 0 ? undefined : data.join('\n') };
}

/** A frame of our own. */
export function frameText(event: string | undefined, data: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

/** What the event says, where that is a JSON object. */
export function objectIn(frame: Frame): JsonObject | undefined {
  return frame.data === undefined ? undefined : objectInText(frame.data);
}

export function objectInText(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
