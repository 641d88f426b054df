import type { LossKind } from '../../src/audit/report.ts';
import type { DriftKind } from '../../src/core/drift/drift.ts';

/** A statement with what a summary may make of it. Made for this test: no text of others. */
export interface StatementPool {
  readonly text: string;
  readonly restated: string;
  readonly drifted: string;
  readonly change: DriftKind;
  readonly kind: LossKind;
  /** A path or name by which a later call is tied to it. */
  readonly name?: string;
}

/** What users say once, early on, in one sentence each. */
export const USER_STATEMENTS: readonly StatementPool[] = [
  {
    text: 'Do not modify anything under /etc/prod/, it is read-only.',
    restated: 'Nothing under /etc/prod/ may be modified; it is read-only.',
    drifted: 'Prefer careful changes under /etc/prod/.',
    change: 'modality',
    kind: 'constraint',
    name: '/etc/prod/',
  },
  {
    text: 'Never push to the release branch without my approval.',
    restated: 'The release branch must never be pushed to without approval.',
    drifted: 'Pushing to the release branch is fine without approval.',
    change: 'modality',
    kind: 'constraint',
    name: 'release',
  },
  {
    text: 'Requests must time out after 200 ms.',
    restated: 'The time-out of requests must be 200 ms.',
    drifted: 'Requests must time out after 200 s.',
    change: 'number',
    kind: 'constraint',
  },
  {
    text: 'Only touch files in packages/billing.',
    restated: 'Only files in packages/billing are to be touched.',
    drifted: 'Only touch files in packages/checkout.',
    change: 'scope',
    kind: 'constraint',
    name: 'packages/billing',
  },
  {
    text: 'You must keep the public API of invoice-core unchanged.',
    restated: 'The public API of invoice-core must be kept unchanged.',
    drifted: 'The public API of invoice-core may be changed.',
    change: 'polarity',
    kind: 'constraint',
    name: 'invoice-core',
  },
  {
    text: 'The nightly export must not run before 02:00.',
    restated: 'The nightly export must not run earlier than 02:00.',
    drifted: 'The nightly export must run before 02:00.',
    change: 'polarity',
    kind: 'constraint',
  },
  {
    text: 'Always run the linter before you commit.',
    restated: 'The linter must always run before each commit.',
    drifted: 'It might help to run the linter before you commit.',
    change: 'modality',
    kind: 'constraint',
  },
  {
    text: 'The cache must hold no more than 500 entries.',
    restated: 'No more than 500 entries may be held in the cache.',
    drifted: 'The cache must hold no more than 5,000 entries.',
    change: 'number',
    kind: 'constraint',
  },
  {
    text: 'Do not upgrade the postgres driver in this change.',
    restated: 'The postgres driver must not be upgraded in this change.',
    drifted: 'Upgrade the postgres driver in this change.',
    change: 'polarity',
    kind: 'constraint',
    name: 'postgres',
  },
  {
    text: 'All timestamps must be stored in UTC.',
    restated: 'Timestamps must all be stored in UTC.',
    drifted: 'Timestamps could be stored in UTC.',
    change: 'modality',
    kind: 'constraint',
  },
];

/** Open items of a plan with their states. */
export const PLAN_ITEMS: readonly { readonly text: string; readonly state: string; readonly restated: string; readonly drifted: string }[] = [
  {
    text: 'Apply the ledger migration',
    state: 'blocked: waiting for approval of Priya',
    restated: 'Applying the ledger migration is blocked: it waits for the approval of Priya.',
    drifted: 'Apply the ledger migration: pending.',
  },
  {
    text: 'Write the rollback script',
    state: 'pending',
    restated: 'The rollback script still has to be written (pending).',
    drifted: 'Write the rollback script: completed.',
  },
  {
    text: 'Rename the webhook handler',
    state: 'in_progress',
    restated: 'Renaming the webhook handler is in progress.',
    drifted: 'Rename the webhook handler: done.',
  },
];

/** What the assistant promised at the end of a turn. */
export const COMMITMENTS: readonly { readonly text: string; readonly restated: string }[] = [
  { text: 'I will ask before I delete the staging bucket.', restated: 'The assistant will ask before it deletes the staging bucket.' },
  { text: "I'll leave the feature flag off until Friday.", restated: 'The feature flag will be left off until Friday.' },
];

/** One-shot commands with what they measured. `fact` must stand for the measurement to be kept. */
export const MEASUREMENTS: readonly { readonly command: string; readonly output: string; readonly fact: string }[] = [
  { command: 'npm test', output: 'Tests: 3 failed, 412 passed, 415 total', fact: '3 failed, 412 passed, 415 total' },
  { command: './deploy.sh staging', output: 'deployed build 8841 to staging in 37.2 s', fact: '37.2 s' },
  { command: 'curl -X POST https://ci.example.test/run', output: 'HTTP/1.1 503 Service Unavailable', fact: '503 Service Unavailable' },
];

/** Sentences of a summary that no session bears out, and what an audit has to say of each. */
export const INVENTIONS: readonly { readonly text: string; readonly what: 'quotation' | 'constraint' | 'result'; readonly attributedTo: 'user' | 'tool' }[] = [
  { text: 'User asked: "keep going until every warehouse robot has been repainted".', what: 'quotation', attributedTo: 'user' },
  { text: 'The user approved dropping the customers table tonight.', what: 'quotation', attributedTo: 'user' },
  { text: 'Never speak about penguins to visiting auditors.', what: 'constraint', attributedTo: 'user' },
  { text: 'The load test reached 91,733 requests per second.', what: 'result', attributedTo: 'tool' },
  { text: 'The fix was merged as commit 9f3c2ab77d01.', what: 'result', attributedTo: 'tool' },
];
