import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Edit, FormatName } from '../core/conversation.ts';
import { readingsOf, readingText } from '../core/reading.ts';
import type { Span } from '../core/span.ts';
import { detectFormat } from './detect.ts';
import { formats } from './index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TRANSCRIPTS = resolve(ROOT, process.env['HOLDFAST_TRANSCRIPTS'] ?? '../shared/transcripts');
const hasTranscripts = existsSync(TRANSCRIPTS);

/** Without a corpus one name stands for all, so that each group counts as skipped. */
function filesOf(folder: string): readonly string[] {
  if (!hasTranscripts) return [`each of ${folder}`];
  return readdirSync(resolve(TRANSCRIPTS, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jsonl|traj)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const read = (name: string): string => readFileSync(resolve(TRANSCRIPTS, name), 'utf8');
const KEEP_ALL: Edit = { keeps: () => true, notes: [], compactionId: 'c_aaaaaaaaaaaaaaaa' };
const FORMATS = ['pi', 'claude-code', 'codex', 'swe-agent'] as const satisfies readonly FormatName[];

/** `tool_use` of SOURCES.md, and of those how many have a result. */
const COUNTS: readonly (readonly [string, number, number])[] = [
  ['claude-code/258c7280-ae70-4798-800f-63464d01a85d.jsonl', 186, 186],
  ['claude-code/4d5611e5-241a-462a-8d15-5122611a9569.jsonl', 150, 150],
  ['claude-code/8463c716-a2ea-4c14-9efa-87158ebd9f20.jsonl', 177, 177],
  ['claude-code/codemie-session-196820da.jsonl', 65, 65],
  ['claude-code/codemie-session-624a4a58.jsonl', 48, 48],
  ['claude-code/codemie-incremental-simple-turn-2.jsonl', 2, 2],
  ['claude-code/spotter-tool_heavy.jsonl', 6, 6],
  ['claude-code/spotter-short.jsonl', 2, 2],
  ['claude-code/edge_cases.jsonl', 3, 1],
  ['claude-code/representative_messages.jsonl', 2, 2],
  ['claude-code/todowrite_examples.jsonl', 3, 3],
  ['claude-code/258c7280-ae70-4798-800f-63464d01a85d/subagents/agent-a881341.jsonl', 2, 2],
  ['claude-code/4d5611e5-241a-462a-8d15-5122611a9569/subagents/agent-a2898e3.jsonl', 33, 33],
  ['claude-code/8463c716-a2ea-4c14-9efa-87158ebd9f20/subagents/agent-a7be2f0.jsonl', 19, 19],
  ['pi/long-session.jsonl', 454, 448],
  ['codex/rollout-2026-05-11T11-26-55-019e1625-789d-76c0-80ab-3724b5ddb799.jsonl', 105, 105],
  ['codex/agtrace-codex_session.jsonl', 5, 5],
  ['codex/codemie-turn-spawn-skill.jsonl', 3, 1],
  ['swe-agent/demonstrations__function_calling_simple.traj', 5, 5],
];

function editOf(conversation: Conversation, keep: (index: number) => boolean, noteAt: readonly number[]): Edit {
  const boundaries = [...new Set(noteAt.map((at) => at % (conversation.messages.length + 1)))].sort((a, b) => a - b);
  return {
    keeps: keep,
    notes: boundaries.map((boundary) => ({
      boundary,
      text: `<holdfast compaction="c_aaaaaaaaaaaaaaaa" authority="none">\n(${boundary + 1} spans left out)\n</holdfast>`,
    })),
    compactionId: 'c_aaaaaaaaaaaaaaaa',
  };
}

const isNote = (span: { readonly text: string }): boolean => span.text.startsWith('<holdfast compaction="c_aaaaaaaaaaaaaaaa"');

for (const name of FORMATS) {
  describe.skipIf(!hasTranscripts)(`real transcripts of ${name}`, () => {
    const format = formats[name];

    it.each(filesOf(name))('%s is recognized by its own evidence', (file) => {
      expect(detectFormat(read(file), file).format).toBe(name);
    });

    it.each(filesOf(name))('%s comes back byte for byte where nothing left', (file) => {
      const source = read(file);
      expect(format.render(format.parse(source), KEEP_ALL)).toBe(source);
    });

    it.each(filesOf(name))('%s: recall reads each block as parse did', (file) => {
      const conversation = format.parse(read(file));
      for (const span of conversation.spans) {
        const pieces = span.pieces.map((piece) => {
          const content = format.readPiece(piece.raw, piece.block);
          const range = piece.textRange;
          return { ...piece, content: range && content.type === 'text' ? { ...content, text: content.text.slice(range.start, range.end) } : content };
        });
        expect(readingText({ ...span, pieces })).toBe(readingText(span));
      }
    });

    it.each(filesOf(name))('%s: what is kept is read again, all of it and in order', (file) => {
      const conversation = format.parse(read(file));
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 0, max: 100 }), fc.array(fc.nat(), { maxLength: 3 }), (seed, percent, noteAt) => {
          const keep = (index: number): boolean => isFixed(conversation, index) || (Math.imul(index + 1, 2654435761 ^ seed) >>> 0) % 100 < percent;
          const output = format.render(conversation, editOf(conversation, keep, noteAt));
          fc.pre(output !== ''); // nothing stays of a file without bookkeeping
          const again = format.parse(output).spans.filter((span) => !isNote(span));
          expect(joined(again)).toBe(joined(conversation.spans.filter((span) => keep(span.index))));
        }),
        { numRuns: file.length > 0 && conversation.spans.length > 400 ? 6 : 12 },
      );
    });

    it.each(filesOf(name))('%s: an edited output is valid', (file) => {
      const conversation = format.parse(read(file));
      const keep = (index: number): boolean => index % 3 !== 1;
      expect(() => format.validate(format.render(conversation, editOf(conversation, keep, [0, 5, conversation.messages.length])))).not.toThrow();
    });
  });
}

/** E1: what a rollout holds of the system prompt never leaves. */
function isFixed(conversation: Conversation, index: number): boolean {
  return conversation.format === 'codex' && conversation.spans[index]?.kind === 'system';
}

/** Parts of a user's text that stand side by side are one text again where the part between left. */
function joined(spans: readonly Span[]): string {
  return spans
    .flatMap(readingsOf)
    .map((reading) => reading.text)
    .join('');
}

describe.skipIf(!hasTranscripts)('real transcripts', () => {
  it.each(COUNTS)('%s has as many calls and results as its record says', (file, calls, results) => {
    const format = formats[file.slice(0, file.indexOf('/')) as FormatName];
    const exchanges = format.parse(read(file)).spans.filter((span) => span.exchange);
    const answered = exchanges.filter((span) => span.pieces.some((piece) => piece.content.type === 'result'));
    expect([exchanges.length, answered.length]).toEqual([calls, results]);
  });
});
