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
 * Up to the first answer, whose history names the conversation: two agents that were started with the same words are told
 * apart by their first answers.
 */
export function openingOf(items: readonly RequestItem[]): readonly RequestItem[] {
  const answer = items.findIndex(({ role }) => role !== 'user' && role !== 'system' && role !== 'developer');
  return answer === -1 ? items : items.slice(0, answer + 1);
}

/** The history up to there; empty where there is no item. */
export function openingHistory(items: readonly RequestItem[]): string {
  return openingOf(items).at(-1)?.history ?? '';
}

/**
 * Reads one item. Hosts move their cache breakpoints from request to request, and write a text as a string once and as a
 * block the next time: neither makes another history.
 *
 * @throws SyntaxError where the text is no JSON.
 */
export function readRequestItem(raw: string, before: string): RequestItem {
  const value: unknown = JSON.parse(raw);
  const message = isObject(value) ? value : {};
  const breakpoints: unknown[] = [];
  const canonical = { ...message, content: canonicalContent(message['content'], breakpoints) };
  const breakpoint = breakpoints.length === 0 ? undefined : JSON.stringify(breakpoints.at(-1));
  const role = typeof message['role'] === 'string' ? message['role'] : '';
  const types = blockTypes(message['content']);
  return {
    history: sha256(`${before}\n${JSON.stringify(canonical)}`),
    role,
    opensTurn: role === 'user' && (types.length === 0 || types.some((type) => type !== 'tool_result')),
    hasThinking: types.some((type) => type === 'thinking' || type === 'redacted_thinking'),
    ...(breakpoint === undefined ? {} : { breakpoint }),
  };
}

/** Of the message, its blocks, and the blocks inside a result alone: a call's input may have fields of the same names. */
function canonicalContent(content: unknown, breakpoints: unknown[]): unknown {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) => {
    if (!isObject(block)) return block;
    const { cache_control: breakpoint, ...rest } = block;
    const canonical = 'content' in rest ? { ...rest, content: canonicalContent(rest['content'], breakpoints) } : rest;
    if (breakpoint !== undefined && breakpoint !== null) breakpoints.push(breakpoint);
    return canonical;
  });
}

function blockTypes(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content.map((block) => (isObject(block) ? block['type'] : undefined)) : [];
}
