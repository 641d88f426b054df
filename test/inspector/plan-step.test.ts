import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { plan } from '../../src/compact.ts';
import { openSession } from '../../src/inspector/open-session.ts';
import { type PlanGround, planStep } from '../../src/inspector/plan-step.ts';
import { planTermsOf } from '../../src/inspector/plan-terms.ts';
import { recentAt, withRecent } from '../../src/inspector/recent.ts';
import { readShared, writeShared } from '../../src/inspector/shared-strings.ts';
import type { PlanningOptions } from '../../src/options.ts';
import { prepare } from '../../src/prepare.ts';
import { hostileSession, manySpans } from './sessions.ts';

const SESSIONS = { 'many small spans': manySpans(300), hostile: hostileSession() } as const;
const SHARES = [0.02, 0.15, 0.3, 0.45, 0.6, 0.8, 0.95, 1];
const OPTIONS: readonly PlanningOptions[] = [
  { recall: 'cli' },
  { recall: 'off', keepRecentExchanges: 5 },
  { recall: 'tool', keepRecentTokens: 900, strategy: 'truncate' },
  { recall: 'cli', overflow: 'tombstone' },
];
const CASES = Object.entries(SESSIONS).flatMap(([name, text]) => OPTIONS.map((options) => [name, JSON.stringify(options), text, options] as const));

async function groundOf(text: string, options: PlanningOptions): Promise<PlanGround> {
  const prepared = await prepare(text, { ...options, keepRecentTokens: 0, keepRecentExchanges: 0 }, memory());
  const terms = planTermsOf({ ...prepared, keepRecentExchanges: options.keepRecentExchanges ?? 2 }, options);
  const { classified, tokens, tokensBefore, handles, counter } = prepared;
  return { conversation: prepared.restored.conversation, classified, tokens, tokensBefore, handles, terms, counter };
}

describe('a step of the slider against the decision of `plan`', () => {
  it.each(CASES)('E5, E6: given %s and %s without checkpoints, then actions and tokens are the same at every target', async (_, __, text, options) => {
    const without = { ...options, checkpointTokens: 0 };
    const ground = await groundOf(text, without);
    for (const share of SHARES) {
      const maxTokens = Math.floor(ground.tokensBefore * share);
      const receipt = await plan(text, { ...without, maxTokens, archive: memory() }).catch((error: { floorTokens?: number }) => error.floorTokens);
      const step = planStep(ground, maxTokens);
      if (typeof receipt === 'object') {
        expect(step.planned?.actions).toEqual(receipt.spans.map((span) => span.action));
        expect(step.planned?.tokensAfter).toBe(receipt.tokensAfter);
      } else expect([share, step.refusal?.floorTokens]).toEqual([share, receipt]);
    }
  });

  it.each(CASES)('given %s and %s with checkpoints, then a step is refused where the decision is, and else within the target', async (_, __, text, options) => {
    const ground = await groundOf(text, options);
    for (const share of SHARES) {
      const maxTokens = Math.floor(ground.tokensBefore * share);
      const receipt = await plan(text, { ...options, maxTokens, archive: memory() }).catch(() => undefined);
      const step = planStep(ground, maxTokens);
      expect([share, step.refusal === undefined]).toEqual([share, receipt !== undefined]);
      if (step.planned !== undefined) expect(step.planned.tokensAfter).toBeLessThanOrEqual(maxTokens);
    }
  });

  it.each(CASES)('given %s and %s, when the slider rests, then the decision is that of `plan`', async (_, __, text, options) => {
    const archive = memory();
    const session = await openSession({ text, fileName: 'session.jsonl', options, planning: archive });
    for (const share of [0.02, 0.3, 0.6]) {
      const receipt = await plan(text, { ...options, archive, maxTokens: 20_000 * share }).catch((error: { what: string }) => error.what);
      const decided = session.decideAt(20_000 * share);
      if (typeof receipt === 'string') expect('refusal' in decided && decided.refusal.what).toBe(receipt);
      else {
        expect('actions' in decided && decided.actions).toEqual(receipt.spans.map((span) => span.action));
        expect(decided).toMatchObject({ tokensAfter: receipt.tokensAfter, checkpoints: receipt.checkpoints, noteTokens: receipt.noteTokens });
      }
    }
  });

  it('§4: what is recent at a target is what `classify` finds at it', async () => {
    const text = SESSIONS['many small spans'];
    const base = await prepare(text, { recall: 'cli', keepRecentTokens: 0, keepRecentExchanges: 0 }, memory());
    for (const target of [100, 2_000, 9_000]) {
      const whole = await prepare(text, { recall: 'cli', maxTokens: target }, memory());
      const recent = recentAt(target, base.classified, base.tokens, () => false, { keepRecentExchanges: 2 });
      expect(withRecent(base.classified, recent).map(({ rule, sourceHandle }) => [rule.id, sourceHandle])).toEqual(
        whole.classified.map(({ rule, sourceHandle }) => [rule.id, sourceHandle]),
      );
    }
  });
});

describe('what is sent to the page', () => {
  it('given any value, then it comes back the same, whatever its strings and keys', () => {
    const strings = fc.oneof(
      fc.string(),
      fc.string().map((text) => `\u0001${text}`),
      fc.integer().map((index) => `\u0001${index}`),
      fc.string({ minLength: 60, maxLength: 80 }),
    );
    fc.assert(
      fc.property(
        fc.jsonValue({ depthSize: 'medium' }),
        fc.array(strings),
        fc.constantFrom('__proto__', 'constructor', '\u0001', 'toJSON'),
        (value, texts, key) => {
          const sent = { value, texts, again: texts, ...Object.fromEntries([['name', key]]), [`${key} `]: texts[0] ?? null };
          expect(readShared(writeShared(sent))).toEqual(JSON.parse(JSON.stringify(sent)));
        },
      ),
    );
  });

  it('given a key that is the name of a prototype, then it stays a key', () => {
    const sent = JSON.parse(`{"__proto__": {"polluted": "${'p'.repeat(80)}"}, "list": ["${'p'.repeat(80)}"]}`) as object;
    const read = readShared(writeShared(sent)) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['__proto__', 'list']);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(JSON.stringify(read)).toBe(JSON.stringify(sent));
  });

  it('given a text that stands in several places, then it is sent once', () => {
    const text = 'the result of a call, as long as one is '.repeat(50);
    expect(writeShared({ text, piece: { text }, exchange: { resultText: text } }).length).toBeLessThan(text.length * 1.2);
  });
});
