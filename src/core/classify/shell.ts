/** One simple command of a shell line, as the parser saw it. */
export interface SimpleCommand {
  /** The words, unquoted where they are literal: `['git', 'log', '-3']`. */
  readonly words: readonly string[];
  /** False where a word holds an expansion or substitution whose value the text does not show. */
  readonly isLiteral: boolean;
  /** Leading assignments, as `NAME=value`. */
  readonly assignments: readonly string[];
  /** Targets of redirections that write to a file (`>`, `>>`, `&>`, `>|`), but not to `/dev/null` or a descriptor. */
  readonly writesTo: readonly string[];
  readonly readsFrom: readonly string[];
  /**
   * The commands, by their positions in the line, that moved its shell to another directory and all succeeded if this one
   * runs (`cd a && …`); `undefined` where others may have moved it, or may have failed to.
   */
  readonly movedBy: readonly number[] | undefined;
}

/** All simple commands of a line, pipelines, lists, substitutions and loops flattened, in order. */
export interface ShellLine {
  readonly commands: readonly SimpleCommand[];
}

/** Parses a shell line; `null` where it is not valid (then nothing is known of it, so it is not repeatable). */
export type ShellParser = (command: string) => ShellLine | null;
