import { readFileSync } from 'node:fs';
import { audit } from 'holdfast';

/** What the compactions of a coding agent lost of a session, one line a statement. */
export async function lossesOf(path: string): Promise<readonly string[]> {
  const { compactions } = await audit(readFileSync(path, 'utf8'), { fileName: path });
  return compactions.flatMap(({ tool, losses }) => losses.map(({ turn, kind, fate, text }) => `${tool}, turn ${turn}: ${kind} ${fate}: ${text}`));
}
