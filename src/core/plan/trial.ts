import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { Conversation, PlacedNote } from '../conversation.ts';
import { noteCounter } from '../count-span.ts';
import { DEFAULTS } from '../defaults.ts';
import type { NoteCheckpoint } from '../markers/note.ts';
import type { TokenCount, TokenCounter } from '../token-count.ts';
import { layOut } from './layout.ts';
import { isIndexable, SpanTexts } from './span-texts.ts';
import { StateRecord } from './state-record.ts';
import type { Unit } from './unit.ts';
import { type NoteOptions, type WrittenNote, writeNotes } from './write-notes.ts';

export interface TrialOptions extends Omit<NoteOptions, 'isReleased' | 'hasRunLabels' | 'hasCheckpoints' | 'checkpoints'> {
  /** By span index; of spans that left earlier, what they took. */
  readonly tokens: readonly TokenCount[];
  readonly counter: TokenCounter;
  /** What the window may hold afterwards, all included. */
  readonly targetTokens: TokenCount;
  /** Spans that left in an earlier compaction of this conversation. */
  readonly isGone: (spanIndex: number) => boolean;
  /** Spans that the output cannot hold: orphans on a wire, thinking in another format. */
  readonly mustLeave: (spanIndex: number) => boolean;
  /** What checkpoints will take in the notes, marker lines included; 0 for none. */
  readonly checkpointTokens: TokenCount;
  /** Notes in as few words as they can be. */
  readonly isTerse?: boolean | undefined;
  /** E8: span id to reason. */
  readonly releases: ReadonlyMap<string, string>;
}

/** What a set of units gives. */
export interface Tried {
  /** By span index. */
  readonly actions: readonly Action[];
  readonly noteTokens: TokenCount;
  /** Kept spans and notes. */
  readonly tokensAfter: TokenCount;
}

/** A line of the state record for so many tokens of the target, so that the record of a small window is small. */
const TOKENS_PER_RECORD_LINE = 2000;
/** Averages over the notes of recorded sessions. */
const INDEX_LINE_TOKENS = 15;
const INDEX_CHARACTERS_PER_TOKEN = 4;
const TOMBSTONE_TOKENS = 25;
/** Stands for a run's handle while plans are tried: handles count at a fixed rate, and a real one hashes all members. */
const ANY_HANDLE = 'hf_aaaaaaaaaaaaaaaaaaaa';

/** Tries sets of units beside the spans that leave in any case. Pure; what does not change from try to try is made once. */
export class Trial {
  /** Tokens of the kept spans where nothing but the forced spans leaves. */
  readonly startTokens: TokenCount;
  private readonly conversation: Conversation;
  private readonly classified: readonly ClassifiedSpan[];
  private readonly options: TrialOptions;
  private readonly texts: SpanTexts;
  private readonly record: StateRecord;
  private readonly countLines: (lines: readonly string[]) => TokenCount;
  private readonly leavingActions: readonly Action[];
  private readonly forcedActions: readonly Action[];
  private readonly demandedThinking: readonly number[];
  private readonly noteOptions: Omit<NoteOptions, 'checkpoints'>;

  constructor(conversation: Conversation, classified: readonly ClassifiedSpan[], options: TrialOptions) {
    this.conversation = conversation;
    this.classified = classified;
    this.options = options;
    this.texts = new SpanTexts(classified);
    this.countLines = noteCounter(options.counter);
    this.leavingActions = classified.map((one) => actionOf(one, options));
    this.forcedActions = classified.map((one, index) => (isForced(one, index, options) ? (this.leavingActions[index] ?? 'keep') : 'keep'));
    this.demandedThinking = classified.filter((one) => one.rule.id === 'thinking-demanded').map((one) => one.span.index);
    this.noteOptions = {
      ...options,
      isReleased: (index) => options.releases.has(classified[index]?.span.id ?? ''),
      hasRunLabels: !options.isTerse,
      hasCheckpoints: options.checkpointTokens > 0,
    };
    this.record = new StateRecord(classified, {
      texts: this.texts,
      handleOf: options.handleOf,
      lineCount: options.isTerse ? 0 : Math.min(DEFAULTS.stateRecordLines, Math.floor(options.targetTokens / TOKENS_PER_RECORD_LINE)),
    });
    this.startTokens = this.keptTokens(this.forcedActions);
  }

  isForced(index: number): boolean {
    return this.forcedActions[index] !== 'keep';
  }

  /** Tokens of thinking that goes only with its calls: what a sum over units may be short of. */
  get demandedTokens(): TokenCount {
    return this.demandedThinking.reduce((sum, index) => sum + (this.options.tokens[index] ?? 0), 0);
  }

  /** About what leaving one more span adds to the notes: only the search is guided by it. */
  estimatedNoteTokens(spanIndex: number): TokenCount {
    if (this.options.noteLimit !== undefined) return 0;
    switch (this.leavingActions[spanIndex]) {
      case 'evict':
        return INDEX_LINE_TOKENS + Math.ceil((this.classified[spanIndex]?.sourceHandle?.length ?? 0) / INDEX_CHARACTERS_PER_TOKEN);
      case 'evict_with_tombstone':
        return TOMBSTONE_TOKENS;
      default:
        return 0;
    }
  }

  try(units: Iterable<Unit>): Tried {
    const actions = this.actionsOf(units);
    const written = this.write(actions, { groupHandleOf: () => ANY_HANDLE, checkpoints: [] });
    return this.measure(actions, written, this.options.checkpointTokens);
  }

  /** As `try`, with the notes as they will stand, checkpoints and all. */
  carryOut(units: Iterable<Unit>, checkpoints: readonly NoteCheckpoint[]): Tried & { readonly notes: readonly PlacedNote[] } {
    const actions = this.actionsOf(units);
    const written = this.write(actions, { groupHandleOf: this.options.groupHandleOf, checkpoints });
    return { ...this.measure(actions, written, 0), notes: written.map(({ boundary, lines }) => ({ boundary, text: lines.join('\n') })) };
  }

  private write(actions: readonly Action[], options: Pick<NoteOptions, 'groupHandleOf' | 'checkpoints'>): readonly WrittenNote[] {
    const layout = layOut(this.conversation, (index) => actions[index] !== 'keep');
    return writeNotes(this.classified, actions, layout, this.texts, this.record, { ...this.noteOptions, ...options });
  }

  private measure(actions: readonly Action[], written: readonly WrittenNote[], besides: TokenCount): Tried {
    const noteTokens = written.reduce((sum, note) => sum + this.countLines(note.lines), besides);
    return { actions, noteTokens, tokensAfter: this.keptTokens(actions) + noteTokens };
  }

  private actionsOf(units: Iterable<Unit>): Action[] {
    const actions = this.forcedActions.slice();
    for (const unit of units) for (const index of unit.spanIndexes) actions[index] = this.leavingActions[index] ?? 'keep';
    this.releaseThinking(actions);
    return actions;
  }

  /** Thinking that the wire demands goes only with all calls of its message. */
  private releaseThinking(actions: Action[]): void {
    for (const index of this.demandedThinking) {
      const message = this.classified[index]?.span.pieces[0]?.message;
      if (message === undefined) continue;
      const stays = this.conversation.messages[message]?.pieces.some(
        ({ spanIndex, piece }) => piece.content.type !== 'thinking' && actions[spanIndex] === 'keep',
      );
      if (!stays) actions[index] = this.leavingActions[index] ?? 'keep';
    }
  }

  private keptTokens(actions: readonly Action[]): TokenCount {
    const { tokens } = this.options;
    let sum = 0;
    for (let index = 0; index < actions.length; index++) if (actions[index] === 'keep') sum += tokens[index] ?? 0;
    return sum;
  }
}

function isForced(one: ClassifiedSpan, index: number, options: TrialOptions): boolean {
  return (
    options.isGone(index) ||
    options.mustLeave(index) ||
    options.releases.has(one.span.id) ||
    // A host would read its own summary beside the source that it stands for, and hide the source (E12).
    one.rule.id === 'summary-remade' ||
    // P06: what binds its signature to the prefix goes with any change of it.
    (one.rule.id === 'thinking' && isSigned(one))
  );
}

/** Whether the provider signed it. */
export function isSigned(one: ClassifiedSpan): boolean {
  const content = one.span.pieces[0]?.content;
  return content?.type === 'thinking' && (content.signature !== undefined || content.redacted === true);
}

/** E5: what the action of a span that leaves is, by its class. */
function actionOf(one: ClassifiedSpan, options: TrialOptions): Action {
  if (options.releases.has(one.span.id)) return 'evict_with_tombstone';
  switch (one.rule.spanClass) {
    case 'disposable':
      return 'drop';
    case 'recoverable':
      // A handle that a line cannot hold letter for letter is of no use there. A line for each is more than a run's tombstone.
      return one.handleState === 'valid' && isIndexable(one) && !options.isTerse ? 'evict' : 'evict_with_tombstone';
    case 'authoritative':
      return 'evict_with_tombstone';
  }
}
