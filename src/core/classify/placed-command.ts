import { resolvePath } from '../handles/path.ts';
import type { SimpleCommand } from './shell.ts';

/** A command with the directory in which it runs; `undefined` where the text does not show it. */
export interface PlacedCommand {
  readonly command: SimpleCommand;
  readonly directory: string | undefined;
}

/** Follows `cd`. A subshell's is followed, too: then more than needed counts as read or written elsewhere, never less. */
export function placeCommands(commands: readonly SimpleCommand[], workingDirectory: string | undefined): readonly PlacedCommand[] {
  let directory = workingDirectory;
  return commands.map((command) => {
    const here = directory;
    const [name, target] = command.words;
    if (name === 'cd') {
      const isKnown = command.isLiteral && target !== undefined && !target.startsWith('-') && command.words.length === 2;
      directory = isKnown ? resolvePath(target, directory) : undefined;
    } else if (name === 'pushd' || name === 'popd') directory = undefined;
    return { command, directory: here };
  });
}
