import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/core/limits.ts';
import { CommandLine } from './command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
});
afterAll(() => cli?.remove());

const ROWS = 20_000;
const BOUNDARIES = 300;
const LIVE = 14;
// Of the process image itself: `maxRSS` would be that of the test runner which it was forked from.
const PRINT_PEAK =
  'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>process.stderr.write("peak "+/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]+" kB"))';

const uuid = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
const base = { userType: 'external', cwd: '/w', sessionId: 'long', version: '2.1.39', gitBranch: 'main' };
const timeOf = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();

/** A transcript beyond the limit of one read: rows of sub-agents, boundaries of many compactions, few live messages. */
function writeLong(path: string): void {
  const file = openSync(path, 'w');
  const filler = 'x'.repeat(Math.ceil(LIMITS.STREAMED_BYTES / ROWS) + 200);
  let parentUuid: string | null = null;
  let live = 0;
  for (let index = 0; index < ROWS; index++) {
    const timestamp = timeOf(index);
    if (index % Math.floor(ROWS / BOUNDARIES) === 0) {
      const record = {
        parentUuid: null,
        logicalParentUuid: parentUuid,
        isSidechain: false,
        ...base,
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        level: 'info',
        compactMetadata: { trigger: 'auto', preTokens: 1 },
        uuid: uuid(index),
        timestamp,
      };
      writeSync(file, `${JSON.stringify(record)}\n`);
      parentUuid = uuid(index);
    } else if (index >= ROWS - LIVE * 2 && index % 2 === 1) {
      const isUser = live++ % 2 === 0;
      // The text speaks of a mark that rows of sub-agents have: it is no such row.
      const content = isUser ? `Request ${live} about {"isSidechain":true}` : [{ type: 'text', text: `Answer ${live}` }];
      const message = isUser
        ? { role: 'user', content }
        : { id: `msg_${index}`, type: 'message', role: 'assistant', model: 'm', content, stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } };
      writeSync(
        file,
        `${JSON.stringify({ parentUuid, isSidechain: false, ...base, type: isUser ? 'user' : 'assistant', message, uuid: uuid(index), timestamp })}\n`,
      );
      parentUuid = uuid(index);
    } else {
      writeSync(
        file,
        `${JSON.stringify({ parentUuid: null, isSidechain: true, ...base, type: 'user', message: { role: 'user', content: filler }, uuid: uuid(index), timestamp })}\n`,
      );
    }
  }
  closeSync(file);
}

describe('P64: a transcript longer than one read', () => {
  it.skipIf(process.platform !== 'linux')('plan reads it as a stream, in memory far below its size, and finds the live messages', async () => {
    const path = cli.path('long.jsonl');
    writeLong(path);
    expect(statSync(path).size).toBeGreaterThan(LIMITS.STREAMED_BYTES);
    const planned = await cli.run(['plan', 'long.jsonl', '--max-tokens', '100000', '--json'], { nodeArgs: ['--import', PRINT_PEAK] });
    const { receipt } = JSON.parse(planned.stdout) as { receipt: { spans: { kind: string; provenance: string }[]; warnings: { code: string }[] } };
    expect(receipt.spans.filter((span) => span.kind === 'text' && (span.provenance === 'user' || span.provenance === 'assistant')).length).toBe(LIVE);
    expect(receipt.warnings.map((warning) => warning.code)).toContain('records-passed-over');
    const peak = Number(/peak (\d+) kB/.exec(planned.stderr)?.[1]);
    expect(peak).toBeLessThan(300_000);
  });

  it('a cut file and a folder are errors, never an empty session', async () => {
    const ended = await cli.run(['plan', '.']);
    expect(ended.code).toBe(3);
  });
});
