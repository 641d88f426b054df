import type { Receipt } from '../core/receipt.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { withoutBreakpoints } from './breakpoints.ts';
import { byteCounter } from './byte-counter.ts';
import { ByteRope } from './byte-rope.ts';
import type { CompactorOptions } from './compactor-options.ts';
import { countValue } from './count-value.ts';
import type { KnownRequest } from './known-requests.ts';
import { type Due, type Marks, sentBytes } from './marks.ts';
import { openingHistory } from './request-item.ts';
import { itemText, listStart, readRequestList } from './request-list.ts';
import { planShorter, type Shorten, type Shortened } from './shorten.ts';
import type { StickyPrefix } from './sticky.ts';

/** A compaction that was made for a request. */
export interface MadeCompaction {
  readonly prefix: StickyPrefix;
  readonly receipt: Receipt;
}

/** What one request brings, and what is decided for it already. */
export interface CompactionInput {
  readonly known: KnownRequest;
  readonly prefix: StickyPrefix | undefined;
  readonly due: Due;
  readonly marks: Marks;
  readonly counter: TokenCounter;
  readonly signal: AbortSignal | undefined;
}

/** Compacts the request as it would be sent: with the last decision in it, which the engine knows by its notes (E12). `undefined`: nothing to do. */
export async function compactRequest(input: CompactionInput, options: CompactorOptions, shorten: Shorten): Promise<MadeCompaction | undefined> {
  const { known, due, marks, counter } = input;
  const engine = engineOptions(input, options);
  let made: Shortened | undefined;
  if (due.isOverBytes) made = changed(await shorten(sentBody(input), { ...engine, counter: byteCounter() }, marks.byteTargets(due)));
  if (due.isOverTokens) {
    const body = made?.text ?? sentBody(input);
    made = changed(await shorten(body, { ...engine, counter }, marks.targets(due, known))) ?? made;
  }
  return made === undefined ? undefined : { prefix: prefixOf(made, input), receipt: made.receipt };
}

/** What a compaction would do. */
export async function planRequest(input: CompactionInput, options: CompactorOptions): Promise<Receipt> {
  const { known, due, marks, counter } = input;
  const engine = engineOptions(input, options);
  if (due.isOverTokens) return planShorter(sentBody(input), { ...engine, counter }, marks.targets(due, known));
  return planShorter(sentBody(input), { ...engine, counter: byteCounter() }, marks.byteTargets(due));
}

function sentBody({ known, prefix }: CompactionInput): string {
  return Buffer.concat(sentBytes(known, prefix)).toString('utf8');
}

function engineOptions({ known, prefix, signal }: CompactionInput, options: CompactorOptions) {
  const { window: _, trigger: _trigger, lowerMark: _lowerMark, maxBodyBytes: _bytes, observe: _observe, onEvent: _onEvent, ...engine } = options;
  return { ...engine, signal, conversationId: prefix?.conversationId ?? conversationIdOf(known) };
}

export function conversationIdOf({ items }: KnownRequest): string {
  return `conv_${openingHistory(items).slice(0, 24)}`;
}

function changed(compaction: Shortened): Shortened | undefined {
  return compaction.status === 'compacted' ? compaction : undefined;
}

function prefixOf({ text, receipt }: Shortened, { known, counter, marks, due }: CompactionInput): StickyPrefix {
  const { format, items } = known;
  const bytes = new ByteRope([Buffer.from(text)]);
  const open = listStart(bytes, format);
  const list = open === undefined ? undefined : readRequestList(bytes, open, format);
  const history = items.at(-1)?.history;
  if (list === undefined || history === undefined) throw new Error('§8: what was compacted is a request with a list again');
  const messages = list.items.map((_, index) => itemText(list, index)).map(format === 'anthropic' ? withoutBreakpoints : (message) => message);
  const tokens = tokensOf(messages, receipt, counter);
  const fixedTokens = receipt.tokenizer === counter.name ? receipt.fixedTokens : 0;
  return {
    history,
    itemCount: items.length,
    head: messages.slice(0, -1).join(','),
    last: messages.at(-1) ?? '',
    tokens,
    guardTokens: marks.guardAfter((tokens + fixedTokens) * due.size.factor),
    guardBytes: marks.guardBytesAfter(bytes.length),
    conversationId: receipt.conversationId,
    compactionId: receipt.compactionId,
  };
}

/** As the receipt has them, where it counted tokens. */
function tokensOf(messages: readonly string[], receipt: Receipt, counter: TokenCounter): TokenCount {
  if (receipt.tokenizer === counter.name) return receipt.tokensAfter - receipt.fixedTokens;
  return messages.reduce((sum, message) => sum + countValue(JSON.parse(message), counter), 0);
}
