import type { Finding } from './drift.ts';
import type { Comparison } from './lexicon/operator.ts';
import { NUMBER_WORDS } from './lexicon/units.ts';
import type { Pair } from './pair.ts';
import type { Clause, NumberReading } from './reading.ts';

export function compareNumbers({ found, source, sourceNumbers, candidates }: Pair): Finding | undefined {
  for (const number of found.numbers) {
    const same = sourceNumbers.filter((one) => isSame(number, one));
    const compared = same.find((one) => one.comparison !== undefined);
    if (
      number.comparison !== undefined &&
      compared !== undefined &&
      same.every((one) => one.comparison === undefined || DIRECTION[one.comparison] !== DIRECTION[number.comparison ?? 'above'])
    ) {
      return { kind: 'number', found: `${number.comparison} ${number.text}`, expected: `${compared.comparison} ${compared.text}` };
    }
    const label = number.after ?? number.before;
    const isLabelled = (one: NumberReading): boolean => label !== undefined && label === (one.after ?? one.before);
    const mayBeLabelled = (one: NumberReading): boolean => label !== undefined && (label === one.after || label === one.before);
    const swapped =
      same.length > 0 && !same.some(mayBeLabelled)
        ? sourceNumbers.find((one) => !isSame(number, one) && isLabelled(one) && one.quantity.dimension === number.quantity.dimension)
        : undefined;
    if (swapped !== undefined) return { kind: 'number', found: number.text, expected: swapped.text };
    if (same.length > 0 || isToldElsewhere(number, found, source, candidates)) continue;
    const rival = sourceNumbers.find((one) => (one.quantity.dimension !== '' && one.quantity.dimension === number.quantity.dimension) || isLabelled(one));
    if (rival !== undefined) return { kind: 'number', found: number.text, expected: rival.text };
  }
  return undefined;
}

/** `must not exceed 400` and `below 400` bound on one side. */
const DIRECTION: Readonly<Record<Comparison, 'up' | 'down'>> = { above: 'up', 'at-least': 'up', below: 'down', 'at-most': 'down' };

/** Equal value and unit. What is told as about may be rounded. */
export function isSame(found: NumberReading, source: NumberReading): boolean {
  const [a, b] = [found.quantity, source.quantity];
  const isSameUnit = a.dimension === b.dimension || a.dimension === '' || b.dimension === '';
  if (!isSameUnit) return false;
  const tolerance = found.isApproximate ? 0.1 : 1e-9;
  return (
    Math.abs(a.value - b.value) <= tolerance * Math.abs(b.value) ||
    (a.dimension === '' && b.dimension !== '' && writtenValue(source) === a.value) ||
    // `87.4 %` and `0.874`
    (a.dimension === 'share' && b.dimension === '' && b.value < 1 && Math.abs(a.value - 100 * b.value) <= tolerance * a.value) ||
    // `24 weeks` and `week 24`
    (b.dimension === '' && a.dimension !== '' && writtenValue(found) === b.value)
  );
}

function writtenValue(number: NumberReading): number {
  return NUMBER_WORDS.get(number.text.toLowerCase()) ?? Number(number.text.replace(/[^\d.]/g, ''));
}

/** Another clause has the number, and no fewer words of what is told: one with fewer is of something else, or is overturned. */
function isToldElsewhere(number: NumberReading, found: Clause, source: Clause, candidates: readonly (readonly Clause[])[]): boolean {
  const sharedWith = (clause: Clause): number => [...found.signs.keys()].filter((key) => clause.signs.has(key)).length;
  const shared = Math.max(1, sharedWith(source));
  return candidates.some((clauses) => clauses.some((clause) => clause.numbers.some((one) => isSame(number, one)) && sharedWith(clause) >= shared));
}
