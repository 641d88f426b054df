import { FREE_WORDS } from '../lexicon/shortening.ts';
import { holdsName } from '../names.ts';
import type { Token } from '../tokens.ts';
import type { Line } from './line.ts';

/** The tokens of a statement in those of a line, in their order. */
export interface TokenAlignment {
  /** Places of a token of the statement and of the line. */
  readonly pairs: readonly (readonly [said: number, line: number])[];
  readonly told: ReadonlySet<number>;
  readonly first: number;
  readonly last: number;
  /** What stands between two tokens that are told, with what the statement adds there, and whether it has a colon there. */
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly added: readonly Token[]; readonly isColon: boolean }[];
}

/** `slot A` has a name. */
export function isFree(token: Token): boolean {
  return token.kind === 'word' && FREE_WORDS.has(token.word) && !(token.word === 'a' && token.isProper === true);
}

const SIGN = /^(?:[<>~≈≠±≤≥]=?|[!=]=|=?>|->|→|<-|←)$/;

/** `<`, `->`: it says how what stands around it is related. */
export function isSign({ text }: Token): boolean {
  return SIGN.test(text);
}

/** Words, names, numbers, signs: not what parts or marks them. */
export function isContent(token: Token): boolean {
  return token.kind !== 'mark' && (/[\p{L}\p{N}]/u.test(token.word) || isSign(token));
}

/** Costs of a gap and of an added word: few gaps, then few words. */
const GAP = 2;
const ADDED = 1;

/** The alignment with the fewest gaps; none where a word is added or moved. O(n · m). */
export function alignTokens({ tokens: said, stems: saidStems }: Line, { tokens: line, stems }: Line): TokenAlignment | undefined {
  const own = said.flatMap((token, at) => (isContent(token) ? [at] : []));
  const places = line.flatMap((token, at) => (isContent(token) ? [at] : []));
  const width = places.length + 1;
  const hasAll = new Set(stems);
  // Most statements are held against lines that lack one of their words.
  if (own.some((at) => said[at]?.kind !== 'name' && !isFree(said[at] as Token) && !hasAll.has(saidStems[at] ?? ''))) return undefined;
  const isSameAt = (place: number, at: number): boolean => {
    const [one, token] = [line[place] as Token, said[at] as Token];
    if (stems[place] === saidStems[at]) return (one.kind === 'number') === (token.kind === 'number');
    return token.kind === 'name' && one.kind === 'name' && !isSign(token) && one.word.length >= token.word.length && holdsName(one.word, token.word);
  };
  // By token of the statement and the place in the line that was told last (0: none yet).
  let costs = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  const froms: Int32Array[] = [];
  for (const at of own) {
    const token = said[at] as Token;
    const next = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(width).fill(-1);
    let jump = 0;
    for (let place = 0; place < width; place++) {
      if (place > 0 && isSameAt(places[place - 1] as number, at)) {
        const before = nearestOf(costs, place, places, line);
        const step = costs[before] ?? Number.POSITIVE_INFINITY;
        const leap = jumpCost(costs, jump);
        next[place] = Math.min(step, leap);
        from[place] = step <= leap ? before : jump;
      }
      const stay = (costs[place] ?? 0) + ADDED;
      if (isFree(token) && stay < (next[place] ?? 0)) {
        next[place] = stay;
        from[place] = place;
      }
      if (jumpCost(costs, place) < jumpCost(costs, jump)) jump = place;
    }
    froms.push(from);
    costs = next;
  }
  return traced({ said, own, places, costs, froms });
}

/** A gap is as dear from wherever it begins; what stands before the first token that is told is none. */
function jumpCost(costs: Float64Array, place: number): number {
  return (costs[place] ?? Number.POSITIVE_INFINITY) + (place === 0 ? 0 : GAP);
}

/** The cheapest place right before one, where words that may be left out stand between. */
function nearestOf(costs: Float64Array, place: number, places: readonly number[], line: readonly Token[]): number {
  let best = place - 1;
  for (let at = place - 1; at > 0 && isFree(line[places[at - 1] as number] as Token); at--) if ((costs[at - 1] ?? 0) < (costs[best] ?? 0)) best = at - 1;
  return best;
}

interface Search {
  readonly said: readonly Token[];
  readonly own: readonly number[];
  readonly places: readonly number[];
  readonly costs: Float64Array;
  readonly froms: readonly Int32Array[];
}

function traced({ said, own, places, costs, froms }: Search): TokenAlignment | undefined {
  let end = -1;
  costs.forEach((cost, place) => {
    if (place > 0 && cost < (costs[end] ?? Number.POSITIVE_INFINITY)) end = place;
  });
  if (end === -1) return undefined;
  const pairs: (readonly [number, number])[] = [];
  for (let step = own.length - 1, place = end; step >= 0; step--) {
    const from = froms[step]?.[place] ?? -1;
    if (from !== place) pairs.unshift([own[step] as number, places[place - 1] as number]);
    place = from;
  }
  const gaps = pairs.slice(1).map(([at, to], index) => {
    const [before = 0, from = 0] = pairs[index] ?? [];
    const between = said.slice(before + 1, at);
    return { from, to, added: between.filter(isContent), isColon: between.some(({ word }) => word === ':') };
  });
  return { pairs, told: new Set(pairs.map(([, at]) => at)), first: pairs[0]?.[1] ?? 0, last: pairs.at(-1)?.[1] ?? 0, gaps };
}
