import { readFileSync } from 'node:fs';
import { hasTranscripts, readTranscript, transcripts } from '../../test/transcripts/corpus.ts';

/** A session to compact: by name, read when it is needed. */
export interface Session {
  readonly name: string;
  readonly fileName: string;
  readonly read: () => string;
}

const EXAMPLE = 'examples/migrate-orders.pi.jsonl';

/** The example, which is always there, and every real session of the corpus where it is. From the repository's root. */
export function sessions(): readonly Session[] {
  const real = transcripts().map(({ name }): Session => ({ name, fileName: name.split('/').at(-1) ?? name, read: () => readTranscript(name) }));
  return [{ name: EXAMPLE, fileName: 'migrate-orders.pi.jsonl', read: () => readFileSync(EXAMPLE, 'utf8') }, ...real];
}

export { hasTranscripts };
