import { type Hash, handleText } from './handle-text.ts';

/** A URL with the hash of what was seen: it is repeatable, but another may stand there (DESIGN §4, *Handles*). */
export function urlHandle(url: string, contentHash: string, hash: Hash): string {
  return handleText(url, contentHash, false, hash);
}
