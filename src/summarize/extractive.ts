import { factText, headingOf } from '../core/checkpoint/fact-text.ts';
import { floorFacts } from '../core/checkpoint/need.ts';
import type { SegmentRequest, Summarizer } from '../core/checkpoint/summarizer.ts';
import { fitLine } from '../core/drift/flat-lines.ts';
import { namesUser } from '../core/drift/lexicon/attribution-forms.ts';
import type { Fact, FactSource } from '../core/facts/fact.ts';
import type { TokenCount } from '../core/token-count.ts';

/** Characters of a line of the source that is taken whole. */
const LINE_CHARACTERS = 300;
/** Lines in a row that do not fit before the rest is left. */
const MISFITS = 40;
/** Characters of a narration that is looked at for sentences: its beginning and its end. */
const NARRATION_CHARACTERS = 1500;
/** F7: where facts are few, a text goes on to at least one token for so many, with what stands around them. */
const FILLED_RATIO = 34;
/** Lines that are sampled for that, at most. */
const SAMPLED_LINES = 400;
/** Characters for one token, for an order of candidates: only what is taken is counted. */
const CHARACTERS_PER_TOKEN = 4;
const HEADING_TOKENS = 8;
/** One or two words that end like a sentence. */
const EXCLAMATION = /^\p{L}+,?(?: \p{L}+)?[.!]$/u;

/** The default summarizer: offline and deterministic. Lines and sentences of the source, letter for letter, chosen for the facts they carry. */
export const extractive: Summarizer = {
  name: 'extractive',
  version: '1',
  summarize: (request) => Promise.resolve({ text: extract(request) }),
};

/** A line of the source that may stand. */
interface Candidate {
  readonly source: number;
  /** In its source: what orders the lines under a heading. */
  readonly offset: number;
  readonly text: string;
  readonly value: number;
}

/** Writes one segment within its allowance: what is required first (F9), then what carries most for its length. */
export function extract(request: SegmentRequest & { readonly floor?: number; readonly leastTokens?: TokenCount }): string {
  const { facts, sources, allowanceTokens, count } = request;
  const wanted = floorFacts(facts, request.floor ?? 0);
  const chosen = new Map<string, Candidate>();
  for (const fact of wanted) add(chosen, { source: fact.source, offset: fact.offset, text: fitLine(fact.anchor, LINE_CHARACTERS), value: 0 });
  let tokens = count(factText(wanted, sources));
  const headed = new Set([...chosen.values()].map((one) => one.source));
  let misfits = 0;
  for (const found of inOrder([...factLines(request), ...sentences(request)], headed)) {
    if (misfits > MISFITS || tokens >= allowanceTokens) break;
    // Few of the lines are looked at, so a line is made fit here and not before.
    const candidate = { ...found, text: fitLine(found.text, LINE_CHARACTERS) };
    if (isSaid(chosen, candidate)) continue;
    const cost = count(`${candidate.text}\n`) + (headed.has(candidate.source) ? 0 : headingTokens(request, candidate.source));
    if (tokens + cost > allowanceTokens) {
      misfits++;
      continue;
    }
    add(chosen, candidate);
    headed.add(candidate.source);
    tokens += cost;
    misfits = 0;
  }
  const least = Math.min(allowanceTokens, Math.max(request.leastTokens ?? 0, Math.ceil(request.sourceTokens / FILLED_RATIO)));
  // What was said twice is laid out once: only the laid out text tells how much there is.
  tokens = count(layOutLines(request, [...chosen.values()]));
  for (const candidate of tokens < least ? surroundings(request) : []) {
    if (tokens >= least) break;
    const cost = count(`${candidate.text}\n`) + (headed.has(candidate.source) ? 0 : headingTokens(request, candidate.source));
    if (isSaid(chosen, candidate) || tokens + cost > allowanceTokens) continue;
    add(chosen, candidate);
    headed.add(candidate.source);
    tokens += cost;
  }
  return withinAllowance(request, [...chosen.values()]);
}

function headingTokens(request: SegmentRequest, source: number): TokenCount {
  const found = request.sources[source];
  return found === undefined ? 0 : request.count(`${headingOf(found)}\n`);
}

function add(chosen: Map<string, Candidate>, candidate: Candidate): void {
  chosen.set(`${candidate.source} ${candidate.text}`, candidate);
}

/** A line that a chosen one of its source holds already says nothing new. */
function isSaid(chosen: ReadonlyMap<string, Candidate>, candidate: Candidate): boolean {
  return chosen.has(`${candidate.source} ${candidate.text}`);
}

/** Whole lines that hold facts, as they stand: the more facts in few characters, the sooner. */
function factLines({ facts, sources }: SegmentRequest): readonly Candidate[] {
  const lines: { source: number; offset: number; text: string; value: number }[] = [];
  const bySource = new Map<number, Map<string, (typeof lines)[number]>>();
  for (const fact of facts) {
    if ((isSpoken(sources[fact.source]) && namesUser(fact.line)) || isTorn(fact, sources[fact.source]?.text ?? '')) continue;
    const known = bySource.get(fact.source) ?? new Map<string, (typeof lines)[number]>();
    bySource.set(fact.source, known);
    const value = fact.isRequired ? 3 : 2;
    const line = known.get(fact.line);
    if (line !== undefined) line.value += value;
    else {
      const first = { source: fact.source, offset: fact.offset, text: fact.line, value };
      known.set(fact.line, first);
      lines.push(first);
    }
  }
  return lines;
}

/** A part of a line that is too long to be read whole does not stand by itself: only its facts do. */
function isTorn({ line, offset }: Fact, text: string): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - start > LINE_CHARACTERS && !text.startsWith(line.slice(0, LINE_CHARACTERS), start);
}

function isSpoken(source: FactSource | undefined): boolean {
  return source?.origin === 'narration' || source?.origin === 'thinking';
}

/** What the assistant said beside its calls: the first sentence names the matter, the last one what came of it. */
function sentences(request: SegmentRequest): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const [source, found] of request.sources.entries()) {
    const { first, last } = isSpoken(found) ? endsOf(found.text) : lastLine(found.text);
    if (last !== undefined) candidates.push({ source, offset: last.offset, text: last.text, value: isSpoken(found) ? 1.5 : 0.8 });
    if (first !== undefined && first.text !== last?.text) candidates.push({ source, offset: first.offset, text: first.text, value: 1 });
  }
  return candidates;
}

/** Lines beside those that hold facts, then lines at equal distances: what a reader would look at next. */
function* surroundings(request: SegmentRequest): Generator<Candidate> {
  for (const fact of request.facts.toReversed()) {
    const text = request.sources[fact.source]?.text ?? '';
    const start = text.lastIndexOf('\n', fact.offset) + 1;
    const end = text.indexOf('\n', fact.offset);
    yield* lineAt(request, fact.source, start - 2);
    if (end !== -1) yield* lineAt(request, fact.source, end + 1);
  }
  const length = request.sources.reduce((sum, source) => sum + source.text.length, 0);
  const step = Math.max(1, Math.floor(length / SAMPLED_LINES));
  let before = 0;
  for (const [source, { text }] of request.sources.entries()) {
    for (let offset = (step - (before % step)) % step; offset < text.length; offset += step) yield* lineAt(request, source, offset);
    before += text.length;
  }
}

/** The line in which `offset` stands; of one that is too long its beginning, with the sign of a cut. */
function* lineAt(request: SegmentRequest, source: number, offset: number): Generator<Candidate> {
  const found = request.sources[source];
  const text = found?.text ?? '';
  if (offset < 0 || offset >= text.length) return;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = fitLine(text.slice(start, Math.min(end === -1 ? text.length : end, start + LINE_CHARACTERS * 2)), LINE_CHARACTERS);
  if (line !== '' && !(isSpoken(found) && namesUser(line))) yield { source, offset: start, text: line, value: 0.1 };
}

interface Piece {
  readonly offset: number;
  readonly text: string;
}

function endsOf(text: string): { readonly first?: Piece | undefined; readonly last?: Piece | undefined } {
  const head = spoken(text.slice(0, NARRATION_CHARACTERS), 0);
  const start = Math.max(0, text.length - NARRATION_CHARACTERS);
  const tail = start === 0 ? head : spoken(text.slice(start), start);
  return { first: firstFit(head), last: firstFit(tail.toReversed()) };
}

/** C08: what the assistant says of the user is no outcome, and the user's own words stand elsewhere. */
function spoken(text: string, offset: number): readonly Piece[] {
  return pieces(text, offset).filter((piece) => !namesUser(piece.text));
}

/** Programs end with what came of it. */
function lastLine(text: string): { readonly first?: undefined; readonly last?: Piece | undefined } {
  const start = Math.max(0, text.length - LINE_CHARACTERS * 2);
  return { last: firstFit(pieces(text.slice(start), start).toReversed()) };
}

/** The first that says something when it is made fit: `Good.` and `Perfect!` do not. */
function firstFit(found: readonly Piece[]): Piece | undefined {
  for (const { offset, text } of found) {
    const fit = fitLine(text, LINE_CHARACTERS);
    if (fit !== '' && !EXCLAMATION.test(fit)) return { offset, text: fit };
  }
  return undefined;
}

/** Sentences by line: a full stop, a question mark or an exclamation mark before white space ends one. */
function pieces(text: string, offset: number): readonly Piece[] {
  const found: Piece[] = [];
  for (const match of text.matchAll(/[^\n]{1,400}?(?:[.!?](?=\s)|\n|$)|[^\n]{400}/g)) found.push({ offset: offset + match.index, text: match[0] });
  return found;
}

/** By value for the length; among equals the later (F9: the tail comes first). */
function inOrder(candidates: readonly Candidate[], headed: ReadonlySet<number>): readonly Candidate[] {
  const rated = candidates.map((one) => ({
    one,
    rate: one.value / (one.text.length / CHARACTERS_PER_TOKEN + (headed.has(one.source) ? 0 : HEADING_TOKENS)),
  }));
  rated.sort((a, b) => b.rate - a.rate || b.one.source - a.one.source || b.one.offset - a.one.offset);
  return rated.map(({ one }) => one);
}

/** In the order of the source, under headings; what an earlier estimate let in and does not fit goes, the least first. */
function withinAllowance(request: SegmentRequest, chosen: readonly Candidate[]): string {
  const left = chosen.toSorted((a, b) => a.value - b.value);
  for (let dropped = 0; ; dropped++) {
    const lines = new Set(left.slice(dropped));
    const text = layOutLines(
      request,
      chosen.filter((one) => lines.has(one)),
    );
    if (request.count(text) <= request.allowanceTokens || left[dropped]?.value === 0 || dropped >= left.length) return text;
  }
}

function layOutLines(request: SegmentRequest, chosen: readonly Candidate[]): string {
  const lines: string[] = [];
  let current = -1;
  const ordered = chosen.toSorted((a, b) => a.source - b.source || a.offset - b.offset);
  for (const [index, { source, text }] of ordered.entries()) {
    const found = request.sources[source];
    if (found === undefined) continue;
    // An anchor that the line beside it holds is said already.
    if (isWithin(ordered, index)) continue;
    if (source !== current) lines.push(headingOf(found));
    current = source;
    lines.push(text);
  }
  return lines.join('\n');
}

function isWithin(ordered: readonly Candidate[], index: number): boolean {
  const one = ordered[index];
  for (const near of [index - 2, index - 1, index + 1, index + 2]) {
    const other = ordered[near];
    if (other !== undefined && one !== undefined && other.source === one.source && other.text.length > one.text.length && other.text.includes(one.text))
      return true;
  }
  return false;
}
