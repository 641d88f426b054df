import type { ClassifiedSpan } from '../core/classify/classify.ts';
import { isTalk, talkEnd } from '../core/talk/is-talk.ts';
import { leavingOrder } from '../core/talk/leaving-order.ts';
import { bindingOf } from '../core/talk/obligation.ts';

/** What was said, and is put back letter for letter: span indexes, what matters most first. */
export interface Said {
  /** The latest message of the user: what is being worked on. */
  readonly latest: readonly number[];
  /** The user's rules, then answers and refusals, then all other sentences that bind. */
  readonly binding: readonly number[];
  /** All else that the user wrote. */
  readonly other: readonly number[];
}

/**
 * The reverse of the order in which talk leaves (E8a): what binds most first, the newest first among equals; what stands
 * again later comes last. Of the assistant only what it took upon itself.
 */
export function saidIn(classified: readonly ClassifiedSpan[], isOut: (spanIndex: number) => boolean): Said {
  const end = talkEnd(classified);
  const latest = classified.filter((one) => one.span.index >= end && isOut(one.span.index) && isOfUser(one)).map(({ span }) => span.index);
  const answers = classified
    .filter((one) => one.span.exchange !== undefined && one.rule.id === 'user-answer' && isOut(one.span.index))
    .map(({ span }) => span.index);
  const ordered = leavingOrder(classified, isOut).toReversed();
  const told = ordered.map((index) => classified[index]).filter((one) => one !== undefined);
  const isBinding = (one: ClassifiedSpan): boolean => one.rule.id === 'user-answer' || bindingOf(one.span.text).weight > 0;
  const indexesOf = (those: readonly ClassifiedSpan[]): readonly number[] => those.map(({ span }) => span.index);
  const rules = told.filter((one) => isOfUser(one) && isRule(one));
  const isRuleOfUser = new Set(rules);
  const binding = told.filter((one) => !isRuleOfUser.has(one) && (isOfUser(one) ? isBinding(one) : isCommitment(one)));
  return {
    latest,
    binding: [...indexesOf(rules), ...answers.toReversed(), ...indexesOf(binding)],
    other: indexesOf(told.filter((one) => isOfUser(one) && !isRuleOfUser.has(one) && !isBinding(one))),
  };
}

/** What holds from the moment when it is said, as the audit takes it (E8a's table). */
const RULE_CUES = /^(?:prohibition|obligation|condition|exception|rule|preference):/;

function isRule({ span }: ClassifiedSpan): boolean {
  return bindingOf(span.text).cues.some((cue) => RULE_CUES.test(cue));
}

function isOfUser(one: ClassifiedSpan): boolean {
  return isTalk(one) && one.span.provenance === 'user';
}

function isCommitment({ span }: ClassifiedSpan): boolean {
  return bindingOf(span.text).cues.some((cue) => cue.startsWith('commitment:'));
}
