import { isRule } from './clause-traits.ts';
import { isSame } from './compare-numbers.ts';
import type { Finding } from './drift.ts';
import type { Pair } from './pair.ts';
import type { Clause } from './reading.ts';
import type { SourceSentence } from './source-index.ts';
import { wordKey } from './stem.ts';

/** E16 scope: `the Nairobi and Mombasa interviews`, where only those of Nairobi are ruled on. */
export function compareMembers({ found, source, sourceKeys, candidates, isKnown }: Pair): Finding | undefined {
  if (!isRule(source)) return undefined;
  for (const [, first = '', more = '', last = ''] of found.text.matchAll(ENUMERATION)) {
    const words = [first, ...more.split(/[ ,]+/), last].filter((word) => word !== '');
    const keys = words.map((word) => wordKey(word.toLowerCase()));
    const isRuled = (key: string): boolean => candidates.some((clauses) => clauses.some((clause) => isRule(clause) && clause.signs.has(key)));
    const added = keys.findIndex((key) => isKnown(key) && !sourceKeys.has(key) && !isRuled(key));
    if (added !== -1 && keys.some((key) => source.signs.has(key))) return { kind: 'scope', found: words[added] ?? '', expected: source.text };
  }
  return undefined;
}

/** `kids, standard and pro` in the text of a clause, whose marks stand apart. */
const ENUMERATION = /([\p{L}\p{N}_-]{2,40})((?: , [\p{L}\p{N}_-]{2,40}){0,6})(?: ,)? (?:and|or) ([\p{L}\p{N}_-]{2,40})/gu;

/** Words that a sentence must share with a rule to be told of it. */
const SHARED_WORDS = 2;

/** E16 scope: `node-6`, `gates 1 to 3`, where the rule that the sentence tells of names node-7 and gate 2. */
export function findRivalMember(clauses: readonly Clause[], candidates: readonly SourceSentence[]): Finding | undefined {
  const keys = new Set(clauses.flatMap((clause) => [...clause.signs.keys()]));
  const names = clauses.flatMap((clause) => clause.names);
  const numbers = clauses.flatMap((clause) => clause.numbers);
  for (const sentence of candidates) {
    if (sentence.provenance === 'tool') continue;
    const own = new Set(sentence.clauses.flatMap((clause) => clause.names.map((name) => name.toLowerCase())));
    const ownNumbers = sentence.clauses.flatMap((clause) => clause.numbers);
    for (const rule of sentence.clauses) {
      if (!isRule(rule) || [...rule.signs.keys()].filter((key) => keys.has(key) && !own.has(key)).length < SHARED_WORDS) continue;
      for (const name of names) {
        if (own.has(name.toLowerCase())) continue;
        const rival = rule.names.find((one) => !keys.has(one.toLowerCase()) && shapeOf(one) === shapeOf(name));
        if (rival !== undefined) return { kind: 'scope', found: name, expected: rival };
      }
      for (const number of numbers) {
        if (number.before === undefined || number.quantity.dimension !== '' || ownNumbers.some((one) => isSame(number, one))) continue;
        const rival = rule.numbers.find((one) => one.before === number.before && one.quantity.dimension === '' && !numbers.some((other) => isSame(other, one)));
        if (rival !== undefined) return { kind: 'scope', found: number.text, expected: rival.text };
      }
    }
  }
  return undefined;
}

/** Names of one shape differ in their numbers only. */
function shapeOf(name: string): string {
  return name.toLowerCase().replace(/\d+/g, '#');
}
