import type { Archive } from '../archive/archive.ts';
import type { RequestItem } from './request-item.ts';
import { hasKeptPrefixes, keepPrefix, keptPrefix, type StickyPrefix } from './sticky.ts';

/** Decisions that are held in memory; the archive has the others. */
const HELD_MAX = 1_000;
const HELD_CHARACTERS_MAX = 256_000_000;

/** What was decided, by history: in memory, and in the archive for the next process. */
export class Decisions {
  readonly #archive: Archive;
  readonly #held = new Map<string, StickyPrefix>();
  #characters = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** The decision for the longest part of the history that has one. */
  latest(items: readonly RequestItem[]): StickyPrefix | undefined {
    for (let index = items.length - 1; index >= 0; index--) {
      const prefix = this.#held.get(items[index]?.history ?? '');
      if (prefix !== undefined) return prefix;
    }
    return undefined;
  }

  /** The same from the archive, down to `from` items: another process may have decided, or this one before it was started again. */
  async latestKept(items: readonly RequestItem[], from = 0): Promise<StickyPrefix | undefined> {
    if (!(await hasKeptPrefixes(this.#archive, items))) return undefined;
    for (let index = items.length - 1; index >= from; index--) {
      const prefix = await keptPrefix(this.#archive, items[index]?.history ?? '');
      if (prefix === undefined) continue;
      this.#hold(prefix);
      return prefix;
    }
    return undefined;
  }

  /**
   * Durable when it resolves: only then may a request be sent that hangs on it. Where another process decided for the
   * history since `before` was looked up, that holds, and is what it resolves to.
   */
  async add(items: readonly RequestItem[], prefix: StickyPrefix, before: StickyPrefix | undefined): Promise<StickyPrefix> {
    const kept = await keptPrefix(this.#archive, prefix.history);
    const holds = kept === undefined || kept.compactionId === before?.compactionId ? prefix : kept;
    if (holds === prefix) await keepPrefix(this.#archive, items, prefix);
    this.#hold(holds);
    return holds;
  }

  #hold(prefix: StickyPrefix): void {
    const replaced = this.#held.get(prefix.history);
    this.#held.delete(prefix.history);
    this.#held.set(prefix.history, prefix);
    this.#characters += charactersOf(prefix) - (replaced === undefined ? 0 : charactersOf(replaced));
    for (const [history, oldest] of this.#held) {
      if (this.#held.size <= HELD_MAX && this.#characters <= HELD_CHARACTERS_MAX) return;
      this.#held.delete(history);
      this.#characters -= charactersOf(oldest);
    }
  }
}

function charactersOf({ head, last }: StickyPrefix): number {
  return head.length + last.length;
}
