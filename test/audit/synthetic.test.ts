import { beforeAll, describe, expect, test } from 'vitest';
import { auditConversation } from '../../src/audit/audit-conversation.ts';
import type { CompactionAudit } from '../../src/audit/report.ts';
import type { ShellParser } from '../../src/core/classify/shell.ts';
import type { TokenCounter } from '../../src/core/token-count.ts';
import { parseSource } from '../../src/formats/index.ts';
import { loadShellParser } from '../../src/shell/parse-shell.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { syntheticSession } from './synthetic-sessions.ts';

const SESSIONS = 200;
let parseShell: ShellParser;
let counter: TokenCounter;

beforeAll(async () => {
  parseShell = await loadShellParser();
  counter = await loadO200k();
});

function auditOf(text: string): CompactionAudit {
  const { compactions } = auditConversation(parseSource(text, {}), { parseShell, counter });
  const [first] = compactions;
  if (first === undefined || compactions.length !== 1) throw new Error(`${compactions.length} compactions`);
  return first;
}

describe('audit of sessions whose losses are known by construction (E3, E16, E17)', () => {
  test.each(Array.from({ length: SESSIONS }, (_, at) => at + 1))('session of seed %i: each loss is found, and nothing else is claimed', (seed) => {
    // Given a session of which every statement has a known fate
    const { text, expected } = syntheticSession(seed);
    // When it is audited
    const audit = auditOf(text);
    // Then each loss has its fate, rank and change, and there is no other
    const found = audit.losses.map(({ text: lost, fate, kind, changes }) => [
      lost,
      { fate, kind, ...(changes?.[0] === undefined ? {} : { change: changes[0].kind }) },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected.losses));
    const standing = audit.statements.filter(({ fate, kind }) => (fate === 'kept' || fate === 'restated') && kind !== 'talk');
    expect(Object.fromEntries(standing.map((one) => [one.text, one.fate]))).toEqual(Object.fromEntries(expected.standing));
    // And what nobody said is named as such
    expect(audit.invented.map(({ text: told, what, attributedTo }) => ({ text: told.trim(), what, attributedTo }))).toEqual(expected.invented);
    // And what followed is counted and tied to what was lost
    const { rejections, errors, rereads, repeatedFailures, links } = audit.after;
    expect({ rejections, errors, rereads, repeatedFailures }).toEqual({
      rejections: expected.rejections,
      errors: expected.errors,
      rereads: expected.rereads,
      repeatedFailures: expected.repeatedFailures,
    });
    const touched = links.filter(({ what }) => what === 'rejection').map(({ lostSpanId }) => lostSpanId);
    const lostSpan = audit.losses.find((loss) => loss.text === expected.touched)?.spanId;
    expect(touched.includes(lostSpan as never)).toBe(expected.touched !== undefined);
  });

  test('the sessions hold every fate, every sort of invention and every aftermath', () => {
    const all = Array.from({ length: SESSIONS }, (_, at) => syntheticSession(at + 1).expected);
    const fates = all.flatMap(({ losses, standing }) => [...[...losses.values()].map(({ fate, kind }) => `${kind} ${fate}`), ...standing.values()]);
    for (const wanted of [
      'constraint drifted',
      'constraint lost',
      'open-work drifted',
      'open-work lost',
      'commitment lost',
      'measurement lost',
      'kept',
      'restated',
    ])
      expect(fates).toContain(wanted);
    expect(new Set(all.flatMap(({ losses }) => [...losses.values()].flatMap(({ change }) => change ?? [])))).toEqual(
      new Set(['modality', 'number', 'scope', 'polarity', 'state']),
    );
    expect(new Set(all.flatMap(({ invented }) => invented.map(({ what }) => what)))).toEqual(new Set(['quotation', 'constraint', 'result']));
    expect(
      all.some(({ rejections }) => rejections > 0) && all.some(({ rereads }) => rereads > 0) && all.some(({ repeatedFailures }) => repeatedFailures > 0),
    ).toBe(true);
  });
});
