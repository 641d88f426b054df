import { isObject } from '../formats/wire-document.ts';
import { sha256 } from '../hash.ts';

/** What live compaction knows of one item of a request's list. */
export interface RequestItem {
  /** SHA-256 (hex) over this item and all before it, whatever their cache breakpoints: names the history up to here. */
  readonly history: string;
  /** The last cache breakpoint in it, as JSON. */
  readonly breakpoint?: string | undefined;
  readonly role: string;
  /** The user says something, and gives not only results. */
  readonly opensTurn: boolean;
  readonly hasThinking: boolean;
}

/** The history before the first item; of the format, as the same text means something else on another wire. */
export function emptyHistory(format: string): string {
  return sha256(`history\n${format}`);
}

/**
 * Reads one item. Hosts move their cache breakpoints from request to request, and write a text as a string once and as a
 * block the next time: neither makes another history.
 *
 * @throws SyntaxError where the text is no JSON.
 */
export function readRequestItem(raw: string, before: string): RequestItem {
  const value: unknown = JSON.parse(raw);
  let breakpoint: string | undefined;
  const canonical = JSON.stringify(value, (key, member: unknown) => {
    if (key === 'cache_control') {
      if (member !== null) breakpoint = JSON.stringify(member);
      return undefined;
    }
    if (key === 'content' && typeof member === 'string') return [{ type: 'text', text: member }];
    return member;
  });
  const message = isObject(value) ? value : {};
  const role = typeof message['role'] === 'string' ? message['role'] : '';
  const types = blockTypes(message['content']);
  return {
    history: sha256(`${before}\n${canonical}`),
    role,
    opensTurn: role === 'user' && (types.length === 0 || types.some((type) => type !== 'tool_result')),
    hasThinking: types.some((type) => type === 'thinking' || type === 'redacted_thinking'),
    ...(breakpoint === undefined ? {} : { breakpoint }),
  };
}

function blockTypes(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content.map((block) => (isObject(block) ? block['type'] : undefined)) : [];
}
