import { clausesOf } from './clause.ts';
import type { Claim } from './reading.ts';

/** What is told to nobody in particular, and to the reader. */
const ORDERS: readonly Claim[] = ['imperative', 'forbid', 'restrict'];
const ORDERS_TO_YOU: readonly Claim[] = ['must', 'permit'];

/**
 * Instructions that are hidden in what tools give back: against those that their reader has, or about who it is. Collections:
 * Perez and Ribeiro, *Ignore Previous Prompt* (arXiv 2211.09527); Greshake et al., *Not what you've signed up for* (arXiv
 * 2302.12173); OWASP, LLM01 (2025).
 */
const INJECTED =
  /^.{0,40}?\b(?:(?:ignore|disregard|forget|override|overrule|bypass|discard)\b.{0,40}?\b(?:(?:previous|prior|earlier|preceding|above|your|system|all|these|those|the)\b.{0,40}?\b)?(?:instructions?|rules?|prompts?|guidelines?|directions?|constraints?|polic(?:y|ies)|told|said)\b|you are now\b|from now on,? (?:you|always|never)\b|new (?:system )?(?:instructions?|prompt)\s?:|act as (?:if|an?)\b|pretend (?:to be|that|you)\b|reveal your\b)/iu;

/** Whether a sentence speaks against what its reader was told. Linear. */
export function isInjected(sentence: string): boolean {
  return INJECTED.test(sentence.slice(0, OPENING_CHARACTERS));
}

const OPENING_CHARACTERS = 300;

/** Orders by which something is lost, sent or run, with what they are about: `Delete the …`, not `Delete failed` nor `Build 12 runs`. */
const COMMAND =
  /^(?<lead>\W{0,4}(?:(?:please|now|then|next|and|also|so|go ahead and|immediately|first|always|just)[,:]?\s+){0,3})(?:delete|remove|drop|wipe|erase|destroy|purge|truncate|overwrite|push|force-push|merge|deploy|publish|release|send|mail|email|post|upload|transfer|pay|buy|approve|grant|allow|disable|revoke|kill|stop|terminate|execute|run|write|edit|change|install|commit|proceed|continue|make sure|give|tell|ask)\s+(?:the|a|an|all|any|every|everything|this|that|these|those|it|them|your|its|to|into|with|without)(?![\p{L}\p{N}-])|^\W{0,4}(?:delete|remove|wipe|erase|overwrite|push|execute|run|write|edit)\s+[`"'~/.]/iu;

/** Whether a sentence opens with such an order. `Push to main was refused` is none. Linear. */
export function isCommand(sentence: string): boolean {
  const opening = COMMAND.exec(sentence.slice(0, OPENING_CHARACTERS));
  return opening !== null && clausesOf(sentence.slice(opening.groups?.['lead']?.length ?? 0)).some(({ claims }) => claims.has('imperative'));
}

/** Whether a sentence tells its reader what to do, what may be done, or what may not. Linear. */
export function givesOrder(sentence: string): boolean {
  if (isInjected(sentence) || isCommand(sentence) || /^\W{0,4}(?:important|system)\s?:/i.test(sentence)) return true;
  const clauses = clausesOf(sentence);
  const claims = (wanted: readonly Claim[]): boolean => clauses.some((clause) => wanted.some((claim) => clause.claims.has(claim)));
  return claims(ORDERS) || (/\byou(?:r|'re|’re)?\b/i.test(sentence) && claims(ORDERS_TO_YOU));
}
