import type { ClassifiedSpan } from '../classify/classify.ts';
import type { CompactionEvent } from '../receipt.ts';
import { bindingOf } from '../talk/obligation.ts';
import { TALK_TIER, type Unit } from './unit.ts';

/** E8a: what of that which leaves was said by people, and whether it binds. */
export class LeftTalk {
  private readonly classified: readonly ClassifiedSpan[];
  /** By span: what the assistant said before it. */
  private readonly saidBefore: readonly (string | undefined)[];

  constructor(classified: readonly ClassifiedSpan[]) {
    this.classified = classified;
    let said: string | undefined;
    this.saidBefore = classified.map(({ span }) => {
      const before = said;
      if (span.kind === 'text' && span.provenance === 'assistant') said = span.text;
      return before;
    });
  }

  /** Whether a unit is a sentence that binds, or comes after all of them. */
  binds(unit: Unit | undefined): boolean {
    if (unit === undefined || unit.tier < TALK_TIER) return false;
    return unit.tier > TALK_TIER || unit.spanIndexes.some((index) => this.isBinding(index));
  }

  /** How much left, and how much of it binds and stands nowhere else: that is what a reader has to look after. */
  events(taken: readonly Unit[]): readonly CompactionEvent[] {
    const talk = taken.filter((unit) => unit.tier === TALK_TIER);
    if (talk.length === 0) return [];
    const left = new Set(talk.flatMap((unit) => unit.spanIndexes));
    const standing = new Set(this.classified.flatMap(({ span }) => (span.pieces.length > 0 && !left.has(span.index) ? [span.text.trim()] : [])));
    const binding = [...left].filter((index) => this.isBinding(index) && !standing.has((this.classified[index]?.span.text ?? '').trim()));
    const tokens = talk.reduce((sum, unit) => sum + unit.tokens, 0);
    const sentences = `${left.size} ${left.size === 1 ? 'sentence' : 'sentences'} of ${tokens} tokens`;
    const carried = `${binding.length === 0 ? 'none' : binding.length} of them ${binding.length === 1 ? 'carries' : 'carry'}`;
    const message = `of what was said, ${sentences} left, each behind a handle; ${carried} an obligation, a decision, a number, a name or a state`;
    return [{ name: 'talk-overflowed', message }];
  }

  private isBinding(index: number): boolean {
    const one = this.classified[index];
    if (one === undefined) return false;
    // A reply binds by the question that it answers.
    return bindingOf(one.span.text, one.rule.id === 'user-answer' ? this.saidBefore[index] : undefined).weight > 0;
  }
}
