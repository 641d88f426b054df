import type { ClassifiedSpan } from '../classify/classify.ts';
import { planItems } from '../classify/plan-standing.ts';
import type { Action } from '../classify/span-class.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { type NoteSection, type SectionLine, sectionLine } from '../markers/note.ts';
import type { SpanTexts } from './span-texts.ts';

/** States in which nothing is left to do, as plan tools write them. */
const FINISHED_STATES: ReadonlySet<string> = new Set(['completed', 'complete', 'done', 'cancelled', 'canceled', 'deleted']);

export interface StateRecordOptions {
  readonly texts: SpanTexts;
  readonly handleOf: (spanIndex: number) => string | null;
  /** Lines that a section may have; 0 leaves the record out, but for what can be fetched again. */
  readonly lineCount: number;
}

/**
 * DESIGN §7, from structure alone: what is open, what was tried and failed, what was changed, what waits, and what can
 * be fetched again. Only what left, and the plan in force, is in it.
 */
export function stateRecord(classified: readonly ClassifiedSpan[], actions: readonly Action[], options: StateRecordOptions): readonly NoteSection[] {
  const handles = handleLines(classified, actions, options.texts);
  const sections: NoteSection[] = [
    { title: 'open work', lines: openWork(classified, options) },
    { title: 'tried and failed', lines: triedAndFailed(classified, actions, options) },
    { title: 'changed', lines: handles.changed },
    { title: 'waiting', lines: waiting(classified, options) },
    { title: 'live index', lines: handles.fetchable },
  ];
  return sections.filter((section) => section.lines.length > 0);
}

/** The latest plan while anything in it is open: each open item with its state and qualifier, the finished ones counted (C10, P10). */
function openWork(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const plan = classified.findLast((one) => one.rule.id === 'plan-latest') ?? classified.findLast((one) => planItems(one.span, one.analysis).length > 0);
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

/**
 * Failed exchanges that leave, the error's own words, the most recent first, bounded. A later success of the same call
 * closes the line.
 */
function triedAndFailed(classified: readonly ClassifiedSpan[], actions: readonly Action[], options: StateRecordOptions): readonly SectionLine[] {
  const { texts } = options;
  const lines: SectionLine[] = [];
  const settled = new Set<string>();
  for (let index = classified.length - 1; index >= 0 && lines.length < options.lineCount; index--) {
    const span = classified[index]?.span;
    if (!span?.exchange || span.exchange.isPending) continue;
    const call = texts.call(index);
    if (settled.has(call)) continue;
    settled.add(call);
    const hasFailed = span.exchange.isError || (span.exchange.exitCode ?? 0) !== 0;
    if (!hasFailed || actions[index] === 'keep') continue;
    const { line, isNamed } = texts.failure(index);
    // A reading that found nothing (`grep` ends with 1) is no failed attempt.
    if (!isNamed && classified[index]?.analysis?.isRepeatable) continue;
    lines.push(sectionLine(`${call}: ${line}`, span.turn, options.handleOf(index) ?? undefined));
  }
  return lines;
}

/** What was asked of the user and not answered: an open question tool, or a question that ended the last turn. */
function waiting(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const asked = classified.filter((one) => one.span.exchange?.isPending === true && one.analysis?.effect.effect === 'ask');
  const last = classified.findLast((one) => one.span.kind === 'text');
  if (last?.span.provenance === 'assistant' && /[?？؟]\s*$/.test(last.span.text.slice(-8))) asked.push(last);
  return asked
    .slice(-options.lineCount)
    .map(({ span }) => sectionLine(options.texts.label(span.index), span.turn, options.handleOf(span.index) ?? undefined));
}

/** Each stable handle once, with its latest turn; files that were written apart from what was only read. */
function handleLines(
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  texts: SpanTexts,
): { readonly changed: readonly SectionLine[]; readonly fetchable: readonly SectionLine[] } {
  const changed = new Map<string, number>();
  const fetchable = new Map<string, number>();
  for (let index = 0; index < classified.length; index++) {
    if (actions[index] !== 'evict') continue;
    const one = classified[index];
    if (one === undefined) continue;
    const turns = one.rule.id === 'write-last' ? changed : fetchable;
    turns.set(texts.indexedHandle(index), one.span.turn);
  }
  return { changed: linesOf(changed), fetchable: linesOf(fetchable) };
}

function linesOf(turns: ReadonlyMap<string, number>): readonly SectionLine[] {
  return [...turns].map(([text, turn]) => ({ text, turn }));
}
