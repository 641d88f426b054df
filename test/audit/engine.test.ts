import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditOptions, auditConversation } from '../../src/audit/audit-conversation.ts';
import type { CompactionAudit } from '../../src/audit/report.ts';
import { parseSource } from '../../src/formats/index.ts';
import { loadShellParser } from '../../src/shell/parse-shell.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { ClaudeTranscript } from './claude-transcript.ts';

let options: AuditOptions;

beforeAll(async () => {
  options = { parseShell: await loadShellParser(), counter: await loadO200k() };
});

function auditsOf(transcript: ClaudeTranscript): readonly CompactionAudit[] {
  return auditConversation(parseSource(transcript.text(), {}), options).compactions;
}

function fatesIn(audit: CompactionAudit | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((audit?.statements ?? []).filter(({ kind }) => kind !== 'talk').map(({ text, fate }) => [text, fate]));
}

function read(transcript: ClaudeTranscript, from: number, count: number): void {
  for (let at = from; at < from + count; at++) transcript.exchange('Read', { file_path: `/w/part${at}.ts` }, `export const part${at} = '${'z'.repeat(400)}';`);
}

describe('C21: a session that compacted twice', () => {
  const FIRST = 'Do not touch the invoices table.';
  const SECOND = 'Never log customer emails.';
  const THIRD = 'All prices must be in cents.';

  test('what the second compaction loses is reported there, also where its words came from before the first', () => {
    // Given three rules of turn 1, of which the first summary keeps two and the second one
    const transcript = new ClaudeTranscript(1);
    transcript.user(`${FIRST} ${SECOND} ${THIRD}`);
    read(transcript, 0, 4);
    transcript.compaction(`- ${FIRST}\n- ${SECOND}`);
    read(transcript, 4, 4);
    transcript.compaction(`- ${FIRST}`);
    read(transcript, 8, 2);
    // When it is audited
    const [first, second] = auditsOf(transcript);
    // Then each loss stands under the compaction that made it, and nowhere else
    expect(fatesIn(first)).toEqual({ [FIRST]: 'kept', [SECOND]: 'kept', [THIRD]: 'lost' });
    expect(fatesIn(second)).toEqual({ [FIRST]: 'kept', [SECOND]: 'lost' });
    expect(second?.losses[0]).toMatchObject({ turn: 1, spanId: 't1.1', kind: 'constraint', provenance: 'user' });
  });

  test('commitments and measurements of each part are listed with their turns', () => {
    const transcript = new ClaudeTranscript(2);
    transcript.user('Look at the importer.');
    transcript.exchange('Bash', { command: 'npm test' }, 'Tests: 2 failed, 90 passed, 92 total');
    transcript.assistant('I will leave the schema alone until Monday.');
    read(transcript, 0, 3);
    transcript.compaction('- Looked at the importer.');
    transcript.user('Go on.');
    transcript.exchange('Bash', { command: './bench.sh' }, 'p99 latency: 41.7 ms');
    transcript.assistant('Measured.');
    read(transcript, 3, 3);
    transcript.compaction('- The benchmark ran.');
    read(transcript, 6, 1);
    const [first, second] = auditsOf(transcript);
    expect(first?.losses.map(({ kind, text }) => [kind, text])).toEqual([
      ['commitment', 'I will leave the schema alone until Monday.'],
      ['measurement', 'Tests: 2 failed, 90 passed, 92 total'],
    ]);
    expect(second?.losses.map(({ kind, text }) => [kind, text])).toEqual([['measurement', 'p99 latency: 41.7 ms']]);
  });
});

describe('coverage of a foreign summary', () => {
  test('F9, F11: a summary that spends itself on the head leaves the tail uncovered, and the audit says where', () => {
    // Given a head and a tail with facts each, and a summary that speaks of the head only (DESIGN §1.3)
    const transcript = new ClaudeTranscript(3);
    transcript.user('Find out why the sync fails.');
    for (let at = 0; at < 10; at++)
      transcript.exchange(
        'Bash',
        { command: `./probe.sh node${at}` },
        `node${at}: TimeoutError: no answer after ${3100 + at} ms\n${`padding of probe ${at} `.repeat(60)}`,
        true,
      );
    transcript.compaction(Array.from({ length: 7 }, (_, at) => `- node${at}: TimeoutError: no answer after ${3100 + at} ms (probe.sh node${at})`).join('\n'));
    read(transcript, 0, 1);
    const [audit] = auditsOf(transcript);
    // Then the last segments have no text, and what they required is not held
    expect(audit?.segments).toHaveLength(10);
    const held = audit?.segments.map(({ factsHeld }) => factsHeld > 0);
    expect(held).toEqual([true, true, true, true, true, true, true, false, false, false]);
    expect(audit?.segments.at(-1)?.findings).toContain('tail');
    expect(audit?.segments.slice(0, 7).every(({ findings }) => findings.length === 0)).toBe(true);
  });
});

describe('what stays is not lost', () => {
  test('a transcript without a compaction has nothing to report', () => {
    const transcript = new ClaudeTranscript(4);
    transcript.user('Do not touch the invoices table.');
    expect(auditsOf(transcript)).toEqual([]);
  });

  test('the same transcript gives the same report', () => {
    const transcript = new ClaudeTranscript(5);
    transcript.user('Never log customer emails. Prefer small commits.');
    read(transcript, 0, 3);
    transcript.compaction('- Commits are small.');
    expect(auditsOf(transcript)).toEqual(auditsOf(transcript));
  });

  test('C08: words that the user typed into a refusal are words of the user', () => {
    // Given a refusal with a reason, which stands in a tool's result
    const transcript = new ClaudeTranscript(6);
    transcript.user('Tidy the repository.');
    transcript.refusal('Bash', { command: 'rm -r build' }, 'leave the build folder alone, it is mounted elsewhere');
    read(transcript, 0, 3);
    transcript.compaction('- User said: "leave the build folder alone, it is mounted elsewhere".');
    const [audit] = auditsOf(transcript);
    expect(audit?.invented).toEqual([]);
  });
});
