import type { ClassifiedSpan } from '../core/classify/classify.ts';
import { saysFailed } from '../core/has-failed.ts';
import { attemptsOf } from '../core/plan/attempt.ts';
import type { Span, SpanId } from '../core/span.ts';
import type { TokenCount } from '../core/token-count.ts';
import type { Aftermath, AftermathLink, AuditedStatement } from './report.ts';
import { inputText } from './windows.ts';

export interface AftermathInput {
  /** The window before, classed. */
  readonly before: readonly ClassifiedSpan[];
  /** Whether the span at this index of it stands in the window after. */
  readonly keeps: (at: number) => boolean;
  /** What came after, up to the next compaction, classed with nothing before it. */
  readonly after: readonly ClassifiedSpan[];
  readonly losses: readonly AuditedStatement[];
  /** By index of `after`. */
  readonly tokensAfter: readonly TokenCount[];
}

/** Turns that are compared on each side: what a compaction breaks shows soon, or drowns in other causes. */
const COMPARED_TURNS = 30;
const MOST_LINKS = 100;

/** E17: what went wrong in the turns after against as many before, and which lost span each touches. */
export function aftermathOf(input: AftermathInput): Aftermath & { readonly rereadTokens: TokenCount } {
  const { before, after } = input;
  const firstTurn = after[0]?.span.turn ?? 0;
  const turns = Math.min(COMPARED_TURNS, turnsIn(after), turnsIn(before));
  const early = after.filter(({ span }) => span.turn < firstTurn + turns);
  const lastTurn = before.at(-1)?.span.turn ?? 0;
  const late = before.filter(({ span }) => span.turn > lastTurn - turns);
  const trouble = early.filter((one) => isRejected(one.span) || isError(one.span));
  const rereads = readsAgain(input);
  const repeated = repeatedFailures(before, early);
  const named = input.losses.map((loss): NamedLoss => ({ loss, names: namesIn(loss.text.slice(0, REFUSAL_CHARACTERS)) }));
  const links = [
    ...trouble.flatMap((one) => linksOf(one, isRejected(one.span) ? 'rejection' : 'error', named)),
    ...rereads.map(({ one, read }) => link('re-read', one, read, 'path', pathOf(one) ?? '')),
    ...repeated.map(({ one, earlier }) => link('repeated-failure', one, earlier, 'command', commandOf(one))),
  ];
  return {
    turns,
    rejections: early.filter(({ span }) => isRejected(span)).length,
    rejectionsBefore: late.filter(({ span }) => isRejected(span)).length,
    errors: early.filter(({ span }) => isError(span)).length,
    errorsBefore: late.filter(({ span }) => isError(span)).length,
    latencyTurns: trouble[0] === undefined ? null : trouble[0].span.turn - firstTurn,
    rereads: rereads.length,
    repeatedFailures: repeated.length,
    links: links.sort((a, b) => a.turn - b.turn).slice(0, MOST_LINKS),
    rereadTokens: rereads.reduce((sum, { one }) => sum + (input.tokensAfter[one.span.index] ?? 0), 0),
  };
}

function turnsIn(classified: readonly ClassifiedSpan[]): number {
  const [first, last] = [classified[0]?.span.turn, classified.at(-1)?.span.turn];
  return first === undefined || last === undefined ? 0 : last - first + 1;
}

/** A tool or its harness said no, or the user did: the words of harnesses and operating systems. */
const REFUSAL =
  /\b(?:permission denied|access denied|operation not permitted|not allowed|forbidden|read-only file system|requires? (?:human )?approval|awaiting[_ ]human|user (?:doesn't want|rejected|denied|refused|declined)|rejected by|blocked by|denied by)\b/i;
const REFUSAL_CHARACTERS = 2_000;

function isRejected(span: Span): boolean {
  const { exchange } = span;
  if (exchange === undefined || exchange.isPending) return false;
  if (exchange.isUserAnswer && exchange.isError) return true;
  return saysFailed(exchange) && REFUSAL.test(exchange.resultText.slice(0, REFUSAL_CHARACTERS));
}

function isError(span: Span): boolean {
  return span.exchange !== undefined && !isRejected(span) && saysFailed(span.exchange);
}

/** Files that were read before, left with the compaction, and were read again. */
function readsAgain({ before, keeps, after }: AftermathInput): readonly { readonly one: ClassifiedSpan; readonly read: SpanId }[] {
  const left = new Map<string, SpanId>();
  for (const [at, one] of before.entries()) {
    const path = pathOf(one);
    if (path === undefined) continue;
    if (keeps(at)) left.delete(path);
    else left.set(path, one.span.id);
  }
  const written = new Set<string>();
  const found: { one: ClassifiedSpan; read: SpanId }[] = [];
  for (const one of after) {
    for (const path of one.analysis?.effect.effect === 'write-file' ? one.analysis.changedPaths : []) written.add(path);
    const path = pathOf(one);
    const read = path === undefined ? undefined : left.get(path);
    // What was written since is read for another reason.
    if (path === undefined || read === undefined || written.has(path)) continue;
    found.push({ one, read });
    left.delete(path);
  }
  return found;
}

function pathOf({ analysis, span }: ClassifiedSpan): string | undefined {
  if (analysis?.effect.effect !== 'read-file' || (span.exchange !== undefined && saysFailed(span.exchange))) return undefined;
  return analysis.effect.path;
}

/** What had failed before, was not mended, and was tried again with the same end. */
function repeatedFailures(
  before: readonly ClassifiedSpan[],
  after: readonly ClassifiedSpan[],
): readonly { readonly one: ClassifiedSpan; readonly earlier: SpanId }[] {
  const failed = new Map<string, SpanId>();
  for (const one of before) {
    const key = attemptKey(one);
    if (key === undefined || one.span.exchange === undefined) continue;
    if (saysFailed(one.span.exchange)) failed.set(key, one.span.id);
    else failed.delete(key);
  }
  return after.flatMap((one) => {
    const key = attemptKey(one);
    const earlier = key === undefined ? undefined : failed.get(key);
    if (key !== undefined) failed.delete(key);
    return earlier === undefined || one.span.exchange === undefined || !saysFailed(one.span.exchange) ? [] : [{ one, earlier }];
  });
}

function attemptKey({ span, analysis }: ClassifiedSpan): string | undefined {
  if (span.exchange === undefined || span.exchange.isPending) return undefined;
  return JSON.stringify(attemptsOf(span.exchange, analysis).itself);
}

/** Names by which a call can be tied to a statement: paths, options, identifiers; never plain words. */
const NAMES =
  /(?:(?<![~./\w-])[~./\w-]{0,64}\/[\w./*-]{2,256}|\b\w+\.[a-z]{1,5}\b|\b[\w-]*_[\w-]+\b|\b[a-z]+[A-Z]\w+\b|`[^`\n]{2,80}`|\b[\w-]*\d[\w-]*-[\w-]+\b)/g;
const LEAST_NAME = 4;

interface NamedLoss {
  readonly loss: AuditedStatement;
  readonly names: readonly string[];
}

/** A write to `/etc/prod/limits.conf` touches *nothing under /etc/prod/*. */
function linksOf(one: ClassifiedSpan, what: 'rejection' | 'error', losses: readonly NamedLoss[]): readonly AftermathLink[] {
  const input = `${callText(one.span)}\n${one.span.text.slice(0, REFUSAL_CHARACTERS)}`;
  const links: AftermathLink[] = [];
  for (const { loss, names } of losses) {
    const name = names.find((candidate) => input.includes(candidate));
    if (name !== undefined) links.push(link(what, one, loss.spanId, name.includes('/') ? 'path' : 'identifier', name));
  }
  return links;
}

function namesIn(text: string): readonly string[] {
  return (text.match(NAMES) ?? [])
    .map((name) =>
      name
        .replace(/^`|`$/g, '')
        .replace(/[.,;:]+$/, '')
        .replace(/\/\**$/, '/'),
    )
    .filter((name) => name.length >= LEAST_NAME);
}

function callText({ exchange }: Span): string {
  return exchange === undefined ? '' : inputText(exchange);
}

function commandOf({ span, analysis }: ClassifiedSpan): string {
  const text = analysis?.effect.effect === 'shell' ? analysis.effect.command : `${span.exchange?.toolName ?? ''} ${callText(span)}`;
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

function link(what: AftermathLink['what'], { span }: ClassifiedSpan, lostSpanId: SpanId, by: AftermathLink['by'], value: string): AftermathLink {
  return { what, turn: span.turn, spanId: span.id, lostSpanId, by, value };
}
