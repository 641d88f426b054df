import type { DriftSource, SourceText } from './drift.ts';
import { fitLine, flatLines } from './flat-lines.ts';
import { LABELS } from './lexicon/shortening.ts';

const OPENING_BORDER = /[\n.!?:;>|#*•-]\s?$|\n\s$|\s\s$/;
const CLOSING_BORDER = /^\s?(?:\n|[.!?;:|])|^\r/;
const OWN_END = /[.!?;:…]$/;
/** Words that turn what they stand beside: a part that was cut out beside them says something else. */
const TURNING =
  /\b(?:no|not|never|cannot|neither|nor|none|nobody|nothing|without|except|unless|until|only|if|whether|avoid|forbidden|prohibited|fail(?:s|ed)? to|unable|might|may|could|should|perhaps|maybe|probably|would|partially|partly|some|instead|rather|refus\w{1,6}|den(?:y|ied)|plan(?:s|ned)?|going to|will|todo|myth|false|untrue|wrong|hypothes[ie]s|guess|rumou?r|ruled out|unverified|unconfirmed|proposals?|draft|questions?|examples?)\b|n['’]t\b/i;

export interface Copy {
  readonly extent: 'whole' | 'part';
  readonly provenance: SourceText['provenance'];
  /** The rest of the sentence that a part was cut from. */
  readonly around: string;
}

/**
 * Finds what a surrogate copied. White space is compared as one space, and control characters, markers and
 * mentions as they are made fit to be repeated. The prepared form is made once a source, when first asked for.
 */
export class Copies {
  private readonly source: DriftSource;
  /** Who wrote a sentence, and whether, is asked several times. */
  private readonly known = new Map<string, Copy | undefined>();
  private prepared: readonly { readonly text: string; readonly lines: string; readonly provenance: SourceText['provenance'] }[] | undefined;

  constructor(source: DriftSource) {
    this.source = source;
  }

  /**
   * `whole`: the text stands in the source from one border of a sentence or line to another. `part`: it was cut out of
   * the middle of one, which may have lost a `not`.
   */
  find(written: string): Copy | undefined {
    if (!this.known.has(written)) this.known.set(written, this.search(written));
    return this.known.get(written);
  }

  private search(written: string): Copy | undefined {
    const asIs = this.findAsIs(written);
    if (asIs?.extent === 'whole') return asIs;
    const { body, isCut } = bodyOf(written);
    const text = fitLine(body, written.length * 2 + 8);
    if (text === '') return undefined;
    let part: Copy | undefined = asIs;
    for (const { text: flat, lines, provenance } of this.texts()) {
      const copy = copyIn(flat, lines, text, isCut, provenance);
      if (copy?.extent === 'whole') return copy;
      part ??= copy;
    }
    return part;
  }

  /** Most copies are letter for letter, and need nothing prepared. */
  private findAsIs(written: string): Copy | undefined {
    let part: Copy | undefined;
    for (const { text, provenance } of this.source.texts) {
      const copy = copyIn(text, text, written, false, provenance);
      if (copy?.extent === 'whole') return copy;
      part ??= copy;
    }
    return part;
  }

  private texts(): NonNullable<Copies['prepared']> {
    this.prepared ??= this.source.texts.map(({ text, provenance }) => {
      // Line ends are kept in a twin of the same length: they are borders.
      const lines = flatLines(text);
      return { text: lines.replaceAll('\n', ' '), lines, provenance };
    });
    return this.prepared;
  }
}

/** What of a sentence is looked for: without the sign of an item before it and that of a cut behind it. */
export function bodyOf(written: string): { readonly body: string; readonly offset: number; readonly isCut: boolean } {
  const item = written.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '');
  return { body: item.replace(/\s*…$/, ''), offset: written.length - item.length, isCut: written.trimEnd().endsWith('…') };
}

function copyIn(flat: string, lines: string, text: string, isCut: boolean, provenance: SourceText['provenance']): Copy | undefined {
  let part: Copy | undefined;
  let at = flat.indexOf(text);
  for (let tries = 0; at !== -1 && tries < TRIES; tries++, at = flat.indexOf(text, at + 1)) {
    if (isWholeAt(lines, at, text, isCut)) return { extent: 'whole', provenance, around: '' };
    part ??= { extent: 'part', provenance, around: around(lines, at, at + text.length) };
  }
  return part;
}

/**
 * Whether a text that stands at `at` begins and ends at borders of sentences or lines. Behind a colon or the like it is a part:
 * `the parser is thread-safe` of *Myth: the parser is thread-safe* is none that stands by itself.
 */
export function isWholeAt(lines: string, at: number, text: string, isCut: boolean): boolean {
  const end = at + text.length;
  if (at > 0 && !OPENING_BORDER.test(lines.slice(Math.max(0, at - 2), at))) return false;
  if (!isCut && end < lines.length && !OWN_END.test(text) && !CLOSING_BORDER.test(lines.slice(end, end + 2))) return false;
  const head = lineHead(lines, at);
  return !TURNING.test(head) && !(/[:;]\s?$/.test(head) && holdsLabel(head)) && (isCut || !TURNING.test(lineTail(lines, end, text)));
}

/** What stands before a text in its sentence. */
function lineHead(lines: string, at: number): string {
  const head = lines.slice(Math.max(0, at - AROUND), at);
  return head.slice(Math.max(head.lastIndexOf('\n') + 1, head.search(LAST_END) + 1));
}

/** What stands behind it, where it does not end itself. */
function lineTail(lines: string, end: number, text: string): string {
  if (/[.!?…]$/.test(text)) return '';
  const tail = lines.slice(end, end + AROUND);
  const closing = tail.search(/\n|[.!?](?:\s|$)/);
  return closing === -1 ? tail : tail.slice(0, closing);
}

/** `Rejected: use Redis`: a label is of all that stands behind it. */
function holdsLabel(head: string): boolean {
  return (head.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []).some((word) => LABELS.has(word));
}

export function turns(around: string): boolean {
  return TURNING.test(around);
}

const LAST_END = /[.!?]\s(?=(?:[^.!?]|[.!?](?!\s)){0,300}$)/;
/** Places of one text that are looked at for borders. */
const TRIES = 20;
const AROUND = 300;

/** The rest of the sentence that a part was cut from. */
function around(lines: string, at: number, end: number): string {
  const head = lines.slice(Math.max(0, at - AROUND), at);
  const tail = lines.slice(end, end + AROUND);
  const opening = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. '), head.lastIndexOf('; ')) + 1;
  const closing = tail.search(/\n|[.!?;](?:\s|$)/);
  return `${head.slice(opening)} ${closing === -1 ? tail : tail.slice(0, closing)}`;
}
