import type { Finding } from '../../drift.ts';
import type { Token } from '../../tokens.ts';
import type { Line } from '../line.ts';
import { isSign } from '../token-alignment.ts';
import { isPlaced, lost, type Shortened } from './shortened.ts';

const OPTION = /^--?[a-z]/i;
const BOX = /\[ \]|☐/;
/** `unknown key 'stp_delay', did you mean 'stp-delay'?` */
const ASIDE = /, (?:did you|do you|right|ok)\b[^,]{0,80}\?$/i;
const OPENERS = new Set(['please', 'then', 'and', 'to', 'always', 'never', 'also', 'just', 'first', 'now']);
const LIST_NUMBER = /^\d{1,3}$/;
const IRREGULAR_PAST =
  /^(?:ran|set|put|cut|wrote|sent|built|took|made|kept|left|held|found|brought|bought|got|gave|went|lost|shut|split|reset|overwrote|froze|drew|threw|told|read|began|rebuilt|chose|done|did)$/;

/** The option of a line of help, `- [ ] drain node-7`: without its option or its box it is told as done. */
export function findOption(shortened: Shortened): Finding | undefined {
  const { said, line, alignment } = shortened;
  const [first] = line.tokens;
  const isOption = first !== undefined && OPTION.test(first.text) && !alignment.told.has(0) && !isPlaced(first, shortened);
  if (isOption) return lost(said, [first]);
  return BOX.test(line.text) && !BOX.test(said.text) ? { kind: 'modality', found: said.text, expected: '[ ]' } : undefined;
}

/** `p99 250 ms` of *p99 < 250 ms* */
export function findSign({ said, line: { tokens }, alignment: { told } }: Shortened): Finding | undefined {
  const sign = tokens.find((token, at) => isSign(token) && !told.has(at) && told.has(at + 1) && (told.has(at - 1) || tokens[at + 1]?.kind === 'number'));
  return sign === undefined ? undefined : { kind: 'number', found: said.text, expected: sign.text };
}

/** What is to be done is not told as done: the verb that opens an order stays as it is. */
export function findDone({ said, line, alignment }: Shortened): Finding | undefined {
  for (const [own, at] of alignment.pairs) {
    const one = line.tokens[at] as Token;
    const token = said.tokens[own] as Token;
    if (one.kind !== 'word' || one.word === token.word) continue;
    if (/[^s]s$/.test(one.word) && isPast(token.word) && isDated(line)) return { kind: 'modality', found: token.text, expected: one.text };
    if (!opensSegment(line.tokens, at)) continue;
    if (isPast(token.word) && !isPast(one.word) && !/(?:ing|s)$/.test(one.word)) return { kind: 'modality', found: token.text, expected: one.text };
  }
  return undefined;
}

function opensSegment(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || before.kind === 'mark') return true;
  return (
    OPENERS.has(before.word) || before.text.startsWith('-') || (before.kind === 'number' && at === 1 && LIST_NUMBER.test(before.text)) || before.text === '☐'
  );
}

function isPast(word: string): boolean {
  return word.endsWith('ed') || IRREGULAR_PAST.test(word);
}

/** `expires on 3 May`, `is dropped at the next restart`: what is still to come. */
function isDated({ text }: Line): boolean {
  return /\b(?:on \d{1,2} \p{L}|at the next|next (?:week|month|year|release|restart)|(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|from \d)/iu.test(
    text,
  );
}

/** What is asked is not told. */
export function findAsked({ said, line, alignment }: Shortened): Finding | undefined {
  const ending = line.tokens.slice(alignment.last + 1).find(({ kind, word }) => kind === 'mark' && /^[.!?]$/.test(word));
  return ending?.word === '?' && !ASIDE.test(line.text) && !said.text.trimEnd().endsWith('?')
    ? { kind: 'modality', found: said.text, expected: line.text }
    : undefined;
}
