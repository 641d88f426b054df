import { isObject, type JsonlLine, type JsonObject } from '../jsonl.ts';

/** Which user items the user wrote (formats.md 7.2): an event says so with the same text. Lines are named by their index. */
export interface UserProof {
  /** By line of an item: that of its event. */
  readonly eventOf: ReadonlyMap<number, number>;
  /** Events whose item is not in the file: what the user wrote stands only here. */
  readonly loneEvents: ReadonlySet<number>;
  /** Texts that events say the user wrote. */
  readonly texts: ReadonlySet<string>;
}

/** Labels that Codex puts around an image of the user. */
export const IMAGE_LABEL = /^<\/?image(?:\s[^<>]{0,4096})?>$/;

/** The event stands behind its item, in some versions before it; each proves one. Linear. */
export function proveUserItems(lines: readonly JsonlLine[], itemOf: (line: number) => JsonObject | undefined): UserProof {
  const items = new Pending();
  const events = new Pending();
  const eventOf = new Map<number, number>();
  const texts = new Set<string>();
  for (const [line, { value }] of lines.entries()) {
    const text = promptOf(value);
    const item = text === undefined ? itemOf(line) : undefined;
    if (text !== undefined) {
      texts.add(text);
      const proven = items.take([text]);
      if (proven === undefined) events.add([text], line);
      else eventOf.set(proven, line);
    } else if (item !== undefined && isUserMessage(item)) {
      const keys = promptTexts(item);
      const event = events.take(keys);
      if (event === undefined) items.add(keys, line);
      else eventOf.set(line, event);
    }
  }
  return { eventOf, loneEvents: new Set(events.left()), texts };
}

export function isUserMessage(item: JsonObject): boolean {
  return (item['type'] === 'message' || item['type'] === undefined) && item['role'] === 'user';
}

/** The text of a `user_message` event; `undefined` for any other record. */
export function promptOf(record: JsonObject): string | undefined {
  const payload = record['type'] === 'event_msg' && isObject(record['payload']) ? record['payload'] : undefined;
  return payload?.['type'] === 'user_message' && typeof payload['message'] === 'string' ? payload['message'] : undefined;
}

/** What an event of this item may say: all its text, and its text without the labels of images. */
export function promptTexts(item: JsonObject): readonly string[] {
  const { content } = item;
  if (typeof content === 'string') return [content];
  const texts = (Array.isArray(content) ? content : []).flatMap((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []));
  const words = texts.filter((text) => !IMAGE_LABEL.test(text));
  return [...new Set([words.join(''), texts.join(''), words.join('\n')])];
}

/** What waits for its other half, under each of its texts; the latest first. */
class Pending {
  private readonly byText = new Map<string, number[]>();
  private readonly waiting = new Set<number>();

  add(texts: readonly string[], line: number): void {
    this.waiting.add(line);
    for (const text of texts) {
      const list = this.byText.get(text);
      if (list) list.push(line);
      else this.byText.set(text, [line]);
    }
  }

  take(texts: readonly string[]): number | undefined {
    for (const text of texts) {
      const list = this.byText.get(text) ?? [];
      for (let line = list.pop(); line !== undefined; line = list.pop()) if (this.waiting.delete(line)) return line;
    }
    return undefined;
  }

  left(): Iterable<number> {
    return this.waiting;
  }
}
