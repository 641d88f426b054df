import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { audit, loadAuditTools, parseForAudit } from '../../src/audit/audit.ts';
import { auditConversation } from '../../src/audit/audit-conversation.ts';
import { mayHoldCompaction } from '../../src/audit/compaction-marks.ts';
import { html, Markup } from '../../src/audit/html.ts';
import { markChanges } from '../../src/audit/mark-changes.ts';
import { masked, maskedReport } from '../../src/audit/mask.ts';
import type { AuditedStatement } from '../../src/audit/report.ts';
import { hasLost } from '../../src/audit/report.ts';
import { sessionReport, since } from '../../src/audit/session-report.ts';
import { TotalsCounter } from '../../src/audit/totals.ts';
import { whatIfs } from '../../src/audit/what-if.ts';
import { markedLine, oneLine, pad, tail, widthOf, wrap } from '../../src/cli/audit-layout.ts';
import { hostCompactionsOf } from '../../src/formats/host-compactions.ts';
import { auditSchema } from '../../src/schema/audit-schema.ts';
import { hasTranscripts, readTranscript, testedTranscripts } from '../transcripts/corpus.ts';
import { lossySession, RULE, wholeSession } from './lossy-session.ts';

describe('audit()', () => {
  it('DESIGN §11: gives the report of one transcript from its text', async () => {
    const report = await audit(lossySession({ seed: 1 }));
    expect(report).toMatchObject({ tokenizer: 'o200k_base', compactions: [{ tool: 'claude-code', losses: [{ fate: 'lost', text: RULE }] }] });
    expect((await audit(wholeSession(1))).compactions).toEqual([]);
  });

  it('says of text that is no transcript what it looked at', async () => {
    await expect(audit('hello')).rejects.toMatchObject({ code: 'format-unknown' });
    await expect(audit(lossySession({ seed: 1 }), { format: 'anthropic' })).rejects.toMatchObject({ name: 'FormatError' });
  });

  it('a call that was cut off is no reason to look at nothing', async () => {
    const lines = lossySession({ seed: 1 }).split('\n');
    const withoutResult = lines.filter((line) => !line.includes('"tool_use_id":"toolu_3"')).join('\n');
    expect(withoutResult.split('\n')).toHaveLength(lines.length - 1);
    expect((await audit(withoutResult)).compactions).toHaveLength(1);
  });
});

describe('what proves that nothing was compacted', () => {
  it('the records of each host have a mark, and their words in a text have none', () => {
    const records = [
      '{"type":"system","subtype":"compact_boundary"}',
      '{"type": "compaction", "summary": ""}',
      '{"timestamp":"t","type":"compacted","payload":{}}',
      '{"type":"user","isCompactSummary" : true}',
    ];
    for (const record of records) {
      expect(mayHoldCompaction(Buffer.from(record))).toBe(true);
      expect(mayHoldCompaction(Buffer.from(JSON.stringify({ text: record })))).toBe(false);
    }
    expect(mayHoldCompaction(Buffer.from('{"type":"\\u0063ompaction"}'))).toBe(true);
    expect(mayHoldCompaction(Buffer.from(wholeSession(1)))).toBe(false);
  });

  it.skipIf(!hasTranscripts).each(testedTranscripts())('$name: no compaction without a mark', ({ name, format }) => {
    const text = readTranscript(name);
    const count = hostCompactionsOf(parseForAudit(text, { format })).length;
    expect(count === 0 || mayHoldCompaction(Buffer.from(text))).toBe(true);
  });
});

describe('DESIGN §10: html`…`', () => {
  it('what is put in is text, unless it is markup of ours', () => {
    expect(html`<p title="${'" onload="x'}">${'<b>&\u0000\u202e\u2028'}${new Markup('<br>')}</p>`.source).toBe(
      '<p title="&quot; onload=&quot;x">&lt;b&gt;&amp;\\u0000\\u202e\u2028<br></p>',
    );
    expect(html`${['a', 'b'].map((text) => html`<i>${text}</i>`)}${undefined}${0}`.source).toBe('<i>a</i><i>b</i>0');
    expect(html`${'\ud800'}`.source).toBe('\ufffd');
  });
});

describe('changed words', () => {
  const drifted = (text: string, surrogateText: string, expected: string, found: string): AuditedStatement =>
    ({ text, surrogateText, changes: [{ kind: 'polarity', expected, found }] }) as unknown as AuditedStatement;

  it('are found as whole words first, whatever their case', () => {
    const marks = markChanges(drifted('Not now: nothing, not ever.', 'Do it. Prefers IT.', 'not', 'it'));
    expect(marks).toEqual({
      source: [
        { start: 0, end: 3 },
        { start: 18, end: 21 },
      ],
      surrogate: [
        { start: 3, end: 5 },
        { start: 15, end: 17 },
      ],
    });
    expect(markChanges(drifted('unnoted', 'x', 'not', 'absent'))).toEqual({ source: [{ start: 2, end: 5 }], surrogate: [] });
  });

  it('are marked on a line without moving what is around them', () => {
    expect(wrap(markedLine('Do \ue000not\n touch\u001b[1m it', [{ start: 4, end: 7 }]), 80)).toEqual(['Do ?»not« touch\\x1b[1m it']);
  });
});

describe('lines of a terminal', () => {
  it('are never wider than they may be, whatever the script', () => {
    const text = oneLine(`${'word '.repeat(30)}${'漢字仮名'.repeat(30)} ${'x'.repeat(100)} 👩‍💻 e\u0301`);
    for (const width of [16, 40, 79]) for (const line of wrap(text, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(wrap(text, 40).join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''));
    expect(wrap(text, 20, 2)).toHaveLength(2);
    expect(wrap(text, 20, 2)[1]?.endsWith('…')).toBe(true);
    expect(tail('/a/long/path/漢字.jsonl', 12)).toBe('…/漢字.jsonl');
    expect(pad('漢', 4)).toBe('漢  ');
    expect(wrap('', 10)).toEqual(['']);
  });
});

describe('--redact', () => {
  it('keeps shape, length and the small words, and nothing that somebody chose', () => {
    expect(masked("Don't email Zoë's 42 files, only /etc/prod/*.")).toBe("Don't xxxxx xxx'x 00 xxxxx, only /xxx/xxxx/*.");
    const text = 'Ünïcödé 漢字 ١٢ 𝟛𝒶';
    expect(masked(text)).toHaveLength(text.length);
    expect(masked(text)).toMatch(/^[x0 ]+$/);
  });

  it('leaves ids, kinds and figures of a report as they are', async () => {
    const report = sessionReport('/home/quartermain/s.jsonl', await audit(lossySession({ seed: 1 })), { isWhole: true, whatIfs: new Map() });
    const shared = maskedReport(report, 3);
    const [mine, theirs] = [report.compactions[0], shared.compactions[0]];
    expect(shared).toMatchObject({ file: 'session 3', compactions: [{ segments: mine?.segments, fates: mine?.fates, cost: mine?.cost }] });
    expect(theirs?.losses.map(({ text, ...others }) => ({ ...others, length: text.length }))).toEqual(
      mine?.losses.map(({ text, ...others }) => ({ ...others, length: text.length })),
    );
    expect(shared.sessionId).toBeUndefined();
    expect(JSON.stringify(shared)).not.toMatch(/quartermain|prod|part0/);
  });
});

describe('sums', () => {
  it('are those of their reports, and since() leaves what is older out', async () => {
    const report = sessionReport('one', await audit(lossySession({ seed: 1 })), { isWhole: false, whatIfs: new Map() });
    const counter = new TotalsCounter();
    for (let count = 0; count < 3; count++) counter.addSession(report);
    counter.addSkipped();
    const totals = counter.totals();
    expect(totals).toMatchObject({
      sessionCount: 3,
      skippedCount: 1,
      lossySessionCount: 3,
      compactionCount: 3,
      lostCount: 3,
      fates: { constraint: { lost: 3 } },
    });
    expect(totals.savedTokens).toBe(3 * (report.compactions[0]?.cost.savedTokens ?? 0));
    auditSchema.parse(JSON.parse(JSON.stringify({ schemaVersion: 1, sessions: [report], skipped: [], totals })));
    const time = Date.parse(report.compactions[0]?.time ?? '');
    expect(hasLost(since(report, time))).toBe(true);
    expect(since(report, time + 1).compactions).toEqual([]);
  });
});

/** Compactions of real sessions: ids and figures alone. */
const COMPACTED = [
  ['pi/long-session.jsonl', [360, 629]],
  ['claude-code/4d5611e5-241a-462a-8d15-5122611a9569.jsonl', [754]],
] as const;

describe.skipIf(!hasTranscripts)('real sessions', () => {
  it.each(COMPACTED)('%s: the report fits its schema, and E7: holdfast at the same size, or its floor, loses nothing', async (name, lines) => {
    const tools = await loadAuditTools();
    const conversation = parseForAudit(readTranscript(name), { fileName: name });
    const found = auditConversation(conversation, tools);
    const report = sessionReport(name, found, { isWhole: true, whatIfs: await whatIfs(conversation, found, tools) });
    const counter = new TotalsCounter();
    counter.addSession(report);
    auditSchema.parse(JSON.parse(JSON.stringify({ schemaVersion: 1, sessions: [report], skipped: [], totals: counter.totals() })));
    expect(report.compactions.map(({ line }) => line)).toEqual(lines);
    for (const { whatIf, tokensAfter } of report.compactions) {
      expect(whatIf?.theirs.tokensAfter).toBe(tokensAfter);
      const { kept = 0, behindHandle = 0, lost } = whatIf?.ours?.statements ?? {};
      expect(lost).toBe(0);
      expect(kept + behindHandle).toBe(whatIf?.statementCount);
      if (whatIf?.status === 'compacted') expect(whatIf.ours?.tokensAfter).toBeLessThanOrEqual(tokensAfter);
      else expect(whatIf).toMatchObject({ status: 'refused', floorTokens: expect.any(Number) });
    }
  });
});

it('STYLE: the page of the docs tells each kind, fate and finding', () => {
  const page = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8');
  for (const word of ['kept', 'restated', 'drifted', 'lost', 'invented', 'constraint', 'approval', 'open work', 'commitment', 'measurement', 'talk']) {
    expect(page.includes(`| ${word} |`) || page.includes(`**${word}**`)).toBe(true);
  }
});
