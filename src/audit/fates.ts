import { checkDrift } from '../core/drift/check-drift.ts';
import type { Drift } from '../core/drift/drift.ts';
import { holdsAnchor } from '../core/facts/anchors.ts';
import type { Change, Fate } from './report.ts';
import type { Statement } from './statements.ts';
import type { Surrogate } from './surrogate.ts';

/** What the window after holds. */
export interface WindowAfter {
  /** Whether the span at this index of the window before stands in it whole. */
  readonly keeps: (at: number) => boolean;
  readonly surrogate: Surrogate;
  /** All of it as one text: what stayed, and what was put in place. */
  readonly text: string;
  /** The same without durations. */
  readonly timeless: () => string;
}

export interface Judged {
  readonly fate: Fate;
  readonly surrogateText?: string | undefined;
  readonly changes?: readonly Change[] | undefined;
}

export const DURATION = /\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds?|min|minutes?)\b/g;
/** Sentences of the surrogate that a statement is held against. */
const CANDIDATES = 4;
/** A sentence with this share of a statement's words, by what they tell, restates it. Set on hand-read findings (docs/audit.md). */
const RESTATED_SHARE = 0.5;
const NEAR_BEST = 0.8;
/** A line of a result is short, and its words are names: half of them are it. */
const MEASURED_SHARE = 0.5;
/** From this share on, a sentence that the drift check finds at fault is about the statement. */
const ABOUT_SHARE = 0.25;
/** The share of a sentence's own words that the statement has. */
const SAYS_LITTLE_ELSE = 0.5;
/** A text that is told in less words than this has to stand with nearly all of them. */
const SHORT_WORDS = 3;

/** The fate of one statement: pure, and the same for the same texts. */
export function fateOf(statement: Statement, after: WindowAfter): Judged {
  if (after.keeps(statement.at)) return { fate: 'kept' };
  if (statement.by === 'anchor') return measuredFate(statement, after);
  if (after.surrogate.holds(statement.text)) return stateOf(statement, after) ?? { fate: 'kept' };
  const mended = after.surrogate.holdsMended(statement.text);
  if (mended !== undefined) return stateOf(statement, after, mended) ?? { fate: 'restated', surrogateText: mended };
  const near = after.surrogate.nearest(statement.text, CANDIDATES);
  const least = wordCount(statement.text) <= SHORT_WORDS ? 0.8 : RESTATED_SHARE;
  // What says it much worse than the best is about something else.
  const saying = near.filter(({ share }) => share >= Math.max(least, NEAR_BEST * (near[0]?.share ?? 0)));
  let drifted: Judged | undefined;
  for (const { sentence } of saying) {
    const change = changeOf(sentence.text, statement, after.surrogate);
    if (change === undefined) return stateOf(statement, after, sentence.text) ?? { fate: 'restated', surrogateText: sentence.text };
    drifted ??= { fate: 'drifted', surrogateText: sentence.text, changes: [change] };
  }
  return drifted ?? aboutOf(statement, near, after.surrogate) ?? { fate: 'lost' };
}

/** A result stands by its exact characters, by a count with its noun, or in other words (`closed ticket 12` for `✓ ticket-12: status closed`). */
function measuredFate(statement: Statement, after: WindowAfter): Judged {
  if (stands(statement, after)) return { fate: 'kept' };
  for (const line of statement.lines ?? []) {
    const near = after.surrogate.nearest(line, CANDIDATES)[0];
    const counts = countsOf(line);
    const told = counts.length === 0 ? undefined : after.surrogate.sentences.find(({ text }) => counts.some((count) => count.test(text)))?.text;
    const saying = told ?? (near !== undefined && near.share >= MEASURED_SHARE ? near.sentence.text : undefined);
    if (saying !== undefined) return { fate: 'restated', surrogateText: saying };
  }
  return { fate: 'lost' };
}

/** `43 tests`, `7 files`: a figure with what it counts; one digit says too little. */
function countsOf(line: string): readonly RegExp[] {
  return [...line.matchAll(/\b(\d{2,7}) (?:\p{L}{1,16} )?(test|file|failure|error|warning|row|record|mod|package|check)s?\b/gu)].map(
    ([, figure, noun]) => new RegExp(`\\b${figure} (?:\\p{L}{1,16} )?${noun}s?\\b`, 'u'),
  );
}

/** One of its anchors; or the whole line of an outcome, which took another time in another run: `linted 40 files in 81ms`. */
function stands({ text, anchors = [] }: Statement, after: WindowAfter): boolean {
  const telling = anchors.filter((anchor) => anchor.replace(DURATION, '').trim() !== '');
  if ((telling.length > 0 ? telling : anchors).some((anchor) => holdsAnchor(after.text, anchor))) return true;
  const timeless = text.replace(DURATION, '');
  return timeless !== text && /\p{L}{3}/u.test(timeless) && after.timeless().includes(timeless);
}

/** What a sentence changed of the statement: only what the window before bears out nowhere else is a change. */
function changeOf(sentence: string, statement: Statement, surrogate: Surrogate): Change | undefined {
  const overall = surrogate.drifts.get(sentence);
  if (overall === undefined) return undefined;
  const own = driftFrom(sentence, statement);
  if (own === undefined) return undefined;
  // With nothing in its place it may be an addition from elsewhere; where the sentence says little else, it is a change.
  return own.expected === undefined && surrogate.shareBack(sentence, statement.text) < SAYS_LITTLE_ELSE ? undefined : changeFrom(own);
}

function driftFrom(sentence: string, { span, text }: Statement): Drift | undefined {
  return checkDrift(sentence, { texts: [{ text, provenance: span.provenance === 'holdfast' ? 'harness' : span.provenance }] })[0];
}

function changeFrom({ kind: named, found, expected }: Drift): Change {
  // A bound that is another number is told as what people see: the number.
  const kind = named === 'scope' && /^\d/.test(expected ?? '') ? 'number' : named;
  return { kind, found, ...(expected === undefined ? {} : { expected }) };
}

/** A sentence that shares some of the statement's words and turns one of them: `Prefer careful changes in production`. */
function aboutOf(statement: Statement, near: ReturnType<Surrogate['nearest']>, surrogate: Surrogate): Judged | undefined {
  for (const { sentence, share } of near) {
    if (share < ABOUT_SHARE || !surrogate.drifts.has(sentence.text)) continue;
    const own = driftFrom(sentence.text, statement);
    if (own?.expected !== undefined && own.kind !== 'quotation') return { fate: 'drifted', surrogateText: sentence.text, changes: [changeFrom(own)] };
  }
  return undefined;
}

/** States that a summary gives an item of a plan, in the words of summaries. */
const SAYS_DONE = /\b(?:completed?|done|finished|implemented|resolved|fixed)\b|✅|\[x\]/i;
const SAYS_OPEN =
  /\b(?:pending|open|todo|to do|remaining|not (?:yet )?(?:done|started|completed?|finished)|in[ _-]progress|next|left|outstanding|blocked|waiting)\b|\[ \]/i;

const WAITS = /\b(?:block|wait|await|hold|paus)/i;
const HEADING_BEFORE = /^\W{0,6}(?:blocked|waiting|on hold)\b[^\n]{0,80}$/im;
const HEADING_CHARACTERS = 160;

function textBefore(whole: string, text: string): string {
  const at = whole.indexOf(text);
  return at === -1 ? '' : whole.slice(Math.max(0, at - HEADING_CHARACTERS), at);
}

/** An open item that is told as done, or a blocked one as merely open (DESIGN §1.2). */
function stateOf({ item, text, isTouchedLater }: Statement, { surrogate }: WindowAfter, sentence?: string): Judged | undefined {
  if (item === undefined) return undefined;
  const said = sentence ?? surrogate.sentences.find((one) => one.text.includes(text))?.text ?? '';
  // A text over several sentences, or under a heading that tells its state, cannot be judged by one of them.
  if (said === '' || HEADING_BEFORE.test(textBefore(surrogate.text, text))) return undefined;
  const besides = said.replace(text, ' ');
  if (WAITS.test(item.state) && !WAITS.test(said) && !/approv/i.test(said)) return changed(said, besides, item.state);
  // What was worked on since may be done: the plan was not brought up to date.
  if (!isTouchedLater && SAYS_DONE.test(besides) && !SAYS_OPEN.test(besides)) return changed(said, besides, item.state);
  return undefined;
}

function changed(sentence: string, besides: string, expected: string): Judged {
  const found = SAYS_DONE.exec(besides)?.[0] ?? SAYS_OPEN.exec(besides)?.[0] ?? 'no state';
  return { fate: 'drifted', surrogateText: sentence, changes: [{ kind: 'state', found, expected }] };
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}
