import { attributionOf } from '../core/drift/attribution.ts';
import type { SourceText } from '../core/drift/drift.ts';
import { gatherFacts } from '../core/facts/gather-facts.ts';
import type { SpanId } from '../core/span.ts';
import type { Invention } from './report.ts';
import { flatten, Surrogate } from './surrogate.ts';
import { tellingWords } from './telling-words.ts';

/** Kinds of facts whose figures have to stand somewhere in the source, or they were made up. */
const FIGURE_KINDS: ReadonlySet<string> = new Set(['count', 'quantity', 'exit', 'version', 'identifier']);
/** Kinds whose exact characters have to. */
const EXACT_KINDS: ReadonlySet<string> = new Set(['hash', 'url']);
/** Sentences that share less than this with every sentence of the source speak of nothing in it. */
const KNOWN_SHARE = 0.3;
/** Of what is put into the user's mouth, the words that one text of the user must have. */
const SAID_SHARE = 0.4;
/** Of a quotation: whoever writes a summary mends spelling. */
const QUOTED_SHARE = 0.7;
const QUOTED_WORDS = 4;
/** Characters between `the user said` and what the user said. */
const QUOTE_DISTANCE = 24;
/** A rule by its form: an order at the beginning, or a modal verb that binds. An error message has neither. */
const RULE_FORM =
  /^\W{0,6}(?:(?:never|always|do not|don['’]t|avoid|only|no)\s)|\b(?:must (?:not|never|always|be)|shall not|is (?:strictly )?(?:forbidden|prohibited)|(?:are|is) not allowed to|not permitted to|under no circumstances)\b/i;
/** One digit is counted by whoever writes; two and more are read off. */
const FIGURE = /\d{2,}(?:[.,]\d+)*/g;

/** The source of a surrogate, as inventions are looked for in it: read once, when first asked. */
export class InventionSource {
  private readonly texts: readonly SourceText[];
  private wholeText: string | undefined;
  private users: readonly ReadonlySet<string>[] | undefined;
  private sentences: Surrogate | undefined;

  constructor(texts: readonly SourceText[]) {
    this.texts = texts;
  }

  private get whole(): string {
    this.wholeText ??= this.texts.map((one) => one.text).join('\n');
    return this.wholeText;
  }

  holdsExactly(text: string): boolean {
    return this.whole.includes(text);
  }

  holdsFigure(figure: string): boolean {
    const plain = figure.replaceAll(',', '');
    return holdsNumber(this.whole, figure) || (plain !== figure && holdsNumber(this.whole, plain));
  }

  /** The largest share of a text's words that one text of the user has. */
  shareOfUser(text: string): number {
    this.users ??= this.texts.filter((one) => one.provenance === 'user').map((one) => tellingWords(one.text));
    let best = 0;
    const keys = [...tellingWords(text)];
    for (const said of this.users) if (keys.length > 0) best = Math.max(best, keys.filter((key) => said.has(key)).length / keys.length);
    return best;
  }

  /** The largest share of a sentence's words that one sentence of the source has. */
  shareOf(sentence: string): number {
    this.sentences ??= new Surrogate(this.whole, { texts: [] });
    return this.sentences.nearest(sentence, 1)[0]?.share ?? 0;
  }
}

/**
 * What the surrogate says and no source does: words put into the user's mouth (C08, P28), constraints of nobody, results
 * that were never seen. In doubt nothing is claimed: a summary may count, round and mend spelling.
 */
export function inventionsIn(surrogate: Surrogate, source: InventionSource, drifted: ReadonlySet<string>): readonly Invention[] {
  return surrogate.sentences.flatMap(({ text }): readonly Invention[] => {
    // What drifted from a statement has its source.
    if (drifted.has(text)) return [];
    const drift = surrogate.drifts.get(text);
    if (drift?.kind === 'quotation') {
      const found = neverSaid(text, source);
      if (found !== undefined) return [{ text, attributedTo: 'user', what: 'quotation', found }];
    }
    if (isConstraintOfNobody(text, source)) return [{ text, attributedTo: 'user', what: 'constraint', found: text }];
    const made = madeUp(text, source);
    return made === undefined ? [] : [{ text, attributedTo: 'tool', what: 'result', found: made }];
  });
}

/** What the user is said to have said, where no text of the user has its words. */
function neverSaid(sentence: string, source: InventionSource): string | undefined {
  const attribution = attributionOf(sentence);
  if (attribution === undefined) return undefined;
  const behindCue = sentence.slice(sentence.indexOf(attribution.cue) + attribution.cue.length);
  // A title in quotation marks further on is no word of the user.
  const quoted = attribution.quotations.filter((one) => behindCue.slice(0, QUOTE_DISTANCE).includes(one.slice(0, 4)));
  const made = quoted.find((one) => one.trim().split(/\s+/).length >= QUOTED_WORDS && source.shareOfUser(one) < QUOTED_SHARE);
  if (made !== undefined) return flatten(made);
  if (quoted.length > 0) return undefined;
  return source.shareOfUser(attribution.content) < SAID_SHARE ? attribution.cue : undefined;
}

/** An order that shares next to nothing with any sentence of the source. What names an error is a result. */
function isConstraintOfNobody(text: string, source: InventionSource): boolean {
  return RULE_FORM.test(text) && !/\berror\b|`/i.test(text) && source.shareOf(text) < KNOWN_SHARE;
}

function madeUp(text: string, source: InventionSource): string | undefined {
  const facts = gatherFacts([{ spanId: 's' as SpanId, turn: 1, origin: 'output', text, hasFailed: false, writtenPaths: [] }]);
  return facts.find(({ kind, anchor }) => {
    if (EXACT_KINDS.has(kind)) return !source.holdsExactly(anchor.replace(/[.,;:)]+$/, ''));
    return FIGURE_KINDS.has(kind) && (anchor.match(FIGURE) ?? []).some((figure) => !source.holdsFigure(figure));
  })?.anchor;
}

function holdsNumber(text: string, figure: string): boolean {
  for (let at = text.indexOf(figure); at !== -1; at = text.indexOf(figure, at + 1)) {
    if (!/\d/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + figure.length))) return true;
  }
  return false;
}
