import type { ClassifiedSpan } from '../classify/classify.ts';
import { planItems } from '../classify/plan-standing.ts';
import { endsInQuestion } from '../classify/question.ts';
import type { Action } from '../classify/span-class.ts';
import { saysFailed } from '../has-failed.ts';
import { LIMITS } from '../limits.ts';
import { type NoteSection, type SectionLine, sectionLine } from '../markers/note.ts';
import { redact, redactHead } from '../redact/redact.ts';
import { repeatForeign } from '../redact/repeat-foreign.ts';
import type { Span } from '../span.ts';
import { attemptsOf } from './attempt.ts';
import { labelOf } from './label.ts';
import { LaterAttempts } from './later-attempts.ts';
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
  private readonly failures: readonly Failure[];
  private readonly failureLines = new Map<number, SectionLine>();
  /** By span: its line in the index, and a number for its handle. */
  private readonly handleLines: readonly ({ readonly line: SectionLine; readonly handle: number } | undefined)[];

  constructor(classified: readonly ClassifiedSpan[], options: StateRecordOptions) {
    this.classified = classified;
    this.options = options;
    this.open = openWork(classified, options);
    this.asked = waiting(classified, options);
    this.failures = options.lineCount === 0 ? [] : openFailures(classified);
    this.handleLines = indexLines(classified);
  }

  /** `groupHandleOf`: one handle for what has no line of its own. */
  sections(actions: readonly Action[], groupHandleOf: (spanIndexes: readonly number[]) => string | null): readonly NoteSection[] {
    const { changed, fetchable } = this.evicted(actions);
    const sections: NoteSection[] = [
      { title: 'open work', lines: this.open },
      { title: 'tried and failed', lines: this.failed(actions, groupHandleOf) },
      { title: 'changed', lines: changed },
      { title: 'waiting', lines: this.asked },
      { title: 'live index', lines: fetchable },
    ];
    return sections.filter((section) => section.lines.length > 0);
  }

  /** The most recent first, one by one; the rest is counted, behind one handle. */
  private failed(actions: readonly Action[], groupHandleOf: (spanIndexes: readonly number[]) => string | null): readonly SectionLine[] {
    const left = this.failures.filter(({ index }) => actions[index] !== 'keep');
    const lines = left.slice(0, this.options.lineCount).map((failure) => this.failureLine(failure));
    const rest = left.slice(this.options.lineCount);
    const [latest] = rest;
    if (latest === undefined) return lines;
    if (rest.length === 1) return [...lines, this.failureLine(latest)];
    const spanIndexes = rest.map(({ index }) => index).sort((a, b) => a - b);
    return [...lines, sectionLine(`${rest.length} earlier failures`, latest.span.turn, groupHandleOf(spanIndexes) ?? undefined)];
  }

  /** A line costs more than all else of a trial, and few of many failures have one. */
  private failureLine(failure: Failure): SectionLine {
    let line = this.failureLines.get(failure.index);
    if (line === undefined) {
      const text = `${labelOf(failure.span, CALL_CHARACTERS)}: ${failure.error}`;
      line = sectionLine(text, failure.span.turn, this.options.handleOf(failure.index) ?? undefined);
      this.failureLines.set(failure.index, line);
    }
    return line;
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
  return lines.map((line) => ({ text: repeatForeign(line, LIMITS.PLAN_ITEM_CHARACTERS), turn, ...(handle === undefined ? {} : { handle }) }));
}

function countByState(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

interface Failure {
  readonly index: number;
  readonly span: Span;
  /** In the tool's own words, one line. */
  readonly error: string;
}

/** Failed exchanges on what did not succeed later, the most recent first; of several on the same thing the latest. */
function openFailures(classified: readonly ClassifiedSpan[]): readonly Failure[] {
  const first = classified.findIndex(({ span }) => span.exchange !== undefined && saysFailed(span.exchange));
  if (first === -1) return [];
  const failures: Failure[] = [];
  const succeeded = new LaterAttempts();
  const failed = new LaterAttempts();
  for (let index = classified.length - 1; index >= first; index--) {
    const { span, analysis } = classified[index] ?? {};
    if (!span?.exchange || span.exchange.isPending || span.mustLeave === 'orphan-call') continue;
    const { itself, tried, proven } = attemptsOf(span.exchange, analysis);
    if (!saysFailed(span.exchange)) {
      for (const attempt of [itself, ...proven]) succeeded.add(attempt);
      continue;
    }
    const isOpen = !succeeded.has(itself) && !tried.every((attempt) => succeeded.has(attempt));
    const isLatest = !tried.every((attempt) => failed.hasEqual(attempt));
    const { line, isNamed } = isOpen && isLatest ? errorLine(span.text) : NO_ERROR;
    for (const attempt of tried) failed.add(attempt);
    // A reading that found nothing (`grep` ends with 1) is no failed attempt.
    if (!isOpen || !isLatest || (!isNamed && analysis?.isRepeatable)) continue;
    failures.push({ index, span, error: line });
  }
  return failures;
}

/** What was asked of the user and not answered (E7 keeps what still waits): an open question tool, or a question that ended the last turn. */
function waiting(classified: readonly ClassifiedSpan[], options: StateRecordOptions): readonly SectionLine[] {
  if (options.lineCount === 0) return [];
  const asked = classified.filter((one) => isUnanswered(one.span) && one.analysis?.effect.effect === 'ask');
  const last = classified.findLast((one) => one.span.kind === 'text');
  if (last?.span.provenance === 'assistant' && endsInQuestion(last.span.text)) asked.push(last);
  return asked.slice(-options.lineCount).map(({ span }) => sectionLine(options.texts.label(span.index), span.turn, options.handleOf(span.index) ?? undefined));
}

/** A call that another message followed before its result came waits as well. */
function isUnanswered(span: Span): boolean {
  return span.exchange?.isPending === true || span.mustLeave === 'orphan-call';
}

interface ErrorLine {
  readonly line: string;
  /** It says by itself that it is an error. */
  readonly isNamed: boolean;
}

const NO_ERROR: ErrorLine = { line: '', isNamed: false };

/** The first line that names an error, else the last that is not blank: programs end with what went wrong. */
function errorLine(text: string): ErrorLine {
  const head = redactHead(text, ERROR_CHARACTERS)
    .split('\n')
    .filter((line) => line.length < LONGEST_ERROR_LINE && !/\bexited with\b/i.test(line));
  const named = head.find((line) => /error\b|exception\b|denied|not found|no such|cannot/i.test(line)) ?? head.find((line) => /fail/i.test(line));
  if (named !== undefined) return { line: named.trim(), isNamed: true };
  const last = redact(tailOf(text))
    .split('\n')
    .findLast((line) => line.trim() !== '');
  return { line: last?.trim() ?? 'no output', isNamed: false };
}

/** Whole lines, so that no secret is cut before it is known. */
function tailOf(text: string): string {
  if (text.length <= ERROR_CHARACTERS) return text;
  const tail = text.slice(-ERROR_CHARACTERS);
  const firstBreak = tail.indexOf('\n');
  return firstBreak === -1 ? '' : tail.slice(firstBreak);
}
