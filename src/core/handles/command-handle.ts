import { holdsSecret } from '../redact/redact.ts';
import { type Hash, handleText } from './handle-text.ts';

/** `$ command (in DIR)@hash`: a command that changes nothing, with its directory and the hash of what it printed. */
export function commandHandle(command: string, directory: string | undefined, contentHash: string, hash: Hash): string {
  return handleText(commandTarget(command, directory), contentHash, true, hash);
}

export function commandTarget(command: string, directory: string | undefined): string {
  return directory === undefined ? command : `${command} (in ${directory})`;
}

/** `Tool(arguments)@hash`: a call as it was made. */
export function callHandle(toolName: string, input: unknown, contentHash: string, hash: Hash): string {
  return handleText(withoutHidingBlanks(callTarget(toolName, input)), contentHash, true, hash);
}

/** Line ends as JSON writes them; not the second half of a written backslash. */
const WRITTEN_BLANKS = /(?<!\\)((?:\\\\)*)(?:\\[nrt])+/g;

/** P26: between a name and its secret, line ends that JSON wrote as `\n` are blanks; elsewhere they stay as they are. */
function withoutHidingBlanks(target: string): string {
  const line = target.replace(WRITTEN_BLANKS, '$1 ').replace(/\s+/g, ' ');
  return holdsSecret(line) ? line : target;
}

export function callTarget(toolName: string, input: unknown): string {
  return `${toolName}(${argumentsText(input)})`;
}

/** Arguments as one text, the same for the same values in any order of names. */
export function argumentsText(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input) ?? '';
  const entries = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return entries.map(([name, value]) => `${name}=${JSON.stringify(value) ?? ''}`).join(' ');
}
