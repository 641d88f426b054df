import { ClaudeTranscript } from './claude-transcript.ts';

export const RULE = 'Do not modify anything under /etc/prod/.';
export const SOFTENED = 'User prefers careful changes under /etc/prod/.';

export interface LossySession {
  readonly seed: number;
  /** Statements of the user that are lost. */
  readonly lostCount?: number;
  readonly lostText?: (index: number) => string;
  readonly summary?: string;
  readonly reads?: number;
}

/** A session of Claude Code that was compacted once, and lost by it what it says. */
export function lossySession({ seed, lostCount = 1, lostText = () => RULE, summary = '- Files were opened.', reads = 6 }: LossySession): string {
  const transcript = new ClaudeTranscript(seed);
  transcript.user(Array.from({ length: lostCount }, (_, index) => lostText(index)).join('\n\n'));
  for (let at = 0; at < reads; at++) transcript.exchange('Read', { file_path: `/w/part${at}.ts` }, `export const part${at} = '${'z'.repeat(400)}';`);
  transcript.compaction(summary);
  transcript.user('Go on.');
  transcript.exchange('Read', { file_path: '/w/part0.ts' }, `export const part0 = '${'z'.repeat(400)}';`);
  return transcript.text();
}

/** One that was never compacted. */
export function wholeSession(seed: number): string {
  const transcript = new ClaudeTranscript(seed);
  transcript.user(RULE);
  transcript.assistant('Understood.');
  return transcript.text();
}
