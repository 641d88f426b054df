/** Strings of which a text must hold at least one. */
export type Literals = readonly string[];

/** What a part of a pattern is known to match: all of it, where it is one of few strings, else what it must hold. */
interface Known {
  /** The whole match is one of these. */
  readonly exact?: Literals;
  /** It begins with one of these and ends with one: a repetition of something exact. */
  readonly edges?: Literals;
  /** Each of these has a member in the match. */
  readonly needed: readonly Literals[];
}

/** Alternatives that are worth telling apart. */
const MAX_LITERALS = 160;
/** Members of a class that are. */
const MAX_MEMBERS = 8;
const NOTHING: Known = { exact: [''], needed: [] };
const UNKNOWN: Known = { needed: [] };

/**
 * What every match of a pattern holds, by its source alone: each of the lists has a member in the match. In the form of
 * `fold`, so without regard to case, and with `0` for any digit. Reads the syntax that the tables use; of what it does
 * not know (assertions, large classes, back references) it demands nothing, so a row is tried too often, never too seldom.
 */
export function neededLiterals(pattern: RegExp): readonly Literals[] {
  // With these flags, letters beyond ASCII have other cases that `fold` does not know.
  if (pattern.unicode || (pattern.ignoreCase && !/^[\0-\x7f]*$/.test(pattern.source))) return [];
  const known = new PatternReader(pattern.source).alternatives();
  return clausesOf(known).filter(isTelling).map(withoutLonger).sort(byWeight);
}

/** Case and digits do not tell: the letter's lower case, `0` for a digit; what is not a letter may change, alike everywhere. */
export function fold(code: number): number {
  if (code >= 48 && code <= 57) return 48;
  return code < 128 ? code | 32 : code;
}

function folded(character: string): string {
  return String.fromCharCode(fold(character.charCodeAt(0)));
}

function isTelling(literals: Literals): boolean {
  return literals.length > 0 && literals.every((one) => one !== '');
}

function clausesOf({ exact, edges, needed }: Known): readonly Literals[] {
  const whole = exact ?? edges;
  return whole === undefined ? needed : [whole, ...needed];
}

/** Without those that hold another one. */
function withoutLonger(literals: Literals): Literals {
  return literals.filter((one) => !literals.some((other) => other !== one && one.includes(other)));
}

/** What fewest texts pass first: the longest, then the shortest list. */
function byWeight(a: Literals, b: Literals): number {
  const weight = (literals: Literals): number => Math.min(4, ...literals.map((one) => one.length)) * 1000 - literals.length;
  return weight(b) - weight(a);
}

function oneOf(branches: readonly Known[]): Known {
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  const exact = branches.flatMap((one) => one.exact ?? []);
  if (branches.every((one) => one.exact !== undefined) && exact.length <= MAX_LITERALS) return { exact: [...new Set(exact)], needed: [] };
  const best = branches.map((one) => clausesOf(one).filter(isTelling).sort(byWeight)[0]);
  const known = best.filter((one) => one !== undefined);
  return known.length < best.length ? UNKNOWN : { needed: [[...new Set(known.flat())]] };
}

function inSequence(parts: readonly Known[]): Known {
  const needed: Literals[] = [];
  let run: Literals = [''];
  let isExact = true;
  for (const { exact, edges, needed: inside } of parts) {
    const next = exact ?? edges ?? [];
    const joined = next.length > 0 && run.length * next.length <= MAX_LITERALS ? run.flatMap((before) => next.map((after) => before + after)) : undefined;
    if (exact !== undefined && joined !== undefined) {
      run = [...new Set(joined)];
      continue;
    }
    isExact = false;
    needed.push(joined ?? run, ...inside);
    run = exact ?? edges ?? [''];
  }
  return isExact ? { exact: run, needed: [] } : { needed: [...needed, run].filter(isTelling) };
}

function repeated(part: Known, from: number, to: number): Known {
  if (from === 1 && to === 1) return part;
  if (from === 0) return to === 1 && part.exact !== undefined ? { exact: [...new Set(['', ...part.exact])], needed: [] } : UNKNOWN;
  const [only = ''] = part.exact ?? [];
  if (from === to && part.exact?.length === 1) return { exact: [only.repeat(from)], needed: [] };
  if (part.exact === undefined) return { needed: part.needed };
  return { edges: part.exact.length === 1 ? [only.repeat(from)] : part.exact, needed: [] };
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): Known {
    const branches: Known[] = [];
    let parts: Known[] = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        branches.push(inSequence(parts));
        parts = [];
      } else parts.push(this.#quantified());
    }
    return oneOf([...branches, inSequence(parts)]);
  }

  #quantified(): Known {
    const part = this.#part();
    const quantifier = /^(?:[?*+]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (quantifier === null) return part;
    this.#at += quantifier[0].length;
    const [sign, from, comma, to] = quantifier;
    if (sign.startsWith('?')) return repeated(part, 0, 1);
    if (sign.startsWith('*')) return UNKNOWN;
    if (sign.startsWith('+')) return repeated(part, 1, Number.POSITIVE_INFINITY);
    return repeated(part, Number(from), comma === '' ? Number(from) : Number(to === '' ? Number.POSITIVE_INFINITY : to));
  }

  #part(): Known {
    const character = this.#source[this.#at++] ?? '';
    if (character === '(') return this.#group();
    if (character === '[') return this.#members();
    if (character === '\\') return this.#escaped();
    if (character === '^' || character === '$') return NOTHING;
    return character === '.' ? UNKNOWN : { exact: [folded(character)], needed: [] };
  }

  #group(): Known {
    const opening = /^\?(?::|<?[=!]|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 60))?.[0] ?? '';
    this.#at += opening.length;
    const inside = this.alternatives();
    this.#at++;
    return /[=!]$/.test(opening) ? NOTHING : inside;
  }

  #members(): Known {
    const members = new Set<string>();
    let isFew = this.#source[this.#at] !== '^';
    for (; this.#source[this.#at] !== ']'; this.#at++) {
      const character = this.#source[this.#at] ?? ']';
      if (character === '\\') {
        const one = this.#source[++this.#at] ?? '';
        if (one === 'd') members.add('0');
        else if (/\w/.test(one)) isFew = false;
        else members.add(folded(one));
      } else if (character === '-' && this.#source[this.#at + 1] !== ']' && members.size > 0) {
        const range = this.#source.slice(this.#at - 1, this.#at + 2);
        if (!/^\d-\d$/.test(range)) isFew = false;
      } else members.add(folded(character));
    }
    this.#at++;
    return isFew && members.size <= MAX_MEMBERS ? { exact: [...members], needed: [] } : UNKNOWN;
  }

  #escaped(): Known {
    const character = this.#source[this.#at++] ?? '';
    if (character === 'b' || character === 'B') return NOTHING;
    if (character === 'd') return { exact: ['0'], needed: [] };
    if (character === 't') return { exact: [folded('\t')], needed: [] };
    // A class, a control character or a reference; of `\u001b` and `\p{L}` the rest would be read as literals.
    if (/[a-z0-9]/i.test(character)) {
      if (/[^wWsSD]/.test(character)) this.#skipOperand(character);
      return UNKNOWN;
    }
    return { exact: [folded(character)], needed: [] };
  }

  #skipOperand(character: string): void {
    const operands: Readonly<Record<string, RegExp>> = {
      u: /^(?:\{[^}]*\}|[\da-f]{4})/i,
      x: /^[\da-f]{2}/i,
      p: /^\{[^}]*\}/,
      P: /^\{[^}]*\}/,
      k: /^<[^>]*>/,
      c: /^[A-Z]/i,
    };
    const operand = operands[character]?.exec(this.#source.slice(this.#at, this.#at + 60));
    this.#at += operand?.[0].length ?? 0;
  }
}
