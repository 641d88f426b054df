import { attributionOf } from '../drift/attribution.ts';
import { checkStatements } from '../drift/check-drift.ts';
import { CopiedLines } from '../drift/copied-lines.ts';
import type { Drift, DriftSource } from '../drift/drift.ts';
import { fitLine } from '../drift/flat-lines.ts';
import { namesUser } from '../drift/lexicon/attribution-forms.ts';
import type { Fact, FactSource } from '../facts/fact.ts';
import { LIMITS } from '../limits.ts';
import { neutralize } from '../markers/neutralize.ts';
import { redact } from '../redact/redact.ts';
import { headingOf } from './fact-text.ts';
import { hedgeFinder } from './hedge.ts';
import { heldAnchors } from './held-anchors.ts';
import { floorFacts } from './need.ts';
import type { SegmentRequest } from './summarizer.ts';

/** What may stand of a text, and what is wrong with it. */
export interface CheckedSurrogate {
  readonly text: string;
  /** Sentences that say something else than the source (E16), as they stood. */
  readonly cut: readonly string[];
  /** A sentence each, for whoever writes it again. */
  readonly problems: readonly string[];
  /** Facts of the segment that the text holds. */
  readonly heldCount: number;
  /** F5, F9: facts that it lacks and has to hold. */
  readonly missing: readonly Fact[];
}

/** Characters of a line of a surrogate. */
const LINE_CHARACTERS = 600;
/** What only holdfast may write; after an end of the wrapper nothing stands. */
const MARKER = /\[\s{0,9}(?:EVICTED|COVERED|EXTERNALIZED|UNCOVERED)\b|<\s{0,9}\/?\s{0,9}holdfast\b/i;
const WRAPPER = /<\s{0,9}\/?\s{0,9}holdfast\b/i;

export interface CheckOptions {
  /** C08: what may be attributed to the user. */
  readonly userTexts: readonly string[];
  /** F5. */
  readonly floor: number;
}

/**
 * E16, C08, DESIGN §10: what a summarizer wrote, made fit to stand: secrets and markers out, drifting sentences cut.
 * What is left is held against F5, F9 and F11.
 */
export function checkSurrogate(request: SegmentRequest, written: string, options: CheckOptions): CheckedSurrogate {
  const cut: string[] = [];
  const text = fitText(request, written, options, cut);
  const problems: string[] = [];
  const holds = heldAnchors(text);
  const held = request.facts.filter((fact) => holds(fact.anchor)).length;
  if (text === '') problems.push('Nothing of it could stand.');
  else if (request.facts.length > 0 && held === 0) problems.push('It holds none of the facts: a hedge is not coverage.');
  const missing = floorFacts(request.facts, options.floor).filter((fact) => !holds(fact.anchor));
  return { text, cut, problems, heldCount: held, missing: held >= options.floor ? missing.filter((fact) => fact.isRequired) : missing };
}

/** What is far beyond the allowance is not read: a text has some four characters a token. */
const CHARACTERS_PER_TOKEN = 16;
const SHORTEST_CHARACTERS = 4000;
/** Rounds in which a text is cut until nothing more is; what is not at rest then does not stand. */
const ROUNDS = 6;

/** Whether a text that was checked before stands as it is: nothing of it would be cut now. */
export function standsChecked(request: SegmentRequest, text: string, options: CheckOptions): boolean {
  return checkSurrogate(request, text, options).text === text;
}

/** A cut may make a neighbour read otherwise, so what is left is checked again: `verify` finds nothing to cut in it. */
function fitText(request: SegmentRequest, written: string, options: CheckOptions, cut: string[]): string {
  const source = sourceReader(request, options.userTexts);
  let text = written.slice(0, Math.max(SHORTEST_CHARACTERS, request.allowanceTokens * CHARACTERS_PER_TOKEN));
  for (let round = 0; round < ROUNDS; round++) {
    const before = cut.length;
    const next = withoutDrift(withoutHedges(fitLines(text, cut), source, cut), source, cut);
    if (next === text || cut.length === before) return next;
    text = next;
  }
  return '';
}

/** What lines are held against; each part of it is made once, however many rounds a text takes. */
interface SourceReader {
  /** Headings are ours and say nothing. */
  readonly isHeading: (line: string) => boolean;
  /** A fact's own characters: no statement, and not for who is spoken for. */
  readonly isFact: (line: string) => boolean;
  readonly copied: CopiedLines;
  readonly isHedge: (sentence: string) => boolean;
  /** Made only for lines that are no copies. */
  readonly drift: () => DriftSource;
}

function sourceReader({ sources, facts }: SegmentRequest, userTexts: readonly string[]): SourceReader {
  const headings = new Set(sources.map(headingOf));
  let drift: DriftSource | undefined;
  let anchors: ReadonlySet<string> | undefined;
  return {
    isHeading: (line) => headings.has(line),
    isFact: (line) => {
      anchors ??= new Set(facts.map(({ anchor }) => fitLine(anchor, LIMITS.ANCHOR_CHARACTERS)));
      return anchors.has(line) && !speaksForUser(line);
    },
    copied: new CopiedLines(sources.map(({ text }) => text)),
    isHedge: hedgeFinder(sources.flatMap(({ call = '', text }) => [call, text])),
    drift: () => {
      drift ??= driftSource(sources, userTexts);
      return drift;
    },
  };
}

function fitLines(written: string, cut: string[]): readonly string[] {
  const end = WRAPPER.exec(written)?.index ?? written.length;
  if (end < written.length) cut.push(redact(neutralize(written.slice(end))));
  return redact(written.slice(0, end))
    .split('\n')
    .flatMap((line) => {
      const marker = MARKER.exec(line)?.index;
      if (marker !== undefined) cut.push(redact(neutralize(line.slice(marker))));
      // Control characters may have hidden a secret from the first look.
      const fit = redact(neutralize(line.slice(0, marker), LINE_CHARACTERS));
      return fit === '' ? [] : [fit];
    });
}

/** F11: sentences that nothing in the source bears out. A line that stands in the source has no word of its own. */
function withoutHedges(lines: readonly string[], source: SourceReader, cut: string[]): readonly string[] {
  const prose = lines.filter((line) => !source.isHeading(line));
  source.copied.learn(prose);
  return lines.flatMap((line) => {
    // The last word of a line that was cut may be half of one.
    if (source.isHeading(line) || (source.copied.isCopied(line) && !line.endsWith('…')) || source.isFact(line)) return [line];
    const sentences = line.split(/(?<=[.!?]) /);
    const kept = sentences.filter((sentence) => !source.isHedge(sentence));
    if (kept.length === sentences.length) return [line];
    cut.push(...sentences.filter((sentence) => !kept.includes(sentence)));
    return kept.length === 0 ? [] : [kept.join(' ')];
  });
}

/** Whoever may be spoken for: a fact in such a line proves nothing of who said it (P28). `when a user runs it` speaks for nobody. */
const speaksForUser = (line: string): boolean => (namesUser(line) && attributionOf(line) !== undefined) || /owner|operator/i.test(line);

/** Headings, facts and copies stand; all else is held against the source. */
function withoutDrift(lines: readonly string[], source: SourceReader, cut: string[]): string {
  const said = lines.filter((line) => !source.isHeading(line));
  source.copied.learn(said);
  const isCopy = (line: string): boolean => source.copied.isCopied(line) && !namesUser(line);
  const prose = said.filter((line) => !isCopy(line) && !source.isFact(line));
  const drifts = prose.length === 0 ? [] : checkStatements(prose.join('\n'), source.drift());
  for (const drift of drifts) cut.push(drift.sentence);
  const kept: string[] = [];
  let heading: string | undefined;
  let offset = 0;
  for (const line of lines) {
    if (source.isHeading(line)) {
      heading = line;
      continue;
    }
    const isChecked = !isCopy(line) && !source.isFact(line);
    const text = isChecked ? withoutRanges(line, offset, drifts) : line;
    if (isChecked) offset += line.length + 1;
    if (text === '') continue;
    if (heading !== undefined) kept.push(heading);
    heading = undefined;
    kept.push(text);
  }
  return kept.join('\n');
}

/** A line that begins at `offset` of the checked text, without the sentences that drift. */
function withoutRanges(line: string, offset: number, drifts: readonly Drift[]): string {
  let text = '';
  let end = 0;
  for (const drift of drifts) {
    if (drift.end <= offset || drift.start >= offset + line.length) continue;
    text += line.slice(end, Math.max(end, drift.start - offset));
    end = Math.max(end, drift.end - offset);
  }
  return (text + line.slice(end)).replace(/ {2,}/g, ' ').trim();
}

function driftSource(sources: readonly FactSource[], userTexts: readonly string[]): DriftSource {
  return {
    texts: [
      ...sources.map((source) => ({
        // The call is the command that all of it stood under: a sentence may begin with it.
        text: source.call === undefined ? source.text : `$ ${source.call}\n${source.text}`,
        provenance: source.origin === 'narration' || source.origin === 'thinking' ? ('assistant' as const) : ('tool' as const),
      })),
      ...userTexts.map((text) => ({ text, provenance: 'user' as const })),
    ],
  };
}
