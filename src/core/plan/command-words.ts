/** One pipeline of a shell line. */
export interface Pipeline {
  /** The words of each stage, unquoted; redirections left out. */
  readonly stages: readonly (readonly string[])[];
  /** What stands before it in the line. */
  readonly joinedBy: '' | '&&' | '||' | ';';
}

/** Characters of a command that is read; a longer one is a script. */
const COMMAND_CHARACTERS = 2000;
/** What makes of a line more than a list of plain commands. */
const NOT_PLAIN = /\$\(|`|<<|[<>]\(/;
const KEYWORD = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|\[\[|[({!].*|[)}]|.*\(\))$/;
/** A blank, a quoted part, an operator, a redirection with what it names, or a run of other characters. */
const TOKEN =
  /[ \t]+|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|&&|\|\||\|&?|;|\n|(?:\d|&)?>{1,2}(?:&\d|[ \t]*[^\s&|;<>"']+)|<[ \t]*[^\s&|;<>"']+|\\[\s\S]|[^\s"'\\&|;<>]+|[\s\S]/gy;

/**
 * The pipelines of a line that is a plain list of commands; `undefined` for any other. By its words alone, for comparing
 * two calls: what a command may change is read by the shell's own grammar.
 */
export function pipelinesOf(command: string): readonly Pipeline[] | undefined {
  if (command.length > COMMAND_CHARACTERS || NOT_PLAIN.test(command)) return undefined;
  const reader = new LineReader();
  for (const [token] of command.matchAll(TOKEN)) if (!reader.read(token)) return undefined;
  return reader.end();
}

class LineReader {
  private readonly pipelines: Pipeline[] = [];
  private stages: string[][] = [];
  private words: string[] = [];
  private word: string | undefined;
  private joinedBy: Pipeline['joinedBy'] = '';

  /** False where the line is not plain. */
  read(token: string): boolean {
    const first = token.charAt(0);
    if (first === ' ' || first === '\t') return this.endWord();
    if (token === '&&' || token === '||') return this.endPipeline(token);
    if (token === ';' || token === '\n') return this.endPipeline(';');
    if (first === '|') return this.endStage();
    if (/^(?:\d|&)?>|^</.test(token)) return token.length > 1 && this.endWord();
    if (first === '"' || first === "'") return token.length > 1 && this.append(token.slice(1, -1));
    if (first === '\\') return token.length > 1 && this.append(token === '\\\n' ? '' : token.slice(1));
    return token !== '&' && this.append(token);
  }

  end(): readonly Pipeline[] | undefined {
    return this.endPipeline(';') ? this.pipelines : undefined;
  }

  private append(text: string): boolean {
    this.word = (this.word ?? '') + text;
    return true;
  }

  private endWord(): boolean {
    if (this.word === undefined) return true;
    if (this.words.length === 0 && KEYWORD.test(this.word)) return false;
    this.words.push(this.word);
    this.word = undefined;
    return true;
  }

  private endStage(): boolean {
    if (!this.endWord()) return false;
    if (this.words.length > 0) this.stages.push(this.words);
    this.words = [];
    return true;
  }

  private endPipeline(next: '&&' | '||' | ';'): boolean {
    if (!this.endStage()) return false;
    if (this.stages.length > 0) {
      this.pipelines.push({ stages: this.stages, joinedBy: this.joinedBy });
      this.joinedBy = next;
    } else if (next !== ';') this.joinedBy = next;
    this.stages = [];
    return true;
  }
}

/** The last list of a line: what its exit status is of. */
export function lastList(pipelines: readonly Pipeline[]): readonly Pipeline[] {
  const start = pipelines.findLastIndex(({ joinedBy }) => joinedBy === ';' || joinedBy === '');
  return pipelines.slice(Math.max(0, start));
}
