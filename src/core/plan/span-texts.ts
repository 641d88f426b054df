import type { ClassifiedSpan } from '../classify/classify.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { holdsSecret, redact } from '../redact/redact.ts';
import { labelOf } from './label.ts';

/** Characters of one member's label in the label of a run. */
const MEMBER_CHARACTERS = 36;
/**
 * What notes say of spans, each text made once however often a plan is tried: a plan is tried some ten times, and a
 * label costs more than all else of a trial.
 */
export class SpanTexts {
  private readonly labels: (string | undefined)[] = [];
  private readonly memberLabels: (string | undefined)[] = [];
  private readonly classified: readonly ClassifiedSpan[];

  constructor(classified: readonly ClassifiedSpan[]) {
    this.classified = classified;
  }

  /** Beside a lone tombstone. */
  label(index: number): string {
    return once(this.labels, index, () => labelOf(this.at(index).span));
  }

  /** Within the label of a run. */
  memberLabel(index: number): string {
    return once(this.memberLabels, index, () => labelOf(this.at(index).span, MEMBER_CHARACTERS));
  }

  private at(index: number): ClassifiedSpan {
    const one = this.classified[index];
    if (one === undefined) throw new Error(`E1: span ${index} has a class`);
    return one;
  }
}

function once<T>(made: (T | undefined)[], index: number, make: () => T): T {
  const known = made[index];
  if (known !== undefined) return known;
  const value = make();
  made[index] = value;
  return value;
}

/** The stable handle as its line in the live index shows it; `verify` looks for exactly this. */
export function indexedHandle(one: { readonly sourceHandle?: string | undefined }): string {
  return neutralize(one.sourceHandle ?? '', LIMITS.HANDLE_CHARACTERS);
}

/** The sign in the place of a handle's cut middle: such a handle names nothing that an agent could use. */
const CUT = '…';
/** P26: nor does one that held a secret. Brackets are escaped in most handles. */
const REDACTED = /(?:\[|%5B)redacted:/;

/** The stable handle for people. P26: white space that fell together when it was written may have shown a secret. */
export function shownHandle(sourceHandle: string): string {
  return redact(sourceHandle);
}

/** Whether the live index can hold the handle letter for letter, so that no tombstone is needed (E5). */
export function isIndexable(one: { readonly sourceHandle?: string | undefined }): boolean {
  const { sourceHandle } = one;
  return (
    sourceHandle !== undefined &&
    !sourceHandle.includes(CUT) &&
    !REDACTED.test(sourceHandle) &&
    !holdsSecret(sourceHandle) &&
    indexedHandle(one) === sourceHandle
  );
}
