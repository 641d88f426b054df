import type { Fact, FactSource } from '../../src/core/facts/fact.ts';
import type { SpanId } from '../../src/core/span.ts';
import type { TokenCount } from '../../src/core/token-count.ts';
import type { TurnIndex } from '../../src/core/turn.ts';

/** What a peer's text is written from: the same region as ours, and as many tokens as our notes take in the window. */
export interface PeerRequest {
  readonly sources: readonly FactSource[];
  /** `Fact.source` is an index into `sources`. */
  readonly facts: readonly Fact[];
  readonly allowanceTokens: TokenCount;
  readonly count: (text: string) => TokenCount;
}

/** Case 3 of DESIGN §1: nothing is said here, and it reads as if it were. */
const HEDGE = 'Remaining work continued along the same lines; various further checks were run and their results were reviewed.';

/**
 * Dropping the oldest turns: the ids of what stays, at most `windowTokens`. Turn 0 (system prompt, tool definitions)
 * stays, and turns go whole, as an exchange cannot be cut (E14).
 */
export function dropOldest(
  spans: readonly { readonly id: SpanId; readonly turn: TurnIndex; readonly tokens: TokenCount }[],
  windowTokens: TokenCount,
): ReadonlySet<SpanId> {
  const tokensOfTurn = new Map<TurnIndex, TokenCount>();
  for (const { turn, tokens } of spans) tokensOfTurn.set(turn, (tokensOfTurn.get(turn) ?? 0) + tokens);
  let left = spans.reduce((sum, span) => sum + span.tokens, 0);
  const dropped = new Set<TurnIndex>();
  for (const turn of [...tokensOfTurn.keys()].sort((a, b) => a - b)) {
    if (left <= windowTokens) break;
    if (turn === 0) continue;
    dropped.add(turn);
    left -= tokensOfTurn.get(turn) ?? 0;
  }
  return new Set(spans.filter((span) => !dropped.has(span.turn)).map((span) => span.id));
}

/** The adversary: whole lines for the most salient facts, source by source from the head, until the size is spent; then a hedge. */
export function greedySummary({ sources, facts, allowanceTokens, count }: PeerRequest): string {
  const lines: string[] = [];
  let left = allowanceTokens - count(HEDGE);
  if (left < 0) return '';
  for (const [index] of sources.entries()) {
    for (const line of new Set(facts.filter((fact) => fact.source === index).map((fact) => fact.line))) {
      const cost = count(`${line}\n`);
      if (cost > left) return [...lines, HEDGE].join('\n');
      lines.push(line);
      left -= cost;
    }
  }
  return lines.join('\n');
}

/** Characters of a sentence of the free-form summary. */
const SENTENCE_CHARACTERS = 240;

/**
 * Prose over the whole region, as a model writes it that was told no facts: sentences of what the assistant said, evenly
 * spread, so that head, middle and tail have their share; the last lines of outputs where the prose does not fill the size.
 */
export function freeFormSummary({ sources, allowanceTokens, count }: PeerRequest): string {
  const said = sources.flatMap(({ origin, text }) => (origin === 'output' ? [] : sentencesOf(text)));
  const printed = sources.flatMap(({ origin, text }) => (origin === 'output' ? lastLineOf(text) : []));
  const lines = spreadOver(said, allowanceTokens, count);
  const left = allowanceTokens - count(lines.join('\n'));
  return [...lines, ...(lines.length === said.length ? spreadOver(printed, left, count) : [])].join('\n');
}

/** The first sentence and, of a longer text, the last. */
function sentencesOf(text: string): readonly string[] {
  const sentences = text
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s|\n/)
    .map((sentence) => sentence.trim().slice(0, SENTENCE_CHARACTERS))
    .filter((sentence) => sentence !== '');
  return sentences.length < 2 ? sentences : [sentences[0] ?? '', sentences.at(-1) ?? ''];
}

function lastLineOf(text: string): readonly string[] {
  const line = text.trimEnd().slice(-SENTENCE_CHARACTERS).split('\n').at(-1)?.trim() ?? '';
  return line === '' ? [] : [line];
}

/** As many as fit, at equal distances, in order. */
function spreadOver(texts: readonly string[], allowanceTokens: TokenCount, count: (text: string) => TokenCount): readonly string[] {
  const costs = texts.map((text) => count(`${text}\n`));
  const chosenOf = (wanted: number): readonly number[] => Array.from({ length: wanted }, (_, index) => Math.floor(((index + 0.5) * texts.length) / wanted));
  let wanted = texts.length;
  while (wanted > 0 && chosenOf(wanted).reduce((sum, index) => sum + (costs[index] ?? 0), 0) > allowanceTokens) wanted = Math.floor(wanted * 0.97);
  return chosenOf(wanted).map((index) => texts[index] ?? '');
}
