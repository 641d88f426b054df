import { describe, expect, it } from 'vitest';
import { type ExchangeCall, exchangeSpans } from '../../../test/generators/exchange-spans.ts';
import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action, SpanClass } from '../classify/span-class.ts';
import type { Span } from '../span.ts';
import { isMaterial, regionOf, sourceOf } from './region.ts';

const classed = (span: Span, id: string, spanClass: SpanClass): ClassifiedSpan => ({
  span,
  rule: { id, spanClass, handleState: 'none', title: '', fits: () => true },
  handleState: 'none',
});

function exchangeOf(call: Partial<ExchangeCall> = {}): Span {
  const [span] = exchangeSpans([{ tool: 'deploy', input: { part: 3 }, ...call }], { result: 'done', place: () => ({ id: 't2.1', turn: 2 }) });
  if (span === undefined) throw new Error('there is one');
  return span;
}

const textOf = (text: string, fields: Partial<Span> = {}): Span => ({
  ...exchangeOf(),
  kind: 'text',
  provenance: 'assistant',
  text,
  exchange: undefined,
  ...fields,
});
const ESCAPE = String.fromCharCode(27);

describe('what is material of a checkpoint', () => {
  it.each([
    ['what the user wrote', textOf('Keep it.', { provenance: 'user' }), 'user-text', 'authoritative', false],
    ['a one-shot result that nobody can recall', exchangeOf(), 'one-shot', 'authoritative', false],
    ['a one-shot result behind a handle', exchangeOf(), 'one-shot-archived', 'recoverable', true],
    ['narration', textOf('Now part 3.'), 'narration', 'disposable', true],
    ['narration without a word', textOf(''), 'narration', 'disposable', false],
    ['what stands again, letter for letter', textOf('It is out.'), 'final-redundant', 'disposable', false],
    ['an older plan', exchangeOf({ tool: 'TodoWrite' }), 'plan-superseded', 'disposable', false],
    ['a file that was read', exchangeOf({ tool: 'Read' }), 'read-valid', 'recoverable', false],
    ['a read that failed', exchangeOf({ tool: 'Read', isError: true }), 'read-valid', 'recoverable', true],
    ['a write that ended with an exit line', exchangeOf({ tool: 'Write', result: 'refused\nexit code 2' }), 'write-last', 'recoverable', true],
  ] as const)('DESIGN §5, F6: %s (%#)', (_what, span, rule, spanClass, expected) => {
    expect(isMaterial(classed(span, rule, spanClass))).toBe(expected);
  });

  it('F1: the region is what leaves, is not covered yet and is material, in order, each with its tokens', () => {
    const spans = Array.from({ length: 5 }, (_, index) => ({ ...textOf(`part ${index}`), index }));
    const all = spans.map((span) => classed(span, span.index === 3 ? 'final-redundant' : 'narration', 'disposable'));
    const actions: readonly Action[] = ['drop', 'keep', 'drop', 'drop', 'drop'];
    const region = regionOf(all, actions, [10, 20, 30, 40, 50], (index) => index === 0);
    expect(region.map((one) => [one.spanIndex, one.tokens, one.source.text])).toEqual([
      [2, 30, 'part 2'],
      [4, 50, 'part 4'],
    ]);
  });
});

describe('a span as facts are taken from it', () => {
  it('an exchange: its call in one line, its tool, what it gave, and whether it failed', () => {
    expect(sourceOf(classed(exchangeOf({ exitCode: 3, result: 'refused' }), 'one-shot', 'recoverable'))).toMatchObject({
      origin: 'output',
      call: 'deploy part=3',
      toolName: 'deploy',
      text: 'refused',
      hasFailed: true,
      exitCode: 3,
      turn: 2,
    });
    expect(sourceOf(classed(exchangeOf(), 'one-shot', 'recoverable')).hasFailed).toBe(false);
  });

  it.each([
    [textOf('I think so.'), 'narration'],
    [textOf('Let me see.', { kind: 'thinking' }), 'thinking'],
    [textOf('hook ran', { provenance: 'harness' }), 'output'],
  ] as const)('a text: whose it is follows from its kind and provenance (%#)', (span, origin) => {
    const source = sourceOf(classed(span, 'narration', 'disposable'));
    expect(source).toMatchObject({ origin, text: span.text, hasFailed: false });
    expect(source.call).toBeUndefined();
  });

  it('given colours of a terminal, then they are left out, wherever they stand in a word', () => {
    const coloured = `${ESCAPE}[1;31mType${ESCAPE}[0mError${ESCAPE}[38;5;196m: total${ESCAPE}[m`;
    expect(sourceOf(classed(exchangeOf({ result: coloured }), 'one-shot', 'recoverable')).text).toBe('TypeError: total');
  });

  it('DESIGN §10: given a secret in text, call or input, then none of them has it', () => {
    const key = ['sk', '-test-', 'a1B2c3D4'.repeat(4)].join('');
    const source = sourceOf(classed(exchangeOf({ input: { note: `use ${key}` }, result: `stored ${key}` }), 'one-shot', 'recoverable'));
    expect(JSON.stringify(source)).not.toContain(key);
    expect(source.text).toMatch(/^stored /);
  });

  it('given redacted thinking, then its cipher is no text', () => {
    const [piece] = [{ message: 0, block: 0, raw: '{}', content: { type: 'thinking', text: 'Q0lQSEVS', redacted: true } }] as unknown as Span['pieces'];
    if (piece === undefined) throw new Error('there is one');
    expect(sourceOf(classed(textOf('Q0lQSEVS', { kind: 'thinking', pieces: [piece] }), 'thinking', 'disposable')).text).toBe('');
  });
});
