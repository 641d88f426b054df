import { attributionOf } from './attribution.ts';
import { clausesOf } from './clause.ts';
import type { Finding, SourceText } from './drift.ts';
import { givesOrder } from './orders.ts';
import { sentencesOf } from './sentences.ts';

const ITEM = /^(?:[-*•+]|\d{1,3}[.)])\s/;
const QUOTATION = /^["“«„'‘「『]/;
/** Goes on with what was spoken of: `It was to delete …`. */
const GOING_ON = /^(?:it|this|that|these|those|they|he|she|also|and|then|so|because)\b/i;
/** What is said follows: `The user asked:`, `[user]`, or a label that is a line of its own. */
const OPENS = /[:：>\]]\W{0,3}$|^[^\s]{1,20}$|^#{1,6} /;

/**
 * C08, P28: what stands behind a statement that is cut from the user's mouth, and would be left as somebody's order without
 * it: orders, quotations, items of a list that it opened, what goes on with it. As far as they reach without a gap.
 */
export class Carrying {
  /** The cue of the attribution that was cut last, while what follows is carried by it. */
  private cue: string | undefined;
  private isList = false;

  /**
   * `writerOf`: who wrote a sentence that is a copy. What the user wrote stands by itself; so does what another wrote, if it
   * orders nothing.
   */
  check(sentence: string, writerOf: (text: string) => SourceText['provenance'] | undefined): Finding | undefined {
    if (this.cue === undefined) return undefined;
    const isOrder = givesOrder(sentence);
    if (!isOrder && !this.isCarried(sentence)) return undefined;
    const writer = writerOf(sentence);
    return writer === 'user' || (writer !== undefined && !isOrder) ? undefined : { kind: 'quotation', found: this.cue };
  }

  /** Call with each sentence and what was found of it. */
  goOn(sentence: string, finding: Finding | undefined): void {
    const attribution = finding?.kind === 'quotation' ? attributionOf(sentence) : undefined;
    if (attribution !== undefined) {
      this.cue = attribution.cue;
      this.isList = OPENS.test(sentence.trim());
    } else if (finding === undefined) this.cue = undefined;
  }

  private isCarried(sentence: string): boolean {
    if ((this.isList && ITEM.test(sentence)) || QUOTATION.test(sentence) || GOING_ON.test(sentence)) return true;
    return clausesOf(sentence).some(({ claims }) => claims.has('permit') || claims.has('must'));
  }
}

/** The orders of a text that stand behind attributions among `cut`, though they are copies. `isOfUser`: the user wrote it. */
export function carriedBy(text: string, cut: ReadonlySet<string>, isOfUser: (text: string) => boolean): ReadonlySet<string> {
  const carried = new Set<string>();
  const carrying = new Carrying();
  for (const { text: sentence } of sentencesOf(text)) {
    const finding: Finding | undefined = cut.has(sentence)
      ? { kind: 'quotation', found: sentence }
      : carrying.check(sentence, (one) => (isOfUser(one) ? 'user' : 'tool'));
    if (finding !== undefined && !cut.has(sentence)) carried.add(sentence);
    carrying.goOn(sentence, finding);
  }
  return carried;
}
