import type { Archive } from '../../archive/archive.ts';
import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import { sha256 } from '../../hash.ts';
import type { HiddenRounds } from './wire.ts';

/** A part of a history that stands for hidden rounds, by its place: whether it is this one its fingerprint tells. */
export interface KnownPart {
  /** Entries before it, hidden ones too. */
  readonly position: number;
  readonly length: number;
  readonly fingerprint: string;
}

type Texts = Pick<Archive, 'getSummary' | 'putSummary'>;

/** Conversations whose parts are at hand; those of others are read again. */
const ROOTS_MAX = 4_096;
const PARTS_OF_ROOT_MAX = 512;
/** Characters of hidden rounds at hand. */
const CHARACTERS_MAX = 64_000_000;

/**
 * Hidden rounds by the part of the history that stands for them: the client's history lacks them, and without them the
 * provider's cache and what thinking is bound to would be lost. In the archive too, so that a restart goes on. Where the
 * archive fails, a part is not known: the request passes as the client has it.
 */
export class RecallMemory {
  readonly #archive: Texts;
  readonly #onFailure: (code: string) => void;
  readonly #roots = new Map<string, Map<string, KnownPart>>();
  readonly #rounds = new Map<string, { readonly hidden: HiddenRounds; readonly characters: number }>();
  #characters = 0;

  constructor(archive: Texts, onFailure: (code: string) => void) {
    this.#archive = archive;
    this.#onFailure = onFailure;
  }

  /** Resolves when it is kept, at hand at least. `conversationId`: with whom the archive's copy goes; without one there is none. */
  async keep(root: string, part: KnownPart, hidden: HiddenRounds, conversationId: string | undefined): Promise<void> {
    const known = await this.#known(root);
    // Again at its end, as the newest.
    known.delete(part.fingerprint);
    known.set(part.fingerprint, part);
    const [oldest] = known.keys();
    if (known.size > PARTS_OF_ROOT_MAX && oldest !== undefined) known.delete(oldest);
    await this.keepRounds(part.fingerprint, hidden, conversationId);
    if (conversationId !== undefined) await this.#tried(() => this.#archive.putSummary(conversationId, rootKey(root), JSON.stringify([...known.values()])));
  }

  async keepRounds(fingerprint: string, hidden: HiddenRounds, conversationId: string | undefined): Promise<void> {
    const text = JSON.stringify(hidden);
    this.#hold(fingerprint, hidden, text.length);
    if (conversationId !== undefined) await this.#tried(() => this.#archive.putSummary(conversationId, roundsKey(fingerprint), text));
  }

  async partsOf(root: string): Promise<readonly KnownPart[]> {
    return [...(await this.#known(root)).values()];
  }

  async rounds(fingerprint: string): Promise<HiddenRounds | undefined> {
    const held = this.#rounds.get(fingerprint);
    if (held !== undefined) {
      this.#hold(fingerprint, held.hidden, held.characters);
      return held.hidden;
    }
    const text = await this.#tried(() => this.#archive.getSummary(roundsKey(fingerprint)));
    if (text === undefined) return undefined;
    const hidden = JSON.parse(text) as HiddenRounds;
    this.#hold(fingerprint, hidden, text.length);
    return hidden;
  }

  async #known(root: string): Promise<Map<string, KnownPart>> {
    const held = this.#roots.get(root);
    if (held !== undefined) {
      this.#roots.delete(root);
      this.#roots.set(root, held);
      return held;
    }
    const text = await this.#tried(() => this.#archive.getSummary(rootKey(root)));
    const parts = text === undefined ? [] : (JSON.parse(text) as readonly KnownPart[]);
    // Another request may have been faster.
    const known = this.#roots.get(root) ?? new Map(parts.map((part) => [part.fingerprint, part]));
    this.#roots.set(root, known);
    const [oldest] = this.#roots.keys();
    if (this.#roots.size > ROOTS_MAX && oldest !== undefined) this.#roots.delete(oldest);
    return known;
  }

  #hold(fingerprint: string, hidden: HiddenRounds, characters: number): void {
    const before = this.#rounds.get(fingerprint);
    this.#rounds.delete(fingerprint);
    this.#rounds.set(fingerprint, { hidden, characters });
    this.#characters += characters - (before?.characters ?? 0);
    for (const [oldest, { characters: freed }] of this.#rounds) {
      if (this.#characters <= CHARACTERS_MAX || oldest === fingerprint) break;
      this.#rounds.delete(oldest);
      this.#characters -= freed;
    }
  }

  async #tried<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (!HoldfastError.is(error)) throw error;
      this.#onFailure(error.code);
      return undefined;
    }
  }
}

export function fingerprintOf(root: string, position: number, before: string, essence: string): string {
  return sha256(`${root}\n${position}\n${before}\n${essence}`);
}

/** Of what the provider keeps itself: the client's next request names the answer, and has no history. */
export function storedFingerprint(answerId: string): string {
  return sha256(`stored answer\n${answerId}`);
}

function rootKey(root: string): string {
  return `recall-parts:${root}`;
}

function roundsKey(fingerprint: string): string {
  return `recall-exchange:${fingerprint}`;
}
