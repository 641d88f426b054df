import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FormatName } from '../../src/core/conversation.ts';

/** From the repository's root, where tests and scripts run. Real sessions of others: read in place, never copied. Absent on other machines; then each test, or one that stands for its group, counts as skipped. */
const TRANSCRIPTS = resolve(process.cwd(), process.env['HOLDFAST_TRANSCRIPTS'] ?? '../shared/transcripts');
export const hasTranscripts = existsSync(TRANSCRIPTS);

/** Folder of the corpus to the format that its files are in. */
const FOLDERS: Readonly<Record<string, FormatName>> = {
  'claude-code': 'claude-code',
  pi: 'pi',
  'swe-agent': 'swe-agent',
  'openai-chat': 'openai',
};

export interface Transcript {
  /** Relative to the corpus. */
  readonly name: string;
  readonly format: FormatName;
}

export function transcripts(): readonly Transcript[] {
  if (!hasTranscripts) return [];
  return Object.entries(FOLDERS).flatMap(([folder, format]) =>
    readdirSync(resolve(TRANSCRIPTS, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(jsonl|json|traj)$/.test(name))
      .map((name) => ({ name: `${folder}/${name}`, format }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

/** For tests that are made one a transcript: without a corpus one stands for all, so that the group counts as skipped. */
export function testedTranscripts(): readonly Transcript[] {
  return hasTranscripts ? transcripts() : [{ name: 'each transcript', format: 'pi' }];
}

export function readTranscript(name: string): string {
  return readFileSync(resolve(TRANSCRIPTS, name), 'utf8');
}
