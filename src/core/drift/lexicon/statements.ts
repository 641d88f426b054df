import type { Force } from './operator.ts';

/** What turns or limits a statement, and must stay with it (E16). */
export type Limit = 'not' | 'only' | 'except' | 'must' | 'should' | 'perhaps' | 'plan' | 'may' | 'all' | 'some' | 'least' | 'most' | 'about' | 'if';

/** By which force a phrase of the table of modality limits; the first that it has counts. */
export const LIMIT_OF_FORCE: readonly (readonly [Force, Limit])[] = [
  ['must', 'must'],
  ['planned', 'plan'],
  ['soft', 'should'],
  ['possible', 'perhaps'],
  ['permit', 'may'],
  ['exempt', 'may'],
  ['expected', 'should'],
];

/** Before a colon they limit what follows it: `Plan: …`. */
export const OPENING_LIMITS: ReadonlyMap<string, Limit> = limits({ plan: 'plan todo next proposal', perhaps: 'idea guess hypothesis' });

/** Words that limit in notes about work, beside those of the other tables. */
export const WORD_LIMITS: ReadonlyMap<string, Limit> = limits({
  not: 'false',
  some: 'partial incomplete flaky intermittent intermittently sometimes occasionally',
  perhaps:
    'conjecture conjectures conjectured suppose supposed presume presumed speculate hope hoped hopes reckon imagine wonder doubt think thought guessed assumed believed',
});

/** Words that say what was done or where it stood: our prompt leaves them to whoever writes a statement. */
export const FRAME: ReadonlySet<string> = new Set(
  (
    'ran run running read reading tried try found find showed shown show shows reported report reports said say says noted note notes listed list lists ' +
    'returned return returns contained contain contains stated state states stating set gave give given had has have having logged log wrote written ' +
    'changed went going checked check checking used using use asked ask ended end commented replied answered mentioned recorded printed ' +
    'file files output outputs assistant command test document page text line lines row rows table section entry entries result results user users step steps ' +
    'compiler linter logs tool tools pages mail mails ticket tickets comment comments message messages script docs doc job jobs rule rules minutes commit ' +
    'according also then because but and with after where which whose while since for its it as so that this these those there who when both'
  ).split(' '),
);

/** They begin a part of a sentence that tells something of its own. */
export const CONNECTIVES: ReadonlySet<string> = new Set(
  'and but while whereas because then so although though with after before since when if unless until as which who except'.split(' '),
);

/** `after Java 8`: what follows is no rival of what the part before it is about. */
export const ADJUNCTS: ReadonlySet<string> = new Set('after before with since as'.split(' '));

function limits(words: Partial<Record<Limit, string>>): ReadonlyMap<string, Limit> {
  return new Map(Object.entries(words).flatMap(([limit, list]) => list.split(' ').map((word): [string, Limit] => [word, limit as Limit])));
}
