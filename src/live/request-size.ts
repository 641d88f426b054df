import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import type { JsonObject } from '../formats/wire-document.ts';
import { countValue } from './count-value.ts';
import type { KnownRequest, Memo } from './known-requests.ts';
import { itemText } from './request-list.ts';
import type { StickyPrefix } from './sticky.ts';

/** A measured request and a counted one may differ by this factor at most; beyond it the measure is of something else. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 3;
/** An estimate for requests so small that they are not counted: for logs only. */
const BYTES_PER_TOKEN = 4;

export interface RequestSize {
  readonly tokens: TokenCount;
  /** Provider's tokens for one of ours. */
  readonly factor: number;
}

/**
 * The size of a request with the prefix put in, in the provider's tokens: what it measured of the last request of the
 * conversation (P62), and what came since, counted. `undefined` where it is surely not above `bound`: then nothing was
 * counted, as no text has more tokens than bytes.
 */
export function sizeAbove(
  known: KnownRequest,
  prefix: StickyPrefix | undefined,
  bound: TokenCount,
  counter: TokenCounter,
  factor: number,
): RequestSize | undefined {
  const measured = measuredFor(known, prefix);
  const from = measured?.itemCount ?? prefix?.itemCount ?? 0;
  const base = measured?.tokens ?? (prefix?.tokens ?? 0) * factor;
  const shellBytes = measured === undefined ? known.list.open + known.list.bytes.length - known.list.close : 0;
  if (base + (bytesFrom(known, from) + shellBytes) * Math.max(1, factor) <= bound) return undefined;
  const counted = countRequest(known, prefix, counter);
  if (measured === undefined) return { tokens: Math.ceil(counted * factor), factor };
  const since = countItems(known, from, counter);
  const ownFactor = clamp(measured.tokens / Math.max(1, counted - since));
  return { tokens: Math.ceil(measured.tokens + since * ownFactor), factor: ownFactor };
}

/** For logs and metrics: near enough, at no cost. */
export function roughSize(known: KnownRequest, prefix: StickyPrefix | undefined): TokenCount {
  const measured = measuredFor(known, prefix);
  const from = measured?.itemCount ?? prefix?.itemCount ?? 0;
  const shell = measured === undefined ? known.list.open + known.list.bytes.length - known.list.close : 0;
  return Math.ceil((measured?.tokens ?? prefix?.tokens ?? 0) + (bytesFrom(known, from) + shell) / BYTES_PER_TOKEN);
}

function measuredFor(known: KnownRequest, prefix: StickyPrefix | undefined): Memo['measured'] {
  const { items, memo } = known;
  const { measured } = memo;
  if (measured === undefined || measured.prefixHistory !== prefix?.history) return undefined;
  return items[measured.itemCount - 1]?.history === measured.history ? measured : undefined;
}

function bytesFrom(known: KnownRequest, from: number): number {
  const first = known.list.items[from];
  return first === undefined ? 0 : known.list.close - first.start;
}

/** In the counter's tokens: the shell, the prefix, and the items after it. */
function countRequest(known: KnownRequest, prefix: StickyPrefix | undefined, counter: TokenCounter): TokenCount {
  return countFixed(known.list.shell, counter) + (prefix?.tokens ?? 0) + countItems(known, prefix?.itemCount ?? 0, counter);
}

/** By shell, which requests share as long as it stays the same. */
const FIXED_COUNTS = new WeakMap<JsonObject, TokenCount>();

function countFixed(shell: JsonObject, counter: TokenCounter): TokenCount {
  const known = FIXED_COUNTS.get(shell);
  if (known !== undefined) return known;
  const parts = [shell['system'], shell['instructions'], shell['tools']];
  const tokens = parts.reduce((sum: number, part) => sum + (part === undefined ? 0 : countValue(part, counter)), 0);
  FIXED_COUNTS.set(shell, tokens);
  return tokens;
}

/** Each item is counted once in its life. */
function countItems(known: KnownRequest, from: number, counter: TokenCounter): TokenCount {
  let sum = 0;
  for (let index = from; index < known.items.length; index++) {
    let count = known.counts[index];
    if (count === undefined) {
      count = countValue(JSON.parse(itemText(known.list, index)), counter);
      known.counts[index] = count;
    }
    sum += count;
  }
  return sum;
}

function clamp(factor: number): number {
  return Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, factor));
}
