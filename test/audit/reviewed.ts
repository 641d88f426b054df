import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { CompactionAudit, Fate, LossKind } from '../../src/audit/report.ts';

/** Sessions that were compacted by their hosts, and the file of hand-made verdicts on what the audit says of each. */
export const REVIEWED_SESSIONS = [
  'pi/long-session',
  'claude-code/258c7280-ae70-4798-800f-63464d01a85d',
  'claude-code/4d5611e5-241a-462a-8d15-5122611a9569',
  'claude-code/8463c716-a2ea-4c14-9efa-87158ebd9f20',
  'claude-code/codemie-session-624a4a58',
] as const;

/** A finding by its place in the file: no text of the session. */
export interface ReviewedStatement {
  readonly spanId: string;
  readonly start: number;
  readonly end: number;
  /** First digits of the SHA-256 of its text. */
  readonly hash: string;
  readonly kind: LossKind;
  /** What the audit says. */
  readonly fate: Fate;
  /** What a reader of the file says; `unclear` where two readers may differ. Empty until somebody has read it. */
  readonly reviewed: Fate | 'unclear' | '';
  /** By the reader, in our words. */
  readonly note?: string;
}

export interface ReviewedInvention {
  readonly hash: string;
  readonly what: string;
  readonly reviewed: 'invented' | 'borne out' | 'unclear' | '';
  readonly note?: string;
}

export interface ReviewedCompaction {
  readonly line: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly statements: readonly ReviewedStatement[];
  readonly invented: readonly ReviewedInvention[];
  readonly segments: readonly string[];
  readonly after: {
    readonly rejections: number;
    readonly errors: number;
    readonly latencyTurns: number | null;
    readonly rereads: number;
    readonly repeatedFailures: number;
  };
  readonly links: readonly {
    readonly what: string;
    readonly spanId: string;
    readonly lostSpanId: string;
    readonly reviewed: 'right' | 'wrong' | 'unclear' | '';
    readonly note?: string;
  }[];
}

export interface ReviewedFile {
  readonly session: string;
  readonly compactions: readonly ReviewedCompaction[];
}

export function reviewedPath(session: string): string {
  return new URL(`./reviewed/${session.replace('/', '-')}.json`, import.meta.url).pathname;
}

export function readReviewed(session: string): ReviewedFile | undefined {
  const path = reviewedPath(session);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReviewedFile) : undefined;
}

/** What the audit says now, with the verdicts that were given before. */
export function withVerdicts(session: string, audits: readonly CompactionAudit[], earlier: ReviewedFile | undefined): ReviewedFile {
  return {
    session,
    compactions: audits.map((audit) => {
      const known = earlier?.compactions.find(({ line }) => line === audit.line);
      return {
        line: audit.line,
        tokensBefore: audit.tokensBefore,
        tokensAfter: audit.tokensAfter,
        statements: audit.statements
          .filter(({ kind }) => kind !== 'talk')
          .map(({ spanId, start, end, text, kind, fate }) => {
            const hash = hashOf(text);
            const before = known?.statements.find((one) => one.spanId === spanId && one.hash === hash && one.start === start);
            return { spanId, start, end, hash, kind, fate, reviewed: before?.reviewed ?? '', ...(before?.note === undefined ? {} : { note: before.note }) };
          }),
        invented: audit.invented.map(({ text, what }) => {
          const hash = hashOf(text);
          const before = known?.invented.find((one) => one.hash === hash);
          return { hash, what, reviewed: before?.reviewed ?? '', ...(before?.note === undefined ? {} : { note: before.note }) };
        }),
        segments: audit.segments.map(({ turns, sourceTokens, surrogateTokens, ratio, facts, factsHeld, findings }) =>
          `t${turns[0]}-t${turns[1]} ${sourceTokens}:${surrogateTokens} ${ratio ?? 'none'} ${factsHeld}/${facts} ${findings.join(' ')}`.trim(),
        ),
        after: {
          rejections: audit.after.rejections,
          errors: audit.after.errors,
          latencyTurns: audit.after.latencyTurns,
          rereads: audit.after.rereads,
          repeatedFailures: audit.after.repeatedFailures,
        },
        links: audit.after.links.map(({ what, spanId, lostSpanId }) => {
          const before = known?.links.find((one) => one.what === what && one.spanId === spanId && one.lostSpanId === lostSpanId);
          return { what, spanId, lostSpanId, reviewed: before?.reviewed ?? '', ...(before?.note === undefined ? {} : { note: before.note }) };
        }),
      };
    }),
  };
}

export interface Quality {
  /** Of the losses that the audit claims, those that a reader confirmed. */
  readonly precision: number;
  /** Of the losses that a reader found, those that the audit claims. */
  readonly recall: number;
  readonly claimed: number;
  readonly found: number;
}

/** Losses: lost or drifted. What is unclear counts on neither side. */
export function qualityOf(files: readonly ReviewedFile[], isCounted: (kind: LossKind) => boolean = () => true): Quality {
  const all = files
    .flatMap(({ compactions }) => compactions.flatMap(({ statements }) => statements))
    .filter(({ kind, reviewed }) => isCounted(kind) && reviewed !== '' && reviewed !== 'unclear');
  const isLoss = (fate: string): boolean => fate === 'lost' || fate === 'drifted';
  const claimed = all.filter(({ fate }) => isLoss(fate));
  const found = all.filter(({ reviewed }) => isLoss(reviewed));
  const both = claimed.filter(({ reviewed }) => isLoss(reviewed)).length;
  return { precision: both / Math.max(1, claimed.length), recall: both / Math.max(1, found.length), claimed: claimed.length, found: found.length };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
