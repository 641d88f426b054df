import { compareAcrossFormats } from './compare-across-formats.ts';
import type { VerificationFailure } from './errors/verification-error.ts';
import { type CompareOptions, type ExpectedReading, invented, missing } from './expected-reading.ts';
import { type Reading, readingsOf, type TextReading } from './reading.ts';
import type { Span } from './span.ts';
import { type RunPlace, takeText } from './text-run.ts';

/** A span of the source that the ledger says was kept. */
export interface KeptSpan {
  readonly span: Span;
  readonly isAuthoritative: boolean;
  /** The host did not send it before either. */
  readonly isHidden: boolean;
}

/**
 * E15, the reader's half: what was kept stands in the output, letter for letter and in order, and nothing else does.
 * Linear. The output's notes are not among `found`.
 */
export function compareReadings(expected: readonly KeptSpan[], found: readonly Span[], options: CompareOptions): readonly VerificationFailure[] {
  const items = expected.flatMap(({ span, isAuthoritative, isHidden }) => {
    // The bodies of two wires differ in their tool definitions; the host sends its own.
    if (options.isOtherFormat && span.kind === 'tools') return [];
    return readingsOf(span).map((reading) => ({ reading, spanId: span.id, isAuthoritative, isHidden }));
  });
  const hidden = new Set<Reading>();
  const readings = found.flatMap((span) => {
    const own = readingsOf(span);
    if (options.isHidden(span)) for (const reading of own) hidden.add(reading);
    return own;
  });
  if (options.isOtherFormat) return compareAcrossFormats(items, readings, options);
  const failure = compareInOrder(items, readings, hidden, options);
  return failure === undefined ? [] : [failure];
}

/**
 * In the source's own format all stands in one order. A text of the output may hold several kept parts of a block (the
 * part between them left), or its reader may split where the source's did not; who speaks must agree. Blank texts count
 * on neither side: a wire may refuse them.
 */
function compareInOrder(
  expected: readonly ExpectedReading[],
  found: readonly Reading[],
  hidden: ReadonlySet<Reading>,
  options: CompareOptions,
): VerificationFailure | undefined {
  const readings = found.filter((reading) => !isBlank(reading));
  // What the host would not send does not stand there.
  const isLost = (item: ExpectedReading, reading: Reading | undefined): boolean => reading === undefined || (hidden.has(reading) && !item.isHidden);
  const place: RunPlace = { at: 0, offset: 0 };
  for (const item of expected) {
    const { reading } = item;
    if (isBlank(reading)) continue;
    if (reading.stream !== 'text') {
      if (place.offset > 0 || isLost(item, readings[place.at]) || !isSame(reading, readings[place.at], options)) return missing(item);
      place.at++;
      continue;
    }
    const isThere = takeText(place, reading.text, (at) => {
      const block = readings[at];
      return block?.stream === 'text' && !isLost(item, block) && isSameVoice(reading, block) ? block.text : undefined;
    });
    if (!isThere) return missing(item);
  }
  const rest = readings[place.at];
  return rest === undefined || (options.mayGrow && place.offset === 0) ? undefined : invented(rest.text.length - place.offset);
}

/** Who speaks, and as what: a text of the user is not one of the harness. */
function isSameVoice(expected: TextReading, found: TextReading): boolean {
  return expected.provenance === found.provenance && expected.kind === found.kind;
}

function isBlank(reading: Reading): boolean {
  return reading.stream === 'text' && reading.text.trim() === '';
}

function isSame(expected: Exclude<Reading, TextReading>, found: Reading | undefined, options: CompareOptions): boolean {
  if (found?.stream !== expected.stream) return false;
  if (expected.stream === 'media' || found.stream === 'media') return expected.text === found.text;
  // A call that waited may have its result by now.
  if (expected.isPending && options.mayGrow && found.text.startsWith(`${expected.text}\n`)) return true;
  return expected.text === found.text && expected.isError === found.isError && expected.isPending === found.isPending;
}
