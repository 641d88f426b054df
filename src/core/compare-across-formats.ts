import type { VerificationFailure } from './errors/verification-error.ts';
import { type CompareOptions, type ExpectedReading, invented, missing } from './expected-reading.ts';
import type { ExchangeReading, MediaReading, Reading, TextReading } from './reading.ts';
import type { SpanId } from './span.ts';
import { type RunPlace, takeText } from './text-run.ts';

/** A wire whose first message is the user's opens with this where the conversation does not (formats.md, Anthropic rule 1). */
export const START_TEXT = '(conversation start)';

/** How a system message in the middle stands on a wire that has none there (C15). */
export function systemInUserRole(text: string): string {
  return `<system>\n${text}\n</system>`;
}

/**
 * E15 for an output in another format (ADR 5): results stand behind their calls, images of a result behind it, so each
 * stream is compared apart: texts as one run of characters, exchanges one by one, media in order.
 */
export function compareAcrossFormats(items: readonly ExpectedReading[], readings: readonly Reading[], options: CompareOptions): readonly VerificationFailure[] {
  const exchanges = compareExchanges(
    ofStream(items, 'exchange'),
    readings.filter((reading) => reading.stream === 'exchange'),
    options,
  );
  const media = compareMedia(
    ofStream(items, 'media').filter((item) => !exchanges.spansWithMediaAsText.has(item.spanId)),
    readings,
    options,
  );
  return [compareTexts(ofStream(items, 'text'), media.texts, options), exchanges.failure, media.failure].filter((failure) => failure !== undefined);
}

function ofStream<S extends Reading['stream']>(items: readonly ExpectedReading[], stream: S): readonly ExpectedReading<Extract<Reading, { stream: S }>>[] {
  return items.filter((item) => item.reading.stream === stream) as unknown as readonly ExpectedReading<Extract<Reading, { stream: S }>>[];
}

/**
 * Both sides as one run of characters each: a block of the output may hold several spans (the part between them left),
 * and its reader may split a block where the source's did not. Blank texts count on neither side: a wire may refuse
 * them. Who speaks must agree.
 */
function compareTexts(
  expected: readonly ExpectedReading<TextReading>[],
  found: readonly TextReading[],
  options: CompareOptions,
): VerificationFailure | undefined {
  const blocks = found.filter((reading) => reading.text.trim() !== '');
  const place: RunPlace = { at: blocks[0]?.text === START_TEXT && expected[0]?.reading.text !== START_TEXT ? 1 : 0, offset: 0 };
  for (const item of expected) {
    const { reading } = item;
    if (reading.text.trim() === '') continue;
    const isWrapped = reading.kind === 'system' && place.offset === 0 && blocks[place.at]?.text === systemInUserRole(reading.text);
    const isThere = takeText(place, isWrapped ? systemInUserRole(reading.text) : reading.text, (at) => {
      const block = blocks[at];
      return block !== undefined && isSameSpeaker(reading, block) ? block.text : undefined;
    });
    if (!isThere) return missing(item);
  }
  const rest = blocks[place.at];
  return rest === undefined || (options.mayGrow && place.offset === 0) ? undefined : invented(rest.text.length - place.offset);
}

function isSameSpeaker(expected: TextReading, found: TextReading): boolean {
  return expected.kind !== 'text' || found.kind !== 'text' || (expected.provenance === 'assistant') === (found.provenance === 'assistant');
}

function compareExchanges(
  expected: readonly ExpectedReading<ExchangeReading>[],
  found: readonly ExchangeReading[],
  options: CompareOptions,
): { readonly failure: VerificationFailure | undefined; readonly spansWithMediaAsText: ReadonlySet<SpanId> } {
  const spansWithMediaAsText = new Set<SpanId>();
  for (const [index, item] of expected.entries()) {
    const { text, isPending, mediaAsText } = item.reading;
    const here = found[index]?.text;
    if (here === text || (options.mayGrow && isPending && here?.startsWith(`${text}\n`))) continue;
    if (here !== text + mediaAsText) return { failure: missing(item), spansWithMediaAsText };
    spansWithMediaAsText.add(item.spanId);
  }
  const rest = found[expected.length];
  return { failure: rest === undefined || options.mayGrow ? undefined : invented(rest.text.length), spansWithMediaAsText };
}

/** In another format, media that the wire has no block for are texts: those are taken out of the texts. */
function compareMedia(
  expected: readonly ExpectedReading<MediaReading>[],
  found: readonly Reading[],
  options: CompareOptions,
): { readonly failure: VerificationFailure | undefined; readonly texts: readonly TextReading[] } {
  const media = found.filter((reading) => reading.stream === 'media');
  const texts = found.filter((reading) => reading.stream === 'text');
  const asTexts = new Map<string, number>();
  let failure: VerificationFailure | undefined;
  let at = 0;
  for (const item of expected) {
    if (media[at]?.text === item.reading.text) at++;
    else asTexts.set(item.reading.asText, (asTexts.get(item.reading.asText) ?? 0) + 1);
  }
  const words = texts.filter((reading) => {
    const count = asTexts.get(reading.text) ?? 0;
    if (count > 0) asTexts.set(reading.text, count - 1);
    return count === 0;
  });
  const lost = expected.find((item) => (asTexts.get(item.reading.asText) ?? 0) > 0);
  if (lost) failure ??= missing(lost);
  const rest = media[at];
  if (rest !== undefined && !options.mayGrow) failure ??= invented(rest.text.length);
  return { failure, texts: words };
}
