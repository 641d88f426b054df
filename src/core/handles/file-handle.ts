import { type Hash, handleText } from './handle-text.ts';

/** `path#start-end@sha256`: a file, or lines of it, with the hash of what was read (DESIGN §4, *Handles*). */
export function fileHandle(path: string, range: string | undefined, contentHash: string, hash: Hash): string {
  return handleText(range === undefined ? path : `${path}#${range}`, contentHash, false, hash);
}
