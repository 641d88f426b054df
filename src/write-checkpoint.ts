import type { SummarizerOptions } from './checkpoint-options.ts';
import { type CheckedSurrogate, checkSurrogate } from './core/checkpoint/check-surrogate.ts';
import type { SegmentDelivery } from './core/checkpoint/compose.ts';
import { segmentRequest } from './core/checkpoint/draft.ts';
import { holdsNoAnchor } from './core/checkpoint/gates/anchors.ts';
import { heldAnchors } from './core/checkpoint/held-anchors.ts';
import { withoutForgedHeadings } from './core/checkpoint/prove-headings.ts';
import { type SegmentRequest, type Summarizer, type SummarizerUsage, segmentName, sumOfUsage } from './core/checkpoint/summarizer.ts';
import { surrogateCounter } from './core/count-span.ts';
import { DEFAULTS } from './core/defaults.ts';
import { carriedBy } from './core/drift/carried.ts';
import { CopiedLines } from './core/drift/copied-lines.ts';
import { fitLine } from './core/drift/flat-lines.ts';
import { withoutMentions } from './core/drift/mentions.ts';
import { isCommand, isInjected } from './core/drift/orders.ts';
import type { CompactionEvent } from './core/receipt.ts';
import { redact } from './core/redact/redact.ts';
import { repeatForeign } from './core/redact/repeat-foreign.ts';
import type { TokenCounter } from './core/token-count.ts';
import type { CheckpointOutline, Outline } from './outline.ts';
import { extract, extractive } from './summarize/extractive.ts';
import { hostileFinder, withoutHostileLines } from './summarize/hostile-lines.ts';
import type { SummaryCache } from './summarize/summary-cache.ts';
import { type CheckedText, type WrittenSegment, writeSegments } from './summarize/write-segments.ts';

/** The texts of the outline's checkpoints, before the gates of the whole. */
export interface Deliveries {
  /** By checkpoint, then by segment. */
  readonly checkpoints: readonly (readonly SegmentDelivery[])[];
  readonly events: readonly CompactionEvent[];
  readonly usage?: SummarizerUsage | undefined;
  readonly cachedSegments: number;
}

/** Where there is no checkpoint to write. */
export const NOTHING_WRITTEN: Deliveries = { checkpoints: [], events: [], cachedSegments: 0 };

/** F8: ratios are planned for what each segment may take, so a text that leaves much of it unused would be a cliff. */
const FILLED_SHARE = 0.9;

/** Nothing of what is planned besides matters to a writer. */
type Checkpoints = Pick<Outline, 'checkpoints'>;

/** What the writer of a checkpoint has to know besides the outline. */
export interface Writing {
  readonly floor: number;
  readonly counter: TokenCounter;
  /** Texts that the user wrote: what may be attributed to the user (C08). */
  readonly userTexts: readonly string[];
}

/** The texts by the extractive summarizer. What a segment leaves unused goes to the later ones (F2). */
export function extractCheckpoint(outline: Checkpoints, writing: Writing): Deliveries {
  const cuts = new Cuts(writing);
  const checkpoints = outline.checkpoints.map((checkpoint) => {
    let unused = 0;
    return requestsOf(checkpoint, writing).map((request): SegmentDelivery => {
      if (request.allowanceTokens === 0) return { summarizer: '' };
      const allowanceTokens = request.allowanceTokens + unused;
      const { text } = cuts.check(
        { ...request, allowanceTokens },
        extract({ ...request, allowanceTokens, floor: writing.floor, leastTokens: Math.floor(request.allowanceTokens * FILLED_SHARE) }),
      );
      unused = allowanceTokens - (text === '' ? 0 : request.count(text));
      return { text, summarizer: extractive.name };
    });
  });
  return { checkpoints, events: cuts.events(), cachedSegments: 0 };
}

/**
 * The texts by a model, several segments at once (DESIGN §5).
 *
 * @throws SummarizerError with `onSummarizerError: 'throw'`; the reason of an aborted `signal`.
 */
export async function askForCheckpoint(
  outline: Checkpoints,
  writing: Writing,
  summarizer: Summarizer,
  options: SummarizerOptions & { readonly cache: SummaryCache },
): Promise<Deliveries> {
  // All segments of all checkpoints at once; results come in the order of the requests.
  const cuts = new Cuts(writing);
  const requests = outline.checkpoints.map((checkpoint) => requestsOf(checkpoint, writing));
  const asked = requests.flat().filter((request) => request.allowanceTokens > 0);
  const written = await writeSegments(asked, {
    summarizer,
    check: (request, text) => cuts.check(request, text),
    cache: options.cache,
    concurrency: options.summarizerConcurrency ?? DEFAULTS.summarizerConcurrency,
    signal: options.signal,
    onError: options.onSummarizerError ?? DEFAULTS.onSummarizerError,
    fallback: (request) => extract({ ...request, floor: writing.floor }),
  });
  const byRequest = new Map<SegmentRequest, WrittenSegment>(written.map((segment, index) => [asked[index] as SegmentRequest, segment]));
  return {
    checkpoints: requests.map((segments) =>
      segments.map((request) => {
        const segment = byRequest.get(request);
        const written = segment?.text === undefined ? { isHedged: cuts.isHedged(request) } : { text: segment.text };
        return { ...written, summarizer: segment?.summarizer ?? '' };
      }),
    ),
    events: [...cuts.events(), ...written.flatMap((segment) => segment.events)],
    usage: sumOfUsage(written.map((one) => one.usage)) ?? { inputTokens: 0, outputTokens: 0 },
    cachedSegments: written.filter((one) => one.isCached).length,
  };
}

/** Cut sentences of one text that get an event. */
const CUTS_SHOWN = 10;
/** Rounds in which lines are cut that a cut before them made read as a heading. */
const FORGERY_ROUNDS = 3;
/** Characters of a cut sentence in its event. */
const CUT_CHARACTERS = 120;

/** What is far beyond the allowance is not read, as in the check of a surrogate. */
const CHARACTERS_PER_TOKEN = 16;
const SHORTEST_CHARACTERS = 4000;
/** Of a line of a surrogate. */
const LINE_CHARACTERS = 600;

/** Checks texts, and remembers what was cut of them (C08): a lie is counted and reported, not only removed. */
class Cuts {
  private readonly writing: Writing;
  private readonly hedged = new Set<SegmentRequest>();
  /** By message: a second try may say the same again. */
  private readonly found = new Map<string, CompactionEvent>();

  constructor(writing: Writing) {
    this.writing = writing;
  }

  check(request: SegmentRequest, text: string): CheckedText {
    const told = this.withoutInjections(request, withoutMentions(text));
    const checked = this.withoutForgeries(request, told.text);
    for (const sentence of checked.cut.slice(0, CUTS_SHOWN)) {
      this.report('sentence-cut', request, `a sentence was cut that its source does not bear out: ${repeatForeign(sentence, CUT_CHARACTERS)}`);
    }
    const saysNothing = text.trim() !== '' && holdsNoAnchor(checked.heldCount, request.facts.length) && !namesFact(request, told.text);
    const fit: CheckedText = saysNothing ? this.withoutHostileLines(request, checked, [...told.cut, ...checked.forged]) : checked;
    if (saysNothing && fit.isHostile !== true) this.hedged.add(request);
    else this.hedged.delete(request);
    return fit;
  }

  /** A text without facts that speaks to its reader is no hedge (F11): what is hostile goes, and its facts can be put in. */
  private withoutHostileLines(request: SegmentRequest, checked: CheckedSurrogate, cut: readonly string[]): CheckedText {
    const isHostile = hostileFinder(request, this.writing.userTexts);
    const fit = withoutHostileLines(checked.text, isHostile);
    this.reportHostile(request, fit.cut);
    return { ...checked, text: fit.text, isHostile: [...cut, ...fit.cut, ...checked.cut].some(isHostile) };
  }

  /**
   * DESIGN §10: what a tool said against the reader's instructions is not repeated to it, but for what a fact needs; an
   * order that stands in no source is nobody's.
   */
  private withoutInjections(request: SegmentRequest, written: string): { readonly text: string; readonly cut: readonly string[] } {
    const head = written.slice(0, Math.max(SHORTEST_CHARACTERS, request.allowanceTokens * CHARACTERS_PER_TOKEN));
    const copied = new CopiedLines(request.sources.map(({ text }) => text));
    const fit = withoutHostileLines(head, (sentence) => {
      if (isInjected(sentence)) return !request.facts.some(({ anchor }) => sentence.includes(anchor));
      if (!isCommand(sentence)) return false;
      copied.learn([sentence]);
      return !copied.isCopied(sentence);
    });
    this.reportHostile(request, fit.cut);
    return fit;
  }

  /** C08: copies are no drift, but an order that was copied behind words that were never the user's goes with these. */
  private withoutCarried(request: SegmentRequest, written: string, checked: CheckedSurrogate): CheckedSurrogate {
    if (checked.cut.length === 0 || checked.text === '') return checked;
    const lines = redact(written)
      .split('\n')
      .map((line) => fitLine(line, LINE_CHARACTERS));
    const carried = carriedBy(lines.join('\n'), new Set(checked.cut), (sentence) => this.writing.userTexts.some((text) => text.includes(sentence)));
    const fit = withoutHostileLines(checked.text, (sentence) => carried.has(sentence));
    if (fit.cut.length === 0) return checked;
    const again = checkSurrogate(request, fit.text, this.writing);
    return { ...again, cut: [...checked.cut, ...fit.cut, ...again.cut] };
  }

  private reportHostile(request: SegmentRequest, cut: readonly string[]): void {
    for (const sentence of cut.slice(0, CUTS_SHOWN)) {
      this.report('line-cut', request, `a line was cut that speaks to its reader: ${repeatForeign(sentence, CUT_CHARACTERS)}`);
    }
  }

  /** DESIGN §10: what is left after a line was cut is judged again; what is not at rest then does not stand. */
  private withoutForgeries(request: SegmentRequest, written: string): CheckedSurrogate & { readonly forged: readonly string[] } {
    const drifting: string[] = [];
    const forged: string[] = [];
    for (let round = 0, text = written; ; round++) {
      const checked = this.withoutCarried(request, text, checkSurrogate(request, text, this.writing));
      drifting.push(...checked.cut);
      const fit = withoutForgedHeadings(checked.text, request.sources);
      if (fit.cut.length === 0) return { ...checked, cut: drifting, forged };
      forged.push(...fit.cut);
      for (const line of fit.cut.slice(0, CUTS_SHOWN)) {
        this.report('line-cut', request, `a line was cut that reads as a heading of holdfast: ${repeatForeign(line, CUT_CHARACTERS)}`);
      }
      text = round < FORGERY_ROUNDS ? fit.text : '';
    }
  }

  private report(name: string, request: SegmentRequest, what: string): void {
    const { checkpoint, index: segment, startTurn, endTurn } = request;
    const message = `${segmentName(request)}, of the text for t${startTurn}-t${endTurn} ${what}`;
    this.found.set(message, { name, message, turn: startTurn, ...(checkpoint === undefined ? {} : { checkpoint }), segment });
  }

  /** F11: whether the last text that was written for it holds none of its facts. */
  isHedged(request: SegmentRequest): boolean {
    return this.hedged.has(request);
  }

  /** In the order of the source, however many were written at once. */
  events(): readonly CompactionEvent[] {
    return [...this.found.values()].sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0) || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0));
  }
}

/** F11: a text that names facts in words that its source does not bear out was no hedge: they can be put in. */
function namesFact({ facts }: SegmentRequest, text: string): boolean {
  const holds = heldAnchors(text);
  return facts.some(({ anchor }) => holds(anchor));
}

function requestsOf({ id, draft, budget }: CheckpointOutline, writing: Writing): readonly SegmentRequest[] {
  const count = surrogateCounter(writing.counter);
  return draft.segments.map((segment) => segmentRequest(segment, budget.allotments[segment.index] ?? 0, count, id));
}
