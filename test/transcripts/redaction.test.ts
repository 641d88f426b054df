import { describe, expect, it } from 'vitest';
import { redact } from '../../src/core/redact/redact.ts';
import { hasTranscripts, readTranscript, testedTranscripts } from './corpus.ts';

/** Real sessions hold next to none: what fires there is looked at, and the bound is what was found. No text of theirs is printed. */
const MOST_A_SESSION = 3;

describe.skipIf(!hasTranscripts)('real transcripts: redaction does not fire wildly', () => {
  for (const transcript of testedTranscripts()) {
    it(`P26: ${transcript.name}: at most ${MOST_A_SESSION} secrets, and again the same`, () => {
      const source = readTranscript(transcript.name);
      const redacted = redact(source);
      expect(count(redacted) - count(source)).toBeLessThanOrEqual(MOST_A_SESSION);
      expect(redact(redacted) === redacted).toBe(true);
    });
  }
});

function count(text: string): number {
  return text.split('[redacted:').length - 1;
}
