import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { plan } from '../../src/compact.ts';
import { RULES } from '../../src/core/classify/rules.ts';
import { parseSource } from '../../src/formats/index.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { arbitraryCase, type Case, FORMATS, type GeneratedFormat, runsOf } from './compacting.ts';

const ROWS = new Map(RULES.map((rule) => [rule.id, rule]));
/** Of the generator's commands, those that read only. */
const READING_COMMANDS = new Set(['ls src', 'cat README.md', 'git status', 'grep -rn todo src']);

async function classed(format: GeneratedFormat, one: Case, text = SERIALIZERS[format](one.conversation)) {
  const archive = memory({ tenantKey: 'properties' });
  const receipt = await plan(text, { archive, format, maxTokens: 10_000_000, recall: one.recall, keepRecentTokens: 0 });
  return { receipt, spans: parseSource(text, { format }).spans };
}

/** Does `check` for generated conversations in every format. */
function inEveryFormat(name: string, runs: number, check: (format: GeneratedFormat, one: Case) => Promise<void>): void {
  it.each(FORMATS)(`${name} [%s]`, async (format) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, (one) => check(format, one)),
      runsOf(runs),
    );
  });
}

describe('E1: one class for every span, by one row of the table', () => {
  inEveryFormat('the receipt names a row of the table, its class and its state, for each span once', 24, async (format, one) => {
    const { receipt, spans } = await classed(format, one);
    expect(receipt.spans.map((span) => span.id)).toEqual(spans.map((span) => span.id));
    for (const span of receipt.spans) {
      const row = ROWS.get(span.rule);
      expect(row).toMatchObject({ spanClass: span.class });
      expect(span.handleState ?? 'none').toBe(row?.handleState);
    }
  });

  inEveryFormat('words do not matter: with every word of weight exchanged for a plain one, each span keeps its rule', 15, async (format, one) => {
    const weighty = SERIALIZERS[format](one.conversation);
    const plain = weighty.replaceAll('must', 'mild').replaceAll('never', 'ebony').replaceAll('fails', 'falls');
    const before = (await classed(format, one, weighty)).receipt.spans.map((span) => [span.id, span.rule]);
    expect((await classed(format, one, plain)).receipt.spans.map((span) => [span.id, span.rule])).toEqual(before);
  });
});

describe('E2: what is recoverable can be obtained again, and doing so changes nothing', () => {
  inEveryFormat('a valid handle is there, and never that of a command that does more than read', 24, async (format, one) => {
    const { receipt, spans } = await classed(format, one);
    for (const [index, span] of receipt.spans.entries()) {
      if (span.handleState !== 'valid') continue;
      expect(span.sourceHandle ?? '').not.toBe('');
      const input = spans[index]?.exchange?.input as { command?: string } | undefined;
      if (input?.command !== undefined) expect(READING_COMMANDS).toContain(input.command);
    }
  });
});

describe('E3, E3a: what only the transcript knows is authoritative', () => {
  inEveryFormat("the user's words, final texts, plans and pending calls, whatever the agent can recall", 24, async (format, one) => {
    const { receipt, spans } = await classed(format, one);
    const later = new Set<string>();
    for (let index = spans.length - 1; index >= 0; index--) {
      const span = spans[index];
      const given = receipt.spans[index];
      if (span === undefined || given === undefined) continue;
      const key = `${span.kind} ${span.provenance} ${span.text}`;
      const isWord = span.kind === 'system' || (span.kind === 'text' && (span.provenance === 'user' || span.endsTurn === true));
      if (isWord && !later.has(key)) expect(given.class).toBe('authoritative');
      if (span.exchange?.isPending) expect(given.class).toBe('authoritative');
      later.add(key);
    }
    expect(receipt.spans.filter((span) => span.rule === 'plan-latest').length).toBeLessThanOrEqual(1);
  });

  inEveryFormat('one-shots are protected with recall off, and recoverable but invalidated with it', 18, async (format, one) => {
    const { receipt } = await classed(format, one);
    for (const span of receipt.spans) {
      if (span.rule === 'one-shot') expect(one.recall).toBe('off');
      if (span.rule === 'one-shot-archived') expect([one.recall, span.class, span.handleState]).not.toContain('off');
    }
    const strict = await classed(format, { ...one, recall: 'off' });
    const open = await classed(format, { ...one, recall: 'tool' });
    for (const [index, span] of strict.receipt.spans.entries()) {
      if (span.rule === 'one-shot')
        expect(open.receipt.spans[index]).toMatchObject({ rule: 'one-shot-archived', class: 'recoverable', handleState: 'invalidated' });
      else expect(open.receipt.spans[index]?.rule).toBe(span.rule);
    }
  });
});

describe('E4: disposable is scratch, redundant or superseded', () => {
  inEveryFormat('no span is disposable unless it is thinking, narration, an older plan or block, or stands again later', 24, async (format, one) => {
    const { receipt, spans } = await classed(format, one);
    for (const [index, given] of receipt.spans.entries()) {
      const span = spans[index];
      if (span === undefined || given.class !== 'disposable') continue;
      const rest = spans.slice(index + 1);
      const standsAgain = rest.some((other) => other.kind === span.kind && other.provenance === span.provenance && other.text === span.text);
      const isScratch = span.kind === 'thinking' || (span.kind === 'text' && span.provenance === 'assistant' && span.endsTurn !== true);
      const isSuperseded = ['plan-superseded', 'read-superseded', 'harness-older', 'mode-older'].includes(given.rule);
      expect(standsAgain || isScratch || isSuperseded, `${given.id} ${given.rule}`).toBe(true);
    }
  });
});
