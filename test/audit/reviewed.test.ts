import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditOptions, auditConversation } from '../../src/audit/audit-conversation.ts';
import { parseSource } from '../../src/formats/index.ts';
import { loadShellParser } from '../../src/shell/parse-shell.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { hasTranscripts, readTranscript } from '../transcripts/corpus.ts';
import { qualityOf, REVIEWED_SESSIONS, readReviewed, reviewedPath, withVerdicts } from './reviewed.ts';

let options: AuditOptions;

beforeAll(async () => {
  options = { parseShell: await loadShellParser(), counter: await loadO200k() };
});

describe.skipIf(!hasTranscripts)('audit of real sessions that their hosts compacted', () => {
  test.each(REVIEWED_SESSIONS)('%s: the findings are those that were reviewed by hand', async (session) => {
    const audit = auditConversation(parseSource(readTranscript(`${session}.jsonl`), {}), options);
    const now = withVerdicts(session, audit.compactions, readReviewed(session));
    await expect(`${JSON.stringify(now, null, 1)}\n`).toMatchFileSnapshot(reviewedPath(session));
  });
});

describe('what the audit claims against what a reader found (docs/audit.md)', () => {
  const files = REVIEWED_SESSIONS.flatMap((session) => readReviewed(session) ?? []);

  test('every finding has a verdict', () => {
    expect(files).toHaveLength(REVIEWED_SESSIONS.length);
    for (const { compactions } of files)
      for (const { statements, invented, links } of compactions)
        for (const { reviewed } of [...statements, ...invented, ...links]) expect(reviewed).not.toBe('');
  });

  test('precision and recall are no lower than the docs say', () => {
    const all = qualityOf(files);
    const stated = qualityOf(files, (kind) => kind !== 'measurement');
    console.log(`audit, all: ${JSON.stringify(all)}\naudit, without measurements: ${JSON.stringify(stated)}`);
    expect(all.precision).toBeGreaterThanOrEqual(0.6);
    expect(all.recall).toBeGreaterThanOrEqual(0.73);
    expect(stated.precision).toBeGreaterThanOrEqual(0.64);
    expect(stated.recall).toBeGreaterThanOrEqual(0.75);
  });
});
