const [ESCAPE, CONTROL_SEQUENCE, ZERO_WIDTH_SPACE] = [0x1b, 0x9b, 0xfeff].map((code) => String.fromCharCode(code));
/** What a reader does not see: control sequences of terminals (ECMA-48, 5.4), control, format and ignorable characters; white space apart. */
const BELL = String.fromCharCode(7);
/** Control sequences, strings up to their end (OSC, DCS, APC, PM: titles, links), and escapes of two characters and more. */
const SEQUENCE = [
  `(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})[0-?]{0,32}[ -/]{0,4}[@-~]`,
  `${ESCAPE}[\\]P_^][^${BELL}${ESCAPE}\\n]{0,512}(?:${BELL}|${ESCAPE}\\\\)`,
  `${ESCAPE}[ -/]{1,2}[0-~]`,
].join('|');
const UNSEEN = `(?:${SEQUENCE}|${ZERO_WIDTH_SPACE}|(?!\\s)[\\p{Cc}\\p{Cf}\\p{DI}])+`;
const ANY_UNSEEN = new RegExp(UNSEEN, 'u');
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/** Printable ASCII and white space: most texts, told at once. */
const ORDINARY = /^[\t-\r -~]*$/;

export function hasUnseen(text: string): boolean {
  return !ORDINARY.test(text) && ANY_UNSEEN.test(text);
}

export interface Seen {
  /** As a reader sees it: what is around the unseen stands together. */
  readonly joined: string;
  /** As long as the text, with blanks in the place of the unseen. */
  readonly blanked: string;
  /** From a position in `joined` to that in the text. */
  readonly placeOf: (position: number) => number;
}

/** A text without what nobody sees. Linear. */
export function withoutUnseen(text: string): Seen {
  const parts: string[] = [];
  /** By run of seen characters: where it begins in `joined`, and how many unseen ones stand before it. */
  const runs: { readonly start: number; readonly unseen: number }[] = [];
  let end = 0;
  let length = 0;
  const add = (to: number): void => {
    runs.push({ start: length, unseen: end - length });
    parts.push(text.slice(end, to));
    length += to - end;
  };
  const blanked = text.replace(EACH_UNSEEN, (unseen, at: number) => {
    add(at);
    end = at + unseen.length;
    return ' '.repeat(unseen.length);
  });
  add(text.length);
  return { joined: parts.join(''), blanked, placeOf: (position) => position + unseenBefore(runs, position) };
}

function unseenBefore(runs: readonly { readonly start: number; readonly unseen: number }[], position: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return runs[low]?.unseen ?? 0;
}
