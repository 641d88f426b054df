import type { AbstractConversation, Call, Step } from '../test/generators/abstract-conversation.ts';
import { seeded } from '../test/generators/seeded.ts';

/** Characters of a token of such material; only to size it, the bench counts for itself. */
const CHARACTERS_PER_TOKEN = 2.65;
const WORD_COUNT = 6_000;
const SYLLABLES = [
  'ac',
  'ber',
  'con',
  'dal',
  'en',
  'fic',
  'gra',
  'hol',
  'in',
  'jor',
  'ket',
  'lum',
  'mor',
  'nev',
  'or',
  'pre',
  'qua',
  'ris',
  'set',
  'tor',
  'un',
  'ver',
  'wit',
  'yel',
  'zon',
];

/**
 * A coding session of about `tokens` tokens, the same for the same seed, with the shares that DESIGN §4 measured: 1 % the
 * user's words, 3 % final answers, 5 % thinking and narration, 13 % one-shot commands, 74 % reads and writes of files of
 * which half are superseded, the rest searches and listings.
 */
export function generateSession(tokens: number, seed: number): AbstractConversation {
  const writer = new Writer(seed);
  const characters = tokens * CHARACTERS_PER_TOKEN;
  // Each file is met twice on average, so half of what was read of it is superseded.
  const files = Math.max(4, Math.round(characters / 3_900));
  const steps: Step[] = [];
  let written = 0;
  while (written < characters) {
    const round = roundOf(writer, files, characters - written);
    steps.push(...round.steps);
    written += round.characters;
  }
  steps.push({ kind: 'user', text: writer.prose(120) });
  return { system: `You are a careful engineer. ${writer.prose(600)}`, steps };
}

/** One request of the user and the work on it, some 75,000 characters; less where the session ends before. */
function roundOf(writer: Writer, files: number, charactersMax: number): { steps: Step[]; characters: number } {
  const steps: Step[] = [{ kind: 'user', text: writer.prose(700) }];
  let characters = 3_000;
  for (let act = 0; act < 32 && characters < charactersMax; act++) {
    const calls = callsOf(writer, files, act);
    for (const call of calls) characters += (call.result ?? '').length + Object.values(call.input).join('').length;
    steps.push({ kind: 'act', calls, ...(act % 2 === 0 ? { text: writer.prose(80) } : { thinking: writer.prose(140) }) });
    characters += 110;
  }
  steps.push({ kind: 'say', text: writer.prose(2_300) });
  return { steps, characters };
}

function callsOf(writer: Writer, files: number, act: number): readonly Call[] {
  const path = (): string => `/work/shop/src/module-${writer.below(files)}.ts`;
  switch (act % 8) {
    case 0:
    case 2:
      // Parallel calls leave together (E14).
      return [
        { tool: 'read', input: { path: path() }, result: writer.code(1_600) },
        { tool: 'read', input: { path: path() }, result: writer.code(1_600) },
      ];
    case 1:
    case 4:
      return [{ tool: 'read', input: { path: path() }, result: writer.code(2_500) }];
    case 3:
      return [{ tool: 'write', input: { path: path(), content: writer.code(2_300) }, result: 'File written.' }];
    case 5:
      return [{ tool: 'edit', input: { path: path(), old: writer.code(300), new: writer.code(350) }, result: 'File edited.' }];
    case 6:
      return [{ tool: 'bash', input: { command: `npm test -- ${writer.anyWord()}` }, result: writer.log(2_450), isError: writer.below(4) === 0 }];
    default:
      return [{ tool: 'grep', input: { pattern: writer.anyWord(), path: 'src' }, result: writer.listing(600) }];
  }
}

/** Prose, code and logs from a vocabulary that is wide enough not to sit in a tokenizer's cache. */
class Writer {
  private readonly random: () => number;
  private readonly words: readonly string[];

  constructor(seed: number) {
    this.random = seeded(seed);
    this.words = Array.from({ length: WORD_COUNT }, () => Array.from({ length: 1 + this.below(3) }, () => SYLLABLES[this.below(SYLLABLES.length)]).join(''));
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** Common words are common: the square makes low indexes likely. */
  anyWord(): string {
    return this.words[Math.floor(this.random() ** 2 * WORD_COUNT)] ?? '';
  }

  private lines(characters: number, line: () => string): string {
    const lines: string[] = [];
    for (let length = 0; length < characters; ) {
      const next = line();
      lines.push(next);
      length += next.length + 1;
    }
    return lines.join('\n');
  }

  prose(characters: number): string {
    const text = this.lines(characters, () => Array.from({ length: 8 + this.below(8) }, () => this.anyWord()).join(' ')).replaceAll('\n', '. ');
    return `${text}.`;
  }

  code(characters: number): string {
    return this.lines(
      characters,
      () =>
        `${'  '.repeat(this.below(4))}const ${this.anyWord()}${this.below(100)} = await ${this.anyWord()}.${this.anyWord()}(${this.anyWord()}, { ${this.anyWord()}: ${this.below(10_000)} });`,
    );
  }

  log(characters: number): string {
    return this.lines(
      characters,
      () =>
        `2026-01-05T09:${10 + this.below(50)}:${10 + this.below(50)}Z ${this.below(5) === 0 ? 'ERROR' : 'INFO'} ${this.anyWord()}/${this.anyWord()}.test.ts ${this.anyWord()} took ${this.below(5_000)} ms`,
    );
  }

  listing(characters: number): string {
    return this.lines(characters, () => `src/${this.anyWord()}/module-${this.below(1_000)}.ts:${this.below(400)}: ${this.anyWord()}(${this.anyWord()})`);
  }
}
