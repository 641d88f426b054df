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
  return handleText(callTarget(toolName, input), contentHash, true, hash);
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
