import type { DriftKind } from '../core/drift/drift.ts';
import type { AftermathLink, AuditSegment, Invention, LossKind } from './report.ts';

/** Names of hosts, for people. */
const HOSTS: Readonly<Record<string, string>> = { 'claude-code': 'Claude Code', codex: 'Codex', pi: 'pi' };

export function hostName(tool: string): string {
  return HOSTS[tool] ?? tool;
}

/** What a statement is, one and several of it. */
export const KIND_WORDS: Readonly<Record<LossKind, readonly [one: string, several: string]>> = {
  constraint: ['constraint', 'constraints'],
  approval: ['approval or decision', 'approvals and decisions'],
  'open-work': ['open task', 'open tasks'],
  commitment: ['commitment', 'commitments'],
  measurement: ['result', 'results'],
  other: ['other statement', 'other statements'],
  talk: ['small talk', 'small talk'],
};

export const KIND_MEANINGS: Readonly<Record<LossKind, string>> = {
  constraint: 'what the user demanded or forbade',
  approval: 'what the user allowed or decided',
  'open-work': 'items of the plan that were not done',
  commitment: 'what the agent promised',
  measurement: 'what was seen once and cannot be read again',
  other: 'what else the user said',
  talk: 'what asks for nothing',
};

export const DRIFT_WORDS: Readonly<Record<DriftKind, string>> = {
  polarity: 'yes and no swapped',
  modality: 'made weaker or stronger',
  scope: 'another place or name',
  number: 'another number',
  state: 'another state',
  quotation: 'nobody said this',
};

export const FINDING_WORDS: Readonly<Record<AuditSegment['findings'][number], string>> = {
  uncovered: 'nothing in the summary speaks of it',
  ceiling: 'more than 40 tokens for each one of the summary',
  cliff: 'far thinner than the rest',
  hedge: 'spoken of, but none of its facts',
  tail: 'the last results are missing',
};

/** For a column of a table; what it means stands below it. */
export const FINDING_NAMES: Readonly<Record<AuditSegment['findings'][number], string>> = {
  uncovered: 'uncovered',
  ceiling: 'over 40:1',
  cliff: 'cliff',
  hedge: 'hedge',
  tail: 'tail',
};

export const INVENTION_WORDS: Readonly<Record<Invention['what'], string>> = {
  quotation: 'words that the user never said',
  constraint: 'a rule that nobody gave',
  result: 'a result that stands nowhere',
};

export const LINK_WORDS: Readonly<Record<AftermathLink['what'], string>> = {
  rejection: 'refused',
  error: 'failed',
  're-read': 'read again',
  'repeated-failure': 'failed again the same way',
};

export function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}
