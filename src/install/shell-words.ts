import { ConfigError } from '../core/errors/config-error.ts';

const WORD = /\s*((?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+)/y;
const QUOTED = /\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/g;

/** A command as its words: MCP registrations name the program and its arguments apart. */
export function shellWords(command: string): readonly [string, ...string[]] {
  const words: string[] = [];
  const trimmed = command.trim();
  WORD.lastIndex = 0;
  for (let at = 0; at < trimmed.length; at = WORD.lastIndex) {
    WORD.lastIndex = at;
    const word = WORD.exec(trimmed)?.[1];
    if (word === undefined) throw unreadableCommand();
    words.push(word.replace(QUOTED, (_, escaped, single, double) => escaped ?? single ?? String(double).replace(/\\(["\\$`])/g, '$1')));
  }
  const [program, ...rest] = words;
  if (program === undefined) throw unreadableCommand();
  return [program, ...rest];
}

function unreadableCommand(): ConfigError {
  return new ConfigError({
    what: 'The command cannot be read as words of a shell',
    option: '--command',
    next: 'Give one as "npx -y holdfast", quotes closed.',
  });
}
