import type { TokenCount } from '../core/token-count.ts';
import { ByteRope } from './byte-rope.ts';
import type { LiveFormat } from './live-request.ts';
import { emptyHistory, type RequestItem, readRequestItem } from './request-item.ts';
import { beginningOf, countCommon, hasSameHead, itemText, listStart, type RequestList, readRequestList } from './request-list.ts';
import type { StickyPrefix } from './sticky.ts';

/** What a provider measured of an earlier request of the conversation. */
export interface Measured {
  /** Items of the client's list that it had. */
  readonly itemCount: number;
  readonly history: string;
  /** The history of the prefix that was put in; `undefined` where it went as it came. */
  readonly prefixHistory: string | undefined;
  readonly tokens: TokenCount;
}

/** A request, and what was found out about it. */
export interface KnownRequest {
  readonly format: LiveFormat;
  readonly list: RequestList;
  readonly items: readonly RequestItem[];
  /** Tokens by item, where they were counted. */
  readonly counts: (TokenCount | undefined)[];
  /** The client changed what it had sent before: an edit, a rewind, another branch. */
  readonly isRewritten: boolean;
  /** What is found out about it, for the next request of the branch too. */
  readonly memo: Memo;
}

export interface Memo {
  prefix?: StickyPrefix | undefined;
  measured?: Measured | undefined;
  /** So many items' decisions were looked up in the archive; none of a history that was changed, where an older one may hold again. */
  lookedUpCount: number;
  /** A compaction that could not be made is not tried again below this (loop guard). */
  guardTokens?: TokenCount | undefined;
  /** The same of the body's bytes. */
  guardBytes?: number | undefined;
}

/** The latest request of a branch of a conversation, as it is remembered. */
interface Branch extends Pick<KnownRequest, 'format' | 'items' | 'counts' | 'memo'> {
  /** In bytes of the branch's own: those of the request come and go with it. */
  readonly list: RequestList;
  /** Holds them, with room for the next turns. */
  readonly store: Buffer;
}

/** Branches of one beginning that are remembered; of more, the ones not seen for longest are read anew. */
const BRANCHES_MAX = 16;
const HEADS_MAX = 8;
/** Bytes of all requests that are remembered together; of short ones most is what is known of them. */
const BYTES_MAX = 256_000_000;
const BRANCH_BYTES = 4_096;
const ITEM_BYTES = 512;
/** Items at the end that a host may write anew without its being another branch: it moves its cache breakpoints. */
const REWRITTEN_ITEMS = 3;

/** Recognizes requests by their history: no name of a conversation is asked for, so no client has to give one. */
export class KnownRequests {
  /** By format and first item; within it the latest last. */
  readonly #byBeginning = new Map<string, Branch[]>();
  #bytes = 0;
  /** Requests that began each in another way; the latest first. */
  #heads: readonly Branch[] = [];

  get branchCount(): number {
    let count = 0;
    for (const branches of this.#byBeginning.values()) count += branches.length;
    return count;
  }

  /** `undefined` where the body is none that can be compacted: it goes on as it came. */
  recognize(bytes: ByteRope, format: LiveFormat): KnownRequest | undefined {
    const open = this.#openOf(bytes, format);
    if (open === undefined) return undefined;
    const key = `${format}\n${beginningOf(bytes, open)}`;
    const branches = this.#byBeginning.get(key) ?? [];
    const earlier = closest(branches, bytes, open);
    const list = readRequestList(bytes, open, format, earlier?.list);
    if (list === undefined || list.items.length === 0) return undefined;
    const known = goneOn(list, format, earlier);
    if (known !== undefined) this.#remember(key, branches, known, earlier);
    return known;
  }

  /** Hosts begin each request with the same system prompt and tools, and then the list need not be looked for. */
  #openOf(bytes: ByteRope, format: LiveFormat): number | undefined {
    const same = this.#heads.find((head) => head.format === format && hasSameHead(bytes, head.list));
    return same?.list.open ?? listStart(bytes, format);
  }

  #remember(key: string, branches: Branch[], known: KnownRequest, earlier: Branch | undefined): void {
    const branch = remembered(known, known.isRewritten ? undefined : earlier);
    this.#heads = [branch, ...this.#heads.filter((head) => head.format !== known.format || !hasSameHead(known.list.bytes, head.list))].slice(0, HEADS_MAX);
    const kept = known.isRewritten ? branches : branches.filter((one) => one !== earlier);
    const all = [...kept, branch].slice(-BRANCHES_MAX);
    this.#bytes += bytesOf(all) - bytesOf(branches);
    this.#byBeginning.delete(key);
    this.#byBeginning.set(key, all);
    for (const [oldest, gone] of this.#byBeginning) {
      if (this.#bytes <= BYTES_MAX || oldest === key) return;
      this.#byBeginning.delete(oldest);
      this.#bytes -= bytesOf(gone);
    }
  }
}

function bytesOf(branches: readonly Branch[]): number {
  return branches.reduce((sum, { store, items }) => sum + store.length + BRANCH_BYTES + items.length * ITEM_BYTES, 0);
}

/** Room for so many bytes more than there are. */
const STORE_GROWTH = 1.5;

/**
 * The request in the branch's own bytes: those of the earlier one, and behind what they have in common what is new. So a
 * turn costs the copy of a turn, and the pieces from the socket are free as soon as they were sent.
 */
function remembered({ format, list, items, counts, memo }: KnownRequest, earlier: Branch | undefined): Branch {
  const { length } = list.bytes;
  const isRoomy = earlier !== undefined && earlier.store.length >= length && earlier.list.open === list.open;
  const store = isRoomy ? earlier.store : Buffer.allocUnsafeSlow(Math.ceil(length * (earlier === undefined ? 1 : STORE_GROWTH)));
  let at = isRoomy ? (list.items[list.commonCount - 1]?.end ?? 0) : 0;
  if (isRoomy && !hasSameHead(list.bytes, earlier.list)) at = 0;
  for (const piece of list.bytes.pieces(at)) at += piece.copy(store, at);
  return { format, items, counts, memo, store, list: { ...list, bytes: new ByteRope([store.subarray(0, length)]) } };
}

/** The branch with the most items in common; the latest of those. */
function closest(branches: readonly Branch[], bytes: ByteRope, open: number): Branch | undefined {
  let best: Branch | undefined;
  let most = 0;
  for (const branch of branches.toReversed()) {
    const count = countCommon(bytes, open, branch.list);
    if (count <= most) continue;
    best = branch;
    most = count;
    if (count === branch.items.length) break;
  }
  return best;
}

function goneOn(list: RequestList, format: LiveFormat, earlier: Branch | undefined): KnownRequest | undefined {
  const items = earlier?.items.slice(0, list.commonCount) ?? [];
  const counts = earlier?.counts.slice(0, list.commonCount) ?? [];
  try {
    for (let index = items.length; index < list.items.length; index++) {
      items.push(readRequestItem(itemText(list, index), items.at(-1)?.history ?? emptyHistory(format)));
    }
  } catch (error) {
    // No JSON, or nested deeper than it can be read.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
  const isRewritten = earlier !== undefined && (list.commonCount + REWRITTEN_ITEMS < earlier.items.length || items.length < earlier.items.length);
  const lookedUpCount = isRewritten ? 0 : Math.min(earlier?.memo.lookedUpCount ?? 0, list.commonCount);
  return { format, list, items, counts, isRewritten, memo: { ...earlier?.memo, lookedUpCount } };
}
