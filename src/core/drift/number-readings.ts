import type { Range } from './clause-ranges.ts';
import type { Comparison } from './lexicon/operator.ts';
import { STOPWORDS } from './lexicon/words.ts';
import type { Occurrence } from './phrases.ts';
import type { NumberReading } from './reading.ts';
import { wordKey } from './stem.ts';
import type { Token } from './tokens.ts';

/** The key of a token that carries content; words of operators have none. */
export function keyOf(token: Token): string | undefined {
  if (token.kind === 'mark' || token.kind === 'number') return undefined;
  if (token.kind === 'name') return /[\p{L}\p{N}]/u.test(token.word) ? token.word : undefined;
  if (STOPWORDS.has(token.word) || token.word.length < 2) return undefined;
  return wordKey(token.word);
}

export function numbersOf(tokens: readonly Token[], operators: readonly Occurrence[], range: Range): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const taken = new Set(operators.filter(({ operator }) => operator.type !== 'state').flatMap((one) => rangeOf(one.start, one.end)));
  for (let at = range.start; at < range.end; at++) {
    const token = tokens[at] as Token;
    if (token.quantity === undefined) continue;
    const ending = operators.filter(
      (one) => (one.end === at || one.end === at - 1 || one.start === at + 1 || one.start === at + 2) && one.operator.type !== 'finite',
    );
    const comparison = ending.map((one) => one.operator).find((operator) => operator.type === 'comparison');
    const isApproximate = operators.some(
      (one) =>
        one.end <= at &&
        one.end >= at - 1 &&
        (one.operator.type === 'approximation' || (one.operator.type === 'quantifier' && tokens[one.start]?.word === 'some')),
    );
    found.push({
      quantity: token.quantity,
      text: token.text,
      isApproximate: isApproximate || token.text.startsWith('~'),
      comparison: comparison?.type === 'comparison' ? comparison.comparison : undefined,
      before: neighbour(tokens, taken, at, -1, range),
      after: neighbour(tokens, taken, at, 1, range),
    });
  }
  return found;
}

/** `do not send more than 100` is `at most 100`. */
export const INVERTED: Readonly<Record<Comparison, Comparison>> = { above: 'at-most', below: 'at-least', 'at-least': 'at-least', 'at-most': 'at-most' };

function rangeOf(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** The content word next to a number, with at most one word without content between them. */
function neighbour(tokens: readonly Token[], taken: ReadonlySet<number>, at: number, step: 1 | -1, range: Range): string | undefined {
  for (let distance = 1; distance <= 3; distance++) {
    const token = tokens[at + distance * step];
    if (token === undefined || at + distance * step < range.start || at + distance * step >= range.end) return undefined;
    if (token.kind === 'mark' && token.word !== ':' && token.word !== '=') return undefined;
    if (step === 1 && (token.word === '=' || tokens[at + distance + 1]?.word === '=' || tokens[at - 1]?.word === '=')) return undefined;
    if (token.kind === 'number') return undefined;
    const key = taken.has(at + distance * step) ? undefined : keyOf(token);
    if (key !== undefined) return key;
    if (step === 1 && distance > 1) return undefined;
  }
  return undefined;
}
