import type { ClassifiedSpan } from '../classify/classify.ts';
import { planItems } from '../classify/plan-standing.ts';
import { endsInQuestion } from '../classify/question.ts';
import type { Action } from '../classify/span-class.ts';
import { hasFailed } from '../has-failed.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { type NoteSection, type SectionLine, sectionLine } from '../markers/note.ts';
import { callKey, labelOf } from './label.ts';
import { indexedHandle, type SpanTexts } from './span-texts.ts';

/** States in which nothing is left to do, as plan tools write them. */
const FINISHED_STATES: ReadonlySet<string> = new Set(['completed', 'complete', 'done', 'cancelled', 'canceled', 'deleted']);

/** Characters of the call in a line of *tried and failed*; the rest of the line is the error's own words. */
const CALL_CHARACTERS = 48;
/** Characters of an output that are searched for its error, at its head and at its end. */
const ERROR_CHARACTERS = 4000;

/** Characters from which a line is code or data rather than a message. */
const LONGEST_ERROR_LINE = 400;

export interface StateRecordOptions {
  readonly texts: SpanTexts;
  readonly handleOf: (spanIndex: number) => string | null;
  /** Lines that a section may have; 0 leaves the record out, but for what can be fetched again. */
  readonly lineCount: number;
}

/**
 * DESIGN §7, from structure alone: what is open, what was tried and failed, what was changed, what waits, and what can
 * be fetched again. Only what left, and the plan in force, is in it. Made once for all trials of a plan: only which of
 * its lines stand depends on what leaves.
 */
export class StateRecord {
  private readonly classified: readonly ClassifiedSpan[];
  private readonly options: StateRecordOptions;
  private readonly open: readonly SectionLine[];
  private readonly asked: readonly SectionLine[];
  private readonly failures: readonly { readonly index: number; readonly line: SectionLine }[];
  /** By span: its line in the index, and a number for its handle. */
  private readonly handleLines: readonly ({ readonly line: SectionLine; readonly handle: number } | undefined)[];

  constructor(classified: readonly ClassifiedSpan[], options: StateRecordOptions) {
    this.classified = classified;
    this.options = options;
    this.open = openWork(classified, options);
    this.asked = waiting(classified, options);
    this.failures = lastFailures(classified, options);
    this.handleLines = indexLines(classified);
  }

  sections(actions: readonly Action[]): readonly NoteSection[] {
    const failed = this.failures.filter(({ index }) => actions[index] !== 'keep').slice(0, this.options.lineCount);
    const { changed, fetchable } = this.evicted(actions);
    const sections: NoteSection[] = [
      { title: 'open work', lines: this.open },
      { title: 'tried and failed', lines: failed.map(({ line }) => line) },
      { title: 'changed', lines: changed },
      { title: 'waiting', lines: this.asked },
      { title: 'live index', lines: fetchable },
    ];
    return sections.filter((section) => section.lines.length > 0);
  }

  /** Each stable handle once, with its latest turn; files that were written apart from what was only read. */
  private evicted(actions: readonly Action[]): { readonly changed: readonly SectionLine[]; readonly fetchable: readonly SectionLine[] } {
    const changed: SectionLine[] = [];
    const fetchable: SectionLine[] = [];
    const seen = new Set<number>();
    for (let index = actions.length - 1; index >= 0; index--) {
      if (actions[index] !== 'evict') continue;
      const entry = this.handleLines[index];
      if (entry === undefined) continue;
      const isWrite = this.classified[index]?.rule.id === 'write-last';
      const key = isWrite ? -1 - entry.handle : entry.handle;
      if (seen.has(key)) continue;
      seen.add(key);
      (isWrite ? changed : fetchable).push(entry.line);
    }
    return { changed: changed.reverse(), fetchable: fetchable.reverse() };
  }
}

function indexLines(classified: readonly ClassifiedSpan[]): readonly ({ readonly line: SectionLine; readonly handle: number } | undefined)[] {
  const handles = new Map<string, number>();
  return classified.map((one) => {
    if (one.handleState !== 'valid' || one.sourceHandle === undefined) return undefined;
    const text = indexedHandle(one);
    const handle = handles.get(text) ?? handles.size;
    handles.set(text, handle);
    return { line: { text, turn: one.span.turn }, handle };
  });
}

/** The latest plan while anything in it is open: each open item with its state and qualifier, the finished ones counted (C10, P10). */
function openWork(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const plan = classified.find((one) => one.planStanding === 'latest');
  if (plan === undefined) return [];
  const items = planItems(plan.span, plan.analysis);
  const open = items.filter((item) => !FINISHED_STATES.has(item.state));
  if (open.length === 0) return [];
  const { turn, index } = plan.span;
  const handle = options.handleOf(index) ?? undefined;
  const lines = open.slice(0, options.lineCount).map((item) => `[${item.state}] ${item.text}`);
  if (open.length > lines.length) lines.push(`${open.length - lines.length} more are open`);
  const finished = countByState(items.filter((item) => FINISHED_STATES.has(item.state)).map((item) => item.state));
  if (finished !== '') lines.push(finished);
  return lines.map((line) => ({ text: neutralize(line, LIMITS.PLAN_ITEM_CHARACTERS), turn, ...(handle === undefined ? {} : { handle }) }));
}

function countByState(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

/** Failed exchanges whose call did not succeed later, the error's own words, the most recent first. */
function lastFailures(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly { readonly index: number; readonly line: SectionLine }[] {
  if (options.lineCount === 0) return [];
  const failures: { index: number; line: SectionLine }[] = [];
  const settled = new Set<string>();
  for (let index = classified.length - 1; index >= 0; index--) {
    const span = classified[index]?.span;
    if (!span?.exchange || span.exchange.isPending) continue;
    const key = callKey(span);
    if (settled.has(key)) continue;
    settled.add(key);
    if (!hasFailed(span.exchange)) continue;
    const { line, isNamed } = errorLine(span.text);
    // A reading that found nothing (`grep` ends with 1) is no failed attempt.
    if (!isNamed && classified[index]?.analysis?.isRepeatable) continue;
    failures.push({ index, line: sectionLine(`${labelOf(span, CALL_CHARACTERS)}: ${line}`, span.turn, options.handleOf(index) ?? undefined) });
  }
  return failures;
}

/** What was asked of the user and not answered: an open question tool, or a question that ended the last turn. */
function waiting(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const asked = classified.filter((one) => one.span.exchange?.isPending === true && one.analysis?.effect.effect === 'ask');
  const last = classified.findLast((one) => one.span.kind === 'text');
  if (last?.span.provenance === 'assistant' && endsInQuestion(last.span.text)) asked.push(last);
  return asked.slice(-options.lineCount).map(({ span }) => sectionLine(options.texts.label(span.index), span.turn, options.handleOf(span.index) ?? undefined));
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
