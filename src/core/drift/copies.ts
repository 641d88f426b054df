import type { DriftSource, SourceText } from './drift.ts';
import { fitLine, flatLines } from './flat-lines.ts';

/** A sentence before it, or nothing in its line but the sign of an item or of a heading: what stands before a colon may turn it. */
const OPENING_BORDER = /(?:^|\n)[\s>#*•+-]{0,8}(?:\d{1,3}[.)] )?$|[.!?。！？…]["'”’)\]]{0,2}\s?$/;
const CLOSING_BORDER = /^\s?(?:\n|[.!?])|^\r/;
const OWN_END = /[.!?…。！？]$/;
/** Characters before a text that are looked at for its border. */
const BORDER_CHARACTERS = 24;

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

/** Whether a text that stands at `at` begins and ends at borders of sentences or lines. */
export function isWholeAt(lines: string, at: number, text: string, isCut: boolean): boolean {
  const end = at + text.length;
  // The first character looked at opens no line, but for that of the text.
  const before = at > BORDER_CHARACTERS ? `.${lines.slice(at - BORDER_CHARACTERS, at)}` : lines.slice(0, at);
  if (!OPENING_BORDER.test(before)) return false;
  return isCut || end >= lines.length || OWN_END.test(text) || CLOSING_BORDER.test(lines.slice(end, end + 2));
}

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
