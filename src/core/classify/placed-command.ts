import { resolvePath } from '../handles/path.ts';
import type { SimpleCommand } from './shell.ts';

/** A command with the directory in which it runs; `undefined` where the text does not show it. */
export interface PlacedCommand {
  readonly command: SimpleCommand;
  readonly directory: string | undefined;
  /** A `cd` that cannot be followed stands in front of it. */
  readonly isLost: boolean;
}

/**
 * Follows `cd` where it must have succeeded for the command to run (`cd a && …`). Behind any other `cd` in the same shell
 * the directory is not known, so that paths are compared by their names alone: more than needed counts as written then,
 * never less.
 */
export function placeCommands(commands: readonly SimpleCommand[], workingDirectory: string | undefined): readonly PlacedCommand[] {
  return commands.map((command) => {
    let directory = workingDirectory;
    for (const position of command.movedBy ?? []) {
      const target = followedTarget(commands[position]);
      if (target === undefined) return { command, directory: undefined, isLost: true };
      directory = resolvePath(target, directory);
    }
    return command.movedBy === undefined ? { command, directory: undefined, isLost: true } : { command, directory, isLost: false };
  });
}

/** Where a plain `cd` goes; not the last directory (`-`), a home, or what a pattern stands for. */
function followedTarget(move: SimpleCommand | undefined): string | undefined {
  const [name, target] = move?.words ?? [];
  const isPlain = name === 'cd' && move?.isLiteral === true && move.words.length === 2 && target !== undefined;
  return isPlain && !/^[-~]|[*?[]|^$/.test(target) ? target : undefined;
}
