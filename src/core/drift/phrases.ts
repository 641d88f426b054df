import { MODALITY } from './lexicon/modality.ts';
import { NEGATION } from './lexicon/negation.ts';
import type { Operator } from './lexicon/operator.ts';
import { FINITE, QUANTIFIERS } from './lexicon/quantifiers.ts';
import { STATE_AXES } from './lexicon/states.ts';
import type { Token } from './tokens.ts';

/** An operator in a sentence, with the tokens that it takes, half-open. */
export interface Occurrence {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
}

interface Phrase {
  readonly words: readonly string[];
  readonly operator: Operator;
}

const ROWS: readonly (readonly [phrases: string, operator: Operator])[] = [
  ...[...NEGATION, ...MODALITY, ...QUANTIFIERS].map((row) => [row.phrases, row.operator] as const),
  ...STATE_AXES.flatMap(({ axis, positive, negative }) => [
    [positive, { type: 'state', axis, isPositive: true }] as const,
    [negative, { type: 'state', axis, isPositive: false }] as const,
  ]),
  ...FINITE.map((row) => [row.phrases, row.operator] as const),
];

/** By first word, the longest first: `not only` before `not`. A phrase of two tables counts as that of the first. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = phrasesByFirstWord();

function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const [phrases, operator] of ROWS) {
    for (const phrase of phrases.split('|')) {
      // `sign-off` and `sign off`
      for (const words of phrase.includes('-') ? [phrase.split(' '), phrase.split(/[ -]/)] : [phrase.split(' ')]) {
        const first = words[0] ?? '';
        const list = byFirst.get(first);
        if (list === undefined) byFirst.set(first, [{ words, operator }]);
        else list.push({ words, operator });
      }
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** All operators of a sentence from left to right; none overlaps another. */
export function operatorsOf(tokens: readonly Token[]): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const phrase = PHRASES.get(tokens[at]?.word ?? '')?.find(({ words }) => words.every((word, offset) => tokens[at + offset]?.word === word));
    if (phrase === undefined) continue;
    const end = at + phrase.words.length;
    found.push({ operator: operatorIn(phrase.operator, found.at(-1), tokens, at), start: at, end });
    at = end - 1;
  }
  return found;
}

/** `everything but the billing service`, `nobody but Ines`: here `but` takes out. */
function operatorIn(operator: Operator, before: Occurrence | undefined, tokens: readonly Token[], at: number): Operator {
  // `…, while the other stays`: no condition.
  if (tokens[at]?.word === 'while' && tokens[at - 1]?.word === ',') return { type: 'contrast' };
  if (tokens[at]?.word !== 'but' || before === undefined || before.end < at - 1) return operator;
  // `all folders but vendor`, but not `all passed but …`
  if (before.end < at && !(before.operator.type === 'quantifier' && tokens[at - 1]?.kind === 'word' && !tokens[at - 1]?.word.endsWith('ed'))) return operator;
  const isWhole = before.operator.type === 'quantifier' || (before.operator.type === 'negation' && before.operator.isSubject === true);
  return isWhole ? { type: 'exception', isExcluding: true, takesNoun: true } : operator;
}
