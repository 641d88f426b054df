import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** What the agent is told to run: as given, or `holdfast recall`, with the archive where it would not be found by itself. */
export function recallCommand(flags: Readonly<Record<string, unknown>>): string | undefined {
  if (flags['recallCommand'] !== undefined) return String(flags['recallCommand']);
  const url = flags['archive'] as string | undefined;
  return url === undefined ? undefined : `holdfast recall --archive ${shellWord(archiveWord(url))}`;
}

function archiveWord(url: string): string {
  return url.startsWith('sqlite:') ? `sqlite:${resolve(url.slice('sqlite:'.length))}` : resolve(url);
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Whether a shell finds the first word of the command: the agent's is the user's own, as far as one can see from here. */
export function isOnPath(command: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const name = command.split(/\s/)[0] ?? '';
  if (name.includes('/')) return isExecutable(name);
  return (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
