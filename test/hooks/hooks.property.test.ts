import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import type { TokenCounter } from '../../src/core/token-count.ts';
import { archiveSession } from '../../src/hooks/archive-session.ts';
import { readHostSession } from '../../src/hooks/host-session.ts';
import { putBack } from '../../src/hooks/put-back.ts';
import { recall } from '../../src/recall.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { arbitraryConversation } from '../generators/arbitrary-conversation.ts';

let counter: TokenCounter;
beforeAll(async () => {
  counter = await loadO200k();
});

const HOSTS = ['claude-code', 'codex', 'pi'] as const;

describe('any session that its host compacts', () => {
  it('E15: the note keeps to its budget, is the same again, and every span of the source is in it or behind a handle of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...HOSTS), arbitraryConversation, fc.integer({ min: 330, max: 1_500 }), async (host, conversation, tokens) => {
        const archive = memory();
        const source = SERIALIZERS[host](conversation);
        const session = await readHostSession(source, 'session.jsonl', archive);
        const options = { hostTitle: 'Claude Code', budget: { tokens, characters: 9_500 }, isArchived: true };
        const note = putBack(session, archive, options);
        expect(putBack(session, archive, options)).toEqual(note);
        expect(counter.count(note.text)).toBeLessThanOrEqual(tokens);
        await archiveSession(session, archive, note);
        const behind = new Set<string>();
        for (const handle of note.text.match(/hf_[a-z2-7]{20}/g) ?? []) for (const one of await recall(handle, { archive })) behind.add(one.handle);
        const { classified, handles } = session.prepared;
        for (const { span } of classified) {
          const action = note.actions[span.index];
          if (action === 'keep' || action === 'drop') continue;
          expect(behind).toContain(handles[span.index]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('E3: what is put back was said: each quoted line stands in the source', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryConversation, async (conversation) => {
        const archive = memory();
        const session = await readHostSession(SERIALIZERS['claude-code'](conversation), 'session.jsonl', archive);
        const note = putBack(session, archive, { hostTitle: 'Claude Code', budget: { tokens: 2_500, characters: 9_500 }, isArchived: true });
        const said = conversation.steps
          .flatMap((step) => (step.kind === 'act' ? step.calls.map(({ result }) => result ?? '').concat(step.text ?? '') : [step.text]))
          .join('\n');
        for (const line of note.text.split('\n').filter((one) => one.startsWith('> '))) expect(said).toContain(line.slice(2));
      }),
      { numRuns: 60 },
    );
  });
});
