import type { Archive } from '../archive/archive.ts';
import type { TokenCount } from '../core/token-count.ts';
import { withBreakpoint } from './breakpoints.ts';
import type { LiveFormat } from './live-request.ts';
import { openingHistory, openingOf, type RequestItem } from './request-item.ts';
import type { RequestList } from './request-list.ts';

/**
 * What was decided for a history (DESIGN §8): the messages that stand for its items from then on, byte for byte. Never
 * changed; a later compaction makes another for a longer history.
 */
export interface StickyPrefix {
  /** The history that it stands for, as `RequestItem.history` names it. */
  readonly history: string;
  /** Items of the client's list that it stands for. */
  readonly itemCount: number;
  /** The messages of the list but the last, joined by commas; empty where there is one. */
  readonly head: string;
  /** The last message: cache breakpoints of the client's that were in what it stands for go there. */
  readonly last: string;
  readonly tokens: TokenCount;
  /** No other compaction is made below this size of the request, in the provider's tokens: never two without new material. */
  readonly guardTokens: TokenCount;
  /** The same of the body's bytes, where there is a limit. */
  readonly guardBytes?: number | undefined;
  readonly conversationId: string;
  readonly compactionId: string;
}

/**
 * The request with the decided messages in the place of the items that they stand for, as pieces to be sent one after the
 * other. All else is the client's own bytes.
 */
export function compose(request: RequestList, items: readonly RequestItem[], prefix: StickyPrefix, format: LiveFormat): readonly Buffer[] {
  const { bytes, open, close } = request;
  const rest = request.items[prefix.itemCount];
  const breakpoint = format === 'anthropic' ? items.slice(0, prefix.itemCount).findLast((item) => item.breakpoint !== undefined)?.breakpoint : undefined;
  return [
    ...bytes.pieces(0, open + 1),
    decidedBytes(prefix, breakpoint),
    ...(rest === undefined ? [] : [COMMA, ...bytes.pieces(rest.start, close)]),
    ...bytes.pieces(close),
  ];
}

const COMMA = Buffer.from(',');

/** Encoded once for each decision and breakpoint: a host has one or two. */
const DECIDED = new WeakMap<StickyPrefix, Map<string, Buffer>>();

function decidedBytes(prefix: StickyPrefix, breakpoint: string | undefined): Buffer {
  const known = DECIDED.get(prefix) ?? new Map<string, Buffer>();
  DECIDED.set(prefix, known);
  const key = breakpoint ?? '';
  let bytes = known.get(key);
  if (bytes === undefined) {
    const last = (breakpoint === undefined ? undefined : withBreakpoint(prefix.last, breakpoint)) ?? prefix.last;
    bytes = Buffer.from([prefix.head, last].filter((part) => part !== '').join(','));
    known.set(key, bytes);
  }
  return bytes;
}

const KEY = 'live-prefix';
/** Says that a conversation has any: most have none, and then none of its items is looked up. */
const OPENING_KEY = 'live-opening';

/** Durable, so that a proxy that was started again goes on with what was decided. `items`: those that it was decided for. */
export async function keepPrefix(archive: Archive, items: readonly RequestItem[], prefix: StickyPrefix): Promise<void> {
  const opening = `${OPENING_KEY}:${openingHistory(items)}`;
  // First: that it is there and no prefix is costs a look, the other way round a decision is lost.
  if ((await archive.getSummary(opening)) === undefined) await archive.putSummary(prefix.conversationId, opening, '');
  await archive.putSummary(prefix.conversationId, `${KEY}:${prefix.history}`, JSON.stringify({ version: 1, ...prefix }));
}

/** The prefix that was kept for this history; `undefined` where none was, or by another version. */
export async function keptPrefix(archive: Archive, history: string): Promise<StickyPrefix | undefined> {
  const text = await archive.getSummary(`${KEY}:${history}`);
  if (text === undefined) return undefined;
  const { version, ...prefix } = JSON.parse(text) as StickyPrefix & { readonly version: number };
  return version === 1 && prefix.history === history ? prefix : undefined;
}

/** Whether the conversation has any. What was decided before the first answer came is named by what stood there then. */
export async function hasKeptPrefixes(archive: Archive, items: readonly RequestItem[]): Promise<boolean> {
  for (const { history } of openingOf(items).toReversed()) {
    if ((await archive.getSummary(`${OPENING_KEY}:${history}`)) !== undefined) return true;
  }
  return false;
}
