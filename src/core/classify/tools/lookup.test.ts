import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectOf } from './lookup.ts';
import type { ToolTable } from './tool-rule.ts';

const HANDLE = `hf_${'b3'.repeat(10)}`;
const TABLE: ToolTable = [
  { name: 'mcp__files__*', source: 'a test', effectOf: () => ({ effect: 'ask' }) },
  { name: 'mcp__files__read', source: 'a test', effectOf: (input) => ({ effect: 'read-file', path: String(input['path']) }) },
  {
    name: 'throws',
    source: 'a test',
    effectOf: () => {
      throw new Error('unforeseen arguments');
    },
  },
  { name: 'nothing', source: 'a test', effectOf: () => null },
];

describe('DESIGN §4: what a tool does, by its table', () => {
  it('an exact name comes before a prefix, wherever they stand', () => {
    expect(effectOf('mcp__files__read', { path: 'a' }, TABLE)).toEqual({ effect: 'read-file', path: 'a' });
    expect(effectOf('mcp__files__list', {}, TABLE)).toEqual({ effect: 'ask' });
  });

  it('unknown means one-shot: no row, a row that gives nothing, a row that throws', () => {
    for (const name of ['other', 'throws', 'nothing', 'mcp__files_', '', '__proto__']) expect(effectOf(name, {}, TABLE)).toEqual({ effect: 'one-shot' });
  });

  it.each(['recall', 'holdfast_recall', 'mcp__holdfast__recall', 'mcp__plugin_holdfast_holdfast__recall'])('%s with an archive handle is a recall', (name) => {
    expect(effectOf(name, { handle: HANDLE }, [])).toEqual({ effect: 'recall', handle: HANDLE });
  });

  it.each([
    ['recall', { handle: 'my-note' }],
    ['recall', { query: HANDLE }],
    ['total_recall', { handle: HANDLE }],
    ['mcp__other__recall', { handle: HANDLE }],
  ])('%s with %j is a foreign tool', (name, input) => {
    expect(effectOf(name, input, [])).toEqual({ effect: 'one-shot' });
  });

  it('property: any arguments of any kind give an effect', () => {
    fc.assert(
      fc.property(fc.constantFrom('mcp__files__read', 'throws', 'x'), fc.anything(), (name, input) => {
        expect(effectOf(name, input, TABLE).effect).toMatch(/^(?:read-file|one-shot)$/);
      }),
    );
  });
});
