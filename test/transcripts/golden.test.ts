import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { hasTranscripts, transcripts } from './corpus.ts';
import { measure } from './measure.ts';

/** A few of each format, the long ones among them. */
const FILES = [
  'pi/long-session.jsonl',
  'claude-code/258c7280-ae70-4798-800f-63464d01a85d.jsonl',
  'claude-code/codemie-session-196820da.jsonl',
  'swe-agent/demonstrations__function_calling_simple.traj',
  'openai-chat/openhands-claude-sonnet-4-20250514-1757015046.707.json',
];

/** Figures, ids and hashes, no text of theirs. `npm run golden` writes them anew; then look at the difference. */
describe.skipIf(!hasTranscripts)('golden: the same decisions and bytes as reviewed', () => {
  it('figures and hashes are those of the golden file', async () => {
    const measured = [];
    for (const file of transcripts().filter((one) => FILES.includes(one.name))) {
      for (const [target, recall] of [
        [0.5, 'off'],
        [0.3, 'cli'],
        [0.15, 'cli'],
      ] as const) {
        const { text: _, conversationId: __, ...figures } = await measure(file, target, recall, memory({ tenantKey: 'golden' }));
        measured.push(figures);
      }
    }
    await expect(`${JSON.stringify(measured, null, 2)}\n`).toMatchFileSnapshot('./golden.json');
  });
});
