import type { ClassifiedSpan } from '../classify/classify.ts';
import { planItems } from '../classify/plan-standing.ts';
import type { Action } from '../classify/span-class.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { type NoteSection, type SectionLine, sectionLine } from '../markers/note.ts';
import { labelOf } from './label.ts';

/** Characters of the call in a line of *tried and failed*; the rest of the line is the error's own words. */
const CALL_CHARACTERS = 48;
/** States in which nothing is left to do, as plan tools write them. */
const FINISHED_STATES: ReadonlySet<string> = new Set(['completed', 'complete', 'done', 'cancelled', 'canceled', 'deleted']);

export interface StateRecordOptions {
  readonly handleOf: (spanIndex: number) => string | null;
  /** Lines that a section may have; 0 leaves the record out. */
  readonly lineCount: number;
}

/**
 * DESIGN §7, from structure alone: what is open, what was tried and failed, what was changed, what waits, and what can
 * be fetched again. Only what left, and the plan in force, is in it.
 */
export function stateRecord(classified: readonly ClassifiedSpan[], actions: readonly Action[], options: StateRecordOptions): readonly NoteSection[] {
  const sections: NoteSection[] = [
    { title: 'open work', lines: openWork(classified, options) },
    { title: 'tried and failed', lines: triedAndFailed(classified, actions, options) },
    { title: 'changed', lines: handleLines(classified, actions, isLastWrite) },
    { title: 'waiting', lines: waiting(classified, options) },
    { title: 'live index', lines: handleLines(classified, actions, (one) => !isLastWrite(one)) },
  ];
  return sections.filter((section) => section.lines.length > 0);
}

/** A stable handle as its line shows it; `verify` looks for exactly this. */
export function indexedHandle(one: { readonly sourceHandle?: string | undefined }): string {
  return neutralize(one.sourceHandle ?? '', LIMITS.HANDLE_CHARACTERS);
}

/** The sign in the place of a handle's cut middle: such a handle names nothing that an agent could use. */
const CUT = '…';

/** Whether the live index can hold the handle letter for letter, so that no tombstone is needed (E5). */
export function isIndexable(one: { readonly sourceHandle?: string | undefined }): boolean {
  return one.sourceHandle !== undefined && !one.sourceHandle.includes(CUT) && indexedHandle(one) === one.sourceHandle;
}

/** The latest plan while anything in it is open: each open item with its state and qualifier, the finished ones counted (C10, P10). */
function openWork(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  const plan = classified.findLast((one) => one.rule.id === 'plan-latest' || planItems(one.span, one.analysis).length > 0);
  if (plan === undefined || options.lineCount === 0) return [];
  const items = planItems(plan.span, plan.analysis);
  const open = items.filter((item) => !FINISHED_STATES.has(item.state));
  if (open.length === 0) return [];
  const { turn, index } = plan.span;
  const handle = options.handleOf(index) ?? undefined;
  const texts = open.slice(0, options.lineCount).map((item) => `[${item.state}] ${item.text}`);
  if (open.length > texts.length) texts.push(`${open.length - texts.length} more are open`);
  const finished = countByState(items.filter((item) => FINISHED_STATES.has(item.state)).map((item) => item.state));
  if (finished !== '') texts.push(finished);
  return texts.map((text) => ({ text: neutralize(text, LIMITS.PLAN_ITEM_CHARACTERS), turn, ...(handle === undefined ? {} : { handle }) }));
}

function countByState(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

/**
 * Failed exchanges that leave, the error's own words, the most recent first, bounded. A later success of the same call
 * closes the line.
 */
function triedAndFailed(classified: readonly ClassifiedSpan[], actions: readonly Action[], options: StateRecordOptions): readonly SectionLine[] {
  const lines: SectionLine[] = [];
  const settled = new Set<string>();
  for (let index = classified.length - 1; index >= 0 && lines.length < options.lineCount; index--) {
    const span = classified[index]?.span;
    if (!span?.exchange || span.exchange.isPending) continue;
    const hasFailed = span.exchange.isError || (span.exchange.exitCode ?? 0) !== 0;
    const call = labelOf(span, CALL_CHARACTERS);
    if (settled.has(call)) continue;
    settled.add(call);
    if (!hasFailed || actions[index] === 'keep') continue;
    const error = errorLine(span.text);
    // A reading that found nothing (`grep` ends with 1) is no failed attempt.
    if (!error.isNamed && classified[index]?.analysis?.isRepeatable) continue;
    lines.push(sectionLine(`${call}: ${error.line}`, span.turn, options.handleOf(index) ?? undefined));
  }
  return lines;
}

/** Characters of an output that are searched for its error. */
const ERROR_CHARACTERS = 4000;

/** The first line that names an error, else the last that is not blank: programs end with what went wrong. */
function errorLine(text: string): { readonly line: string; readonly isNamed: boolean } {
  const head = text.slice(0, ERROR_CHARACTERS).split('\n');
  const named = head.find((line) => /error|fail|exception|denied|not found|no such|cannot/i.test(line));
  if (named !== undefined) return { line: named.trim(), isNamed: true };
  const last = text.slice(-ERROR_CHARACTERS).split('\n').findLast((line) => line.trim() !== '');
  return { line: last?.trim() ?? 'no output', isNamed: false };
}

/** What was asked of the user and not answered: an open question tool, or a question that ended the last turn. */
function waiting(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const asked = classified.filter((one) => one.span.exchange?.isPending === true && one.analysis?.effect.effect === 'ask');
  const last = classified.findLast((one) => one.span.kind === 'text');
  if (last?.span.provenance === 'assistant' && /[?？؟]\s*$/.test(last.span.text.slice(-8))) asked.push(last);
  return asked.slice(-options.lineCount).map(({ span }) => sectionLine(labelOf(span), span.turn, options.handleOf(span.index) ?? undefined));
}

function isLastWrite(one: ClassifiedSpan): boolean {
  return one.rule.id === 'write-last';
}

/** Each stable handle once, with its latest turn. */
function handleLines(classified: readonly ClassifiedSpan[], actions: readonly Action[], fits: (one: ClassifiedSpan) => boolean): readonly SectionLine[] {
  const turns = new Map<string, number>();
  for (const one of classified) {
    if (actions[one.span.index] === 'evict' && fits(one)) turns.set(indexedHandle(one), one.span.turn);
  }
  return [...turns].map(([text, turn]) => ({ text, turn }));
}
