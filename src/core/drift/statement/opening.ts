/** What a statement begins with before a colon, and what stands behind it: `npm test`, `3 of 41 tests failed.` */
export interface Opening {
  readonly place: string;
  readonly rest: string;
}

/** A place may have colons of its own: `src/a.ts:12: …`, `Subject: Re: …`. */
const COLONS = 3;
const PLACE_CHARACTERS = 160;

/** By colon, the shortest first. */
export function openingsOf(text: string): readonly Opening[] {
  const openings: Opening[] = [];
  for (let at = text.indexOf(': '); at !== -1 && at <= PLACE_CHARACTERS && openings.length < COLONS; at = text.indexOf(': ', at + 2)) {
    const rest = text.slice(at + 2).trim();
    if (at > 0 && rest !== '') openings.push({ place: text.slice(0, at).trim(), rest });
  }
  return openings;
}
