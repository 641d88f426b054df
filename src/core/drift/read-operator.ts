import { isNegatedFragment, VERBAL } from './clause-ranges.ts';
import type { ClauseReader } from './clause-reader.ts';
import type { Operator } from './lexicon/operator.ts';
import type { Occurrence } from './phrases.ts';
import { wordKey } from './stem.ts';

/** Reads one operator into the clause that it stands in. */
export function readOperator(reader: ClauseReader, occurrence: Occurrence): void {
  const { operator } = occurrence;
  reader.isBounding =
    operator.type === 'exclusive' || operator.type === 'exception' || operator.type === 'comparison' || (reader.isBounding && !VERBAL.has(operator.type));
  if (endsSubject(reader, operator)) reader.attachment = undefined;
  const cue = reader.textOf(occurrence.start, occurrence.end);
  switch (operator.type) {
    case 'negation':
      readNegation(reader, operator, occurrence, cue);
      break;
    case 'prohibition':
    case 'dissuasion':
      reader.negationCue ||= cue;
      reader.prohibitions++;
      if (operator.type === 'dissuasion') reader.forces.push({ forces: ['soft'], isNeed: false, cue, at: occurrence.start });
      else reader.hasVerb = true;
      break;
    case 'force':
      if (reader.attachment !== undefined) break;
      reader.forces.push({ forces: operator.forces, isNeed: operator.isNeed === true, cue, at: occurrence.start });
      reader.hasVerb ||= !operator.forces.includes('question');
      break;
    case 'emphasis':
      if (reader.attachment === undefined) reader.quantifiers.add('universal');
      break;
    case 'exclusive':
      readExclusive(reader, operator, occurrence, cue);
      break;
    case 'exception':
    case 'condition':
      openAttachment(reader, operator, occurrence);
      break;
    case 'quantifier':
      reader.quantifiers.add(operator.extent);
      break;
    case 'qualifier':
      reader.qualifiers.add(operator.qualifier);
      break;
    case 'finite':
      if (reader.attachment !== undefined) break;
      reader.hasVerb = true;
      reader.isPast ||= operator.isPast || (PERFECT.has(cue.toLowerCase()) && reader.hasParticiple(occurrence.end));
      break;
    case 'state':
      if (reader.attachment === undefined) readState(reader, operator, occurrence, cue);
      break;
    case 'comparison':
    case 'approximation':
    case 'contrast':
      break;
  }
  if (operator.type === 'state' || (operator.type === 'force' && operator.forces.includes('fact'))) reader.addKeys(occurrence.start, occurrence.end);
}

type Of<Type extends Operator['type']> = Extract<Operator, { readonly type: Type }>;

/** `Running the linter before each commit is optional`: the subject ends here. */
function endsSubject({ attachment, isImperative, isOpeningAttachment, hasVerb }: ClauseReader, operator: Operator): boolean {
  if (attachment === undefined || isOpeningAttachment || hasVerb) return false;
  // `until Edda has read it`: what bounds has a verb of its own.
  const isClause = attachment.type === 'condition' || attachment.order === undefined;
  if (!attachment.takesNoun && (attachment.keys.size === 0 || isImperative || isClause)) return false;
  return operator.type === 'force' || operator.type === 'finite' || operator.type === 'prohibition' || operator.type === 'dissuasion';
}

function readNegation(reader: ClauseReader, operator: Of<'negation'>, { start, end }: Occurrence, cue: string): void {
  // `No, leave it`, `Freight, no`: an answer, and no negation of what follows.
  const isAnswer = operator.isSubject === true && isMark(reader, end) && isMark(reader, start - 1);
  if (isAnswer && start > reader.range.start + 1) reader.negationCue ||= cue;
  if (isAnswer) return;
  reader.negationCue ||= cue;
  if (operator.isImpossible === true) reader.forces.push({ forces: ['possible'], isNeed: false, cue, at: start });
  if (start > reader.range.start && isNegatedFragment(reader.tokens, reader.byStart, start - 1, reader.range.end)) {
    reader.attachment = undefined;
    reader.restNegations++;
  } else if (reader.attachment !== undefined) reader.attachment.negations++;
  else if (operator.reach === 'rest') reader.restNegations++;
  else reader.clauseNegations++;
}

function isMark({ tokens }: ClauseReader, at: number): boolean {
  return at < 0 || at >= tokens.length || tokens[at]?.kind === 'mark';
}

function readExclusive(reader: ClauseReader, operator: Of<'exclusive'>, { start, end }: Occurrence, cue: string): void {
  // `leave it alone` is `do not modify it`; `only 3 failed` is merely.
  if (cue.toLowerCase() === 'alone' && reader.signs.has(LEAVE)) reader.addKey(MODIFY, 'alone', -1);
  else if (reader.tokens[end]?.kind !== 'number') reader.isExclusive = true;
  if (operator.isRule === true) reader.forces.push({ forces: ['permit'], isNeed: false, cue, at: start });
}

function openAttachment(reader: ClauseReader, operator: Of<'exception'> | Of<'condition'>, { start, end }: Occurrence): void {
  reader.isOpeningAttachment =
    reader.attachment === undefined &&
    reader.tokens.slice(reader.range.start, start).every((one) => one.kind === 'mark' || one.word === 'and' || one.word === 'then');
  reader.attachment = {
    type: operator.type,
    order: operator.order,
    isExcluding: operator.type === 'exception' && operator.isExcluding,
    keys: new Set(),
    takesNoun: operator.type === 'exception' && (operator.takesNoun === true || reader.tokens[end]?.kind === 'number'),
    negations: 0,
  };
  reader.attachments.push(reader.attachment);
  if (operator.type === 'condition' && operator.order === undefined) reader.qualifiers.add('condition');
}

function readState(reader: ClauseReader, operator: Of<'state'>, occurrence: Occurrence, cue: string): void {
  const isPartial = operator.isPositive && isPartlyReached(reader, occurrence.start);
  const isReached = !isPartial && !(operator.isPositive && isStillToCome(reader, occurrence.start, operator.axis));
  const isNegated = (reader.restNegations + reader.clauseNegations) % 2 === 1;
  reader.hasVerb = true;
  reader.states.push({
    axis: operator.axis,
    isPositive: isReached && operator.isPositive !== isNegated,
    word: isPartial ? 'partly' : isAwaiting(reader, occurrence) ? 'awaiting' : cue,
  });
}

/** `partly done`, `almost done` */
function isPartlyReached(reader: ClauseReader, at: number): boolean {
  return reader.qualifiers.has('partial') || NEARLY.has(reader.tokens[at - 1]?.word ?? '');
}

/** `will be merged`, `still to be merged`, `has to be approved` */
function isStillToCome(reader: ClauseReader, at: number, axis: string): boolean {
  const last = reader.forces.at(-1);
  const isAhead = last?.forces.includes('planned') === true || (axis === 'approval' && last?.forces.includes('must') === true);
  return last !== undefined && isAhead && at - last.at <= last.cue.split(' ').length + 1;
}

/** `is pending approval`, but not `a pending approval` or `is pending` */
function isAwaiting({ tokens }: ClauseReader, { start, end }: Occurrence): boolean {
  const next = tokens[end];
  if (tokens[start]?.word !== 'pending' || next === undefined || next.kind === 'mark' || next.word === 'and') return false;
  const before = tokens[start - 1];
  return before !== undefined && !ARTICLES.has(before.word);
}

const NEARLY = new Set(['almost', 'nearly', 'mostly', 'half', 'largely']);
const ARTICLES = new Set(['a', 'an', 'the', 'this', 'any', 'no', 'all', 'every']);
const PERFECT = new Set(['has', 'have']);
const LEAVE = wordKey('leave');
const MODIFY = wordKey('modify');
