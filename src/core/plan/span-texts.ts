import type { ClassifiedSpan } from '../classify/classify.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { labelOf } from './label.ts';

/** Characters of one member's label in the label of a run. */
const MEMBER_CHARACTERS = 36;
/** Characters of the call in a line of *tried and failed*; the rest of the line is the error's own words. */
const CALL_CHARACTERS = 48;
/** Characters of an output that are searched for its error, at its head and at its end. */
const ERROR_CHARACTERS = 4000;

/** Characters from which a line is code or data rather than a message. */
const LONGEST_ERROR_LINE = 400;

/** A failed exchange in words. */
export interface Failure {
  /** The call, bounded. */
  readonly call: string;
  /** The error's own words. */
  readonly line: string;
  /** False where no line names an error, and `line` is only the last one. */
  readonly isNamed: boolean;
}

/**
 * What notes say of spans, each text made once however often a plan is tried: a plan is tried some ten times, and a
 * label costs more than all else of a trial.
 */
export class SpanTexts {
  private readonly labels: (string | undefined)[] = [];
  private readonly memberLabels: (string | undefined)[] = [];
  private readonly handles: (string | undefined)[] = [];
  private readonly failures: (Failure | undefined)[] = [];
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

  /** The stable handle as its line in the live index shows it; `verify` looks for exactly this. */
  indexedHandle(index: number): string {
    return once(this.handles, index, () => indexedHandle(this.at(index)));
  }

  failure(index: number): Failure {
    return once(this.failures, index, () => ({ call: labelOf(this.at(index).span, CALL_CHARACTERS), ...errorLine(this.at(index).span.text) }));
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

export function indexedHandle(one: { readonly sourceHandle?: string | undefined }): string {
  return neutralize(one.sourceHandle ?? '', LIMITS.HANDLE_CHARACTERS);
}

/** The sign in the place of a handle's cut middle: such a handle names nothing that an agent could use. */
const CUT = '…';

/** Whether the live index can hold the handle letter for letter, so that no tombstone is needed (E5). */
export function isIndexable(one: { readonly sourceHandle?: string | undefined }): boolean {
  return one.sourceHandle !== undefined && !one.sourceHandle.includes(CUT) && indexedHandle(one) === one.sourceHandle;
}

/** The first line that names an error, else the last that is not blank: programs end with what went wrong. */
function errorLine(text: string): { readonly line: string; readonly isNamed: boolean } {
  const head = text
    .slice(0, ERROR_CHARACTERS)
    .split('\n')
    .filter((line) => line.length < LONGEST_ERROR_LINE && !/\bexited with\b/i.test(line));
  const named = head.find((line) => /error\b|exception\b|denied|not found|no such|cannot/i.test(line)) ?? head.find((line) => /fail/i.test(line));
  if (named !== undefined) return { line: named.trim(), isNamed: true };
  const last = text
    .slice(-ERROR_CHARACTERS)
    .split('\n')
    .findLast((line) => line.trim() !== '');
  return { line: last?.trim() ?? 'no output', isNamed: false };
}
