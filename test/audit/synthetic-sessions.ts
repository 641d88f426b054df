import type { Fate } from '../../src/audit/report.ts';
import { seeded } from '../generators/seeded.ts';
import { ClaudeTranscript } from './claude-transcript.ts';
import { COMMITMENTS, INVENTIONS, MEASUREMENTS, PLAN_ITEMS, USER_STATEMENTS } from './synthetic-statements.ts';

/** What an audit of the session has to say, by construction. */
export interface Expected {
  /** By text: of statements that are neither kept nor restated. */
  readonly losses: ReadonlyMap<string, { readonly fate: Fate; readonly kind: string; readonly change?: string }>;
  readonly standing: ReadonlyMap<string, Fate>;
  readonly invented: readonly { readonly text: string; readonly what: string; readonly attributedTo: string }[];
  readonly rejections: number;
  readonly errors: number;
  readonly rereads: number;
  readonly repeatedFailures: number;
  /** Text of the lost statement that a rejection after the compaction touches. */
  readonly touched: string | undefined;
}

export interface SyntheticSession {
  readonly text: string;
  readonly expected: Expected;
}

class Choice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }

  bool(): boolean {
    return this.next() < 0.5;
  }

  shuffled<T>(values: readonly T[]): readonly T[] {
    return values
      .map((value) => ({ value, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value);
  }
}

/** One of 2^k sessions: every statement gets a fate, every sort of damage is there or not. The same seed gives the same one. */
export function syntheticSession(seed: number): SyntheticSession {
  const random = new Choice(seed);
  const transcript = new ClaudeTranscript(seed);
  const losses = new Map<string, { fate: Fate; kind: string; change?: string }>();
  const standing = new Map<string, Fate>();
  const summary: string[] = [];
  const judge = (text: string, kind: string, fate: Fate, told: { restated: string; drifted?: string; change?: string }): void => {
    if (fate === 'kept') summary.push(`- ${text}`);
    if (fate === 'restated') summary.push(`- ${told.restated}`);
    if (fate === 'drifted' && told.drifted !== undefined) summary.push(`- ${told.drifted}`);
    if (fate === 'kept' || fate === 'restated') standing.set(text, fate);
    else losses.set(text, { fate, kind, ...(fate === 'drifted' && told.change !== undefined ? { change: told.change } : {}) });
  };

  const statements = random.shuffled(USER_STATEMENTS).slice(0, 4);
  transcript.user(statements.map(({ text }) => text).join(' '));
  for (const statement of statements) judge(statement.text, statement.kind, random.pick(['kept', 'restated', 'drifted', 'lost']), statement);

  for (let at = 0; at < 6; at++) transcript.exchange('Read', { file_path: `/w/src/part${at}.ts` }, `export const part${at} = () => ${'x'.repeat(300)};`);
  const item = random.pick(PLAN_ITEMS);
  transcript.exchange('TodoWrite', { todos: [{ content: item.text, status: item.state, activeForm: item.text }] }, 'Todos have been modified successfully.');
  judge(item.text, 'open-work', random.pick(['restated', 'drifted', 'lost']), { ...item, change: 'state' });

  const measured = random.pick(MEASUREMENTS);
  transcript.exchange('Bash', { command: measured.command }, measured.output);
  judge(measured.output, 'measurement', random.pick(['kept', 'lost']), { restated: measured.output });
  const failing = { command: 'make retry-import', output: 'Exit code 2\nmake: *** [retry-import] Error 2' };
  transcript.exchange('Bash', { command: failing.command }, failing.output, true);
  judge('make: *** [retry-import] Error 2', 'measurement', 'kept', { restated: '' });

  const commitment = random.pick(COMMITMENTS);
  transcript.assistant(commitment.text);
  judge(commitment.text, 'commitment', random.pick(['kept', 'restated', 'lost']), commitment);
  transcript.user('go on');
  for (let at = 6; at < 12; at++) transcript.exchange('Read', { file_path: `/w/src/part${at}.ts` }, `export const part${at} = () => ${'y'.repeat(300)};`);

  const invented = random.pick([[], [random.pick(INVENTIONS)], random.shuffled(INVENTIONS).slice(0, 2)]);
  for (const one of invented) summary.push(`- ${one.text}`);
  transcript.compaction(summary.join('\n'));

  const lostPath = statements.find(({ text, name }) => name?.includes('/') && losses.has(text));
  const isTouched = lostPath?.name !== undefined && random.bool();
  const isReread = random.bool();
  const isRepeated = random.bool();
  transcript.exchange('Read', { file_path: '/w/src/new.ts' }, 'export {};');
  if (isTouched)
    transcript.exchange('Write', { file_path: `${lostPath?.name?.replace(/\/$/, '')}/limits.conf`, content: 'x' }, 'EACCES: permission denied', true);
  if (isReread) transcript.exchange('Read', { file_path: '/w/src/part3.ts' }, `export const part3 = () => ${'x'.repeat(300)};`);
  if (isRepeated) transcript.exchange('Bash', { command: failing.command }, failing.output, true);
  for (let at = 0; at < 3; at++) transcript.exchange('Read', { file_path: `/w/src/later${at}.ts` }, 'export {};');
  return {
    text: transcript.text(),
    expected: {
      losses,
      standing,
      invented: invented.map(({ text, what, attributedTo }) => ({ text, what, attributedTo })),
      rejections: isTouched ? 1 : 0,
      errors: isRepeated ? 1 : 0,
      rereads: isReread ? 1 : 0,
      repeatedFailures: isRepeated ? 1 : 0,
      touched: isTouched ? lostPath?.text : undefined,
    },
  };
}
