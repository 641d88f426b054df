import type { AuditedStatement, Change } from './report.ts';
import type { CompactionReport, SessionReport, SkippedFile } from './session-report.ts';

/** Words that tell what kind of statement it is and what changed of it, and of nobody who said it. */
const TELLING = new Set(
  (
    'a all always an and any are as at be been before blocked but by can cannot do does done except for from has have if in is it its may maybe might must ' +
    'never no none not of on only or pending prefer prefers shall should than that the then there this to unless until was were when will with without would'
  ).split(' '),
);
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}/gu;
const NUMBER = /^\p{N}$/u;
const NEGATED = /^\p{L}+n['’]t$/u;

/** Its shape and its length: letters become `x`, digits `0`; the small words that say what is allowed stay (`must`, `not`, `only`). */
export function masked(text: string): string {
  return text.replace(WORD, (word) => {
    if (NUMBER.test(word)) return '0'.repeat(word.length);
    return TELLING.has(word.toLowerCase()) || NEGATED.test(word.toLowerCase()) ? word : word.replace(/[\p{L}\p{M}]/gu, (letter) => 'x'.repeat(letter.length));
  });
}

/** A report that can be shown to others: ids, turns, kinds and figures stay, each text is masked, files are numbered. */
export function maskedReport(report: SessionReport, number: number): SessionReport {
  const { sessionId: _, ...rest } = report;
  return { ...rest, file: `session ${number}`, compactions: report.compactions.map(maskedCompaction) };
}

export function maskedSkip({ code }: SkippedFile, number: number): SkippedFile {
  return { file: `skipped ${number}`, code, reason: code };
}

function maskedCompaction(compaction: CompactionReport): CompactionReport {
  return {
    ...compaction,
    losses: compaction.losses.map(maskedStatement),
    ...(compaction.statements === undefined ? {} : { statements: compaction.statements.map(maskedStatement) }),
    invented: compaction.invented.map((one) => ({ ...one, text: masked(one.text), found: masked(one.found) })),
    after: { ...compaction.after, links: compaction.after.links.map((link) => ({ ...link, value: masked(link.value) })) },
  };
}

function maskedStatement(statement: AuditedStatement): AuditedStatement {
  return {
    ...statement,
    text: masked(statement.text),
    ...(statement.surrogateText === undefined ? {} : { surrogateText: masked(statement.surrogateText) }),
    ...(statement.changes === undefined ? {} : { changes: statement.changes.map(maskedChange) }),
  };
}

function maskedChange({ kind, found, expected }: Change): Change {
  return { kind, found: masked(found), ...(expected === undefined ? {} : { expected: masked(expected) }) };
}
