/**
 * An escape of JSON text, one after the other, so that `\\ud83d` (a backslash and letters) is not taken for one. Groups:
 * a leading surrogate, its trailing one directly behind, or a trailing one alone. Linear: no repetition.
 */
const ESCAPE = /\\(?:u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u([dD][c-fC-F][0-9a-fA-F]{2})|[\s\S])/g;
const MAY_HOLD_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Whether JSON text holds half a surrogate pair, as a character or as an escape (C18). */
export function hasLoneSurrogate(text: string): boolean {
  if (!text.isWellFormed()) return true;
  if (!MAY_HOLD_SURROGATE.test(text)) return false;
  for (const match of text.matchAll(ESCAPE)) if (isLone(match[1], match[2], match[3])) return true;
  return false;
}

/** JSON text with each lone surrogate as U+FFFD; all else as it stands. */
export function repairSurrogates(text: string): string {
  // Characters first: an escaped half beside a half that is a character would be taken for a pair otherwise.
  const wellFormed = text.toWellFormed();
  if (!MAY_HOLD_SURROGATE.test(wellFormed)) return wellFormed;
  return wellFormed.replace(ESCAPE, (whole: string, lead?: string, trail?: string, loneTrail?: string) => (isLone(lead, trail, loneTrail) ? '\\ufffd' : whole));
}

function isLone(lead: string | undefined, trail: string | undefined, loneTrail: string | undefined): boolean {
  return loneTrail !== undefined || (lead !== undefined && trail === undefined);
}
