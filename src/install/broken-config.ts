import { ConfigError } from '../core/errors/config-error.ts';

/** Nothing is written into what cannot be read. `offset` in UTF-16 units. */
export function brokenConfig(path: string, text: string, offset: number, why: string): ConfigError {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  return brokenConfigAt(path, line, column, why);
}

export function brokenConfigAt(path: string, line: number, column: number, why: string): ConfigError {
  return new ConfigError({
    what: `The configuration cannot be read: line ${line}, column ${column}: ${why}; nothing was written`,
    option: path,
    next: 'Mend the file, and run the command again.',
  });
}

/** A value in the config that is of another kind than its host reads. */
export function unfitConfig(path: string, what: string, next: string): ConfigError {
  return new ConfigError({ what: `${what}; nothing was written`, option: path, next });
}
