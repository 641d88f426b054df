import { sourceOf } from '../core/checkpoint/region.ts';
import type { ClassifiedSpan } from '../core/classify/classify.ts';
import { planItems } from '../core/classify/plan-standing.ts';
import type { PlanItem } from '../core/classify/tools/tool-rule.ts';
import type { Fact } from '../core/facts/fact.ts';
import { gatherFacts } from '../core/facts/gather-facts.ts';
import type { Span } from '../core/span.ts';
import { bindingOf } from '../core/talk/obligation.ts';
import { splitSentences } from '../core/talk/split-sentences.ts';
import type { LossKind } from './report.ts';
import { tellingWords } from './telling-words.ts';

/** What the window before holds and only it knows, small enough to have one fate. */
export interface Statement {
  readonly span: Span;
  /** Index in the window. */
  readonly at: number;
  readonly kind: LossKind;
  readonly text: string;
  /** UTF-16 offsets in the span's text, half-open; both 0 where it stands in a call's arguments. */
  readonly start: number;
  readonly end: number;
  /** How its fate is told: by its words, or by the exact characters that must stand somewhere (F5). */
  readonly by: 'words' | 'anchor';
  /** With `anchor`: one of them must stand. */
  readonly anchors?: readonly string[] | undefined;
  /** With `anchor`: the lines that hold them; a summary may tell one in its own words. */
  readonly lines?: readonly string[] | undefined;
  /** An item of a plan with its state. */
  readonly item?: PlanItem | undefined;
  /** Of an item: whether something after the plan speaks of it. */
  readonly isTouchedLater?: boolean | undefined;
}

/** Classes of cues that make a sentence of the user a constraint (E8a's table). */
const CONSTRAINT_CUES: ReadonlySet<string> = new Set(['prohibition', 'obligation', 'condition', 'exception', 'rule', 'preference']);
const APPROVAL_CUES: ReadonlySet<string> = new Set(['permission', 'decision']);
/** States of plan items that are done with. */
const CLOSED_STATES = /^(?:completed?|done|cancell?ed|skipped|deleted)$/i;
/** Kinds of facts that are measurements or outcomes: what was seen once and cannot be read again. */
const MEASURED_KINDS: ReadonlySet<Fact['kind']> = new Set(['error', 'exit', 'outcome', 'count', 'quantity', 'state', 'correction']);
/** What is still to be done by the assistant, in its own words. */
const PROMISE = /\b(?:I|we)(?:['’]ll| will| won['’]t| am going to|['’]m going to| are going to| shall| promise)\b/i;
/** What was done is no promise: a result, told elsewhere. */
const REPORT = /\b(?:I|we)(?:['’]ve| have| had)\b/i;
/** `Would you like me to …?`, `If you want, I can …` */
function isOffer(text: string): boolean {
  return /\?\s*$/.test(text) || /^\W*(?:let me know|if you(?:['’]d)? (?:like|want|prefer))/i.test(text);
}
/** A sentence without letters says nothing that can be looked for. */
const SAYS_SOMETHING = /\p{L}{2}/u;

/**
 * The authoritative statements of a window, in order: each sentence that the user wrote, each answer and approval, the
 * open items of plans in force, what the assistant promised, and what was measured once (E3).
 */
export function statementsOf(classified: readonly ClassifiedSpan[]): readonly Statement[] {
  const statements: Statement[] = [];
  let said: string | undefined;
  for (const [at, one] of classified.entries()) {
    const { span, rule } = one;
    if (span.kind === 'text' && span.provenance === 'assistant') said = span.text;
    if (rule.spanClass !== 'authoritative') continue;
    if (rule.id === 'user-text' || rule.id === 'user-answer' || rule.id === 'pinned') for (const statement of ofUser(one, at, said)) statements.push(statement);
    else if (rule.id === 'plan-latest' || rule.id === 'plan-open')
      for (const statement of ofPlan(one, at, classified.slice(at + 1))) statements.push(statement);
    else if (rule.id === 'final-text') for (const statement of ofFinalText(span, at)) statements.push(statement);
    else if (rule.id === 'mode-latest') statements.push(whole(span, at, 'constraint'));
    else if (rule.id === 'attachment') statements.push(whole(span, at, 'other'));
  }
  return [...statements, ...measurements(classified)].sort((a, b) => a.at - b.at || a.start - b.start);
}

function whole(span: Span, at: number, kind: LossKind): Statement {
  return { span, at, kind, text: span.text, start: 0, end: span.text.length, by: 'words' };
}

function ofUser({ span, rule }: ClassifiedSpan, at: number, said: string | undefined): readonly Statement[] {
  if (span.exchange !== undefined) return ofAnswer(span, at);
  const isReply = rule.id === 'user-answer';
  return sentencesOf(span, at).map((sentence) => ({
    ...sentence,
    kind: span.isPinned ? 'constraint' : kindOfUserSentence(sentence.text, isReply ? said : undefined),
  }));
}

/** How hosts introduce the user's own words in a refusal. */
const USER_SAID = /the user said:\s*/i;

/** An answer or refusal: the user's own words in it where the host marks them, else how it begins. */
function ofAnswer(span: Span, at: number): readonly Statement[] {
  const said = USER_SAID.exec(span.text);
  const start = said === null ? 0 : said.index + said[0].length;
  const paragraph = span.text.indexOf('\n\n', start);
  const rest = span.text.slice(start, paragraph === -1 ? span.text.length : paragraph);
  const end = start + (said === null ? (splitSentences(rest)[0]?.end ?? 0) : rest.length);
  const text = span.text.slice(start, end).trim();
  return SAYS_SOMETHING.test(text) ? [{ span, at, kind: 'approval', text, start, end: start + text.length, by: 'words' }] : [];
}

function kindOfUserSentence(text: string, previous: string | undefined): LossKind {
  const { weight, cues } = bindingOf(text, previous);
  const classes = cues.map((cue) => cue.slice(0, cue.indexOf(':')));
  if (weight === 0 || saysTooLittle(text)) return 'talk';
  if (/\?\s*$/.test(text) && !classes.includes('prohibition')) return 'other';
  if (classes.some((name) => CONSTRAINT_CUES.has(name))) return 'constraint';
  if (classes.some((name) => APPROVAL_CUES.has(name))) return 'approval';
  return 'other';
}

/** Whether a sentence can be looked for only letter for letter: `go on`, `The plan is fine.` */
function saysTooLittle(text: string): boolean {
  return tellingWords(text).size < 2 && !/[\d/_`]/.test(text);
}

function sentencesOf(span: Span, at: number): readonly Omit<Statement, 'kind'>[] {
  return splitSentences(span.text).flatMap(({ start, end }) => {
    const raw = span.text.slice(start, end);
    const text = raw.trim();
    if (!SAYS_SOMETHING.test(text)) return [];
    const from = start + raw.indexOf(text);
    return [{ span, at, text, start: from, end: from + text.length, by: 'words' as const }];
  });
}

function ofPlan(one: ClassifiedSpan, at: number, later: readonly ClassifiedSpan[]): readonly Statement[] {
  const { span } = one;
  const items = planItems(span, one.analysis).filter((item) => !CLOSED_STATES.test(item.state) && SAYS_SOMETHING.test(item.text));
  const saidLater = items.length === 0 ? [] : later.flatMap(saidBy);
  return items.map((item): Statement => {
    const start = span.text.indexOf(item.text);
    const place = start === -1 ? { start: 0, end: 0 } : { start, end: start + item.text.length };
    return { span, at, kind: 'open-work', text: item.text, ...place, by: 'words', item, isTouchedLater: isSpokenOf(item.text, saidLater) };
  });
}

/** Of an item's telling words, those that a later text of the assistant, or a call, must have to be about it. */
const TOUCHED_SHARE = 0.5;

/** The telling words of what the assistant said, or asked a tool for; none of anybody else. */
function saidBy({ span }: ClassifiedSpan): readonly ReadonlySet<string>[] {
  if (span.exchange !== undefined) return [tellingWords(JSON.stringify(span.exchange.input) ?? '')];
  return span.provenance === 'assistant' ? [tellingWords(span.text)] : [];
}

function isSpokenOf(text: string, said: readonly ReadonlySet<string>[]): boolean {
  const keys = [...tellingWords(text)];
  return keys.length > 0 && said.some((words) => keys.filter((key) => words.has(key)).length >= TOUCHED_SHARE * keys.length);
}

function ofFinalText(span: Span, at: number): readonly Statement[] {
  return sentencesOf(span, at).flatMap((sentence) => {
    if (isOffer(sentence.text)) return [];
    const { cues } = bindingOf(sentence.text);
    const isPromise = PROMISE.test(sentence.text) || (cues.some((cue) => cue.startsWith('commitment:')) && !REPORT.test(sentence.text));
    return isPromise ? [{ ...sentence, kind: 'commitment' as const }] : [];
  });
}

/** Lines of one result that are looked for in other words. */
const MEASURED_LINES = 8;

/** What was seen once: the required facts (F9) of one-shot exchanges and final texts, one statement for each span. */
function measurements(classified: readonly ClassifiedSpan[]): readonly Statement[] {
  const measured = [...classified.entries()].filter(([, one]) => one.rule.id === 'one-shot' || one.rule.id === 'final-text');
  const facts = gatherFacts(measured.map(([, one]) => sourceOf(one))).filter((fact) => fact.isRequired && MEASURED_KINDS.has(fact.kind));
  const factsOf = bySource(facts);
  return measured.flatMap(([at, { span }], source): readonly Statement[] => {
    const own = factsOf.get(source) ?? [];
    const first = own[0];
    if (first === undefined) return [];
    const start = Math.max(0, span.text.indexOf(first.line));
    return [
      {
        span,
        at,
        kind: 'measurement',
        text: first.line,
        start,
        end: start + first.line.length,
        by: 'anchor',
        anchors: own.map((fact) => fact.anchor),
        lines: [...new Set(own.map((fact) => fact.line))].slice(0, MEASURED_LINES),
      },
    ];
  });
}

function bySource(facts: readonly Fact[]): ReadonlyMap<number, readonly Fact[]> {
  const found = new Map<number, Fact[]>();
  for (const fact of facts) {
    const own = found.get(fact.source);
    if (own === undefined) found.set(fact.source, [fact]);
    else own.push(fact);
  }
  return found;
}
