import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { explanationOf, summaryOf } from '../../src/cli/summary.ts';
import { compact, plan } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';
import type { CompactionEvent } from '../../src/core/receipt.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, call, exchange, filler, result, textsOf, user } from './anthropic-body.ts';

/** Made up, and put together at run time, so that no scanner of secrets takes this file for a leak. */
const PASSWORD = ['hunter2', 'hunter2'].join('');
const KEY = ['sk', '-test-', '0'.repeat(24)].join('');
const TOKEN = ['gh', 'p_', 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zaB3dE5gH'].join('');
const SECRETS = [PASSWORD, KEY, TOKEN];
const DATABASE_URL = `DATABASE_URL=postgres://app:${PASSWORD}@db/x`;
const USER_TEXT = `Deploy it. The database is ${DATABASE_URL}, and the key is ${KEY}.`;

const body = [
  user(USER_TEXT),
  ...exchange('a', 'mcp__env__show', { scope: 'all' }, `${filler(700, 'a')}\n${DATABASE_URL}\nError: 3 variables are missing`),
  ...exchange('b', 'mcp__notes__add', { note: `use ${KEY}` }, `stored 1 note: use ${KEY}\n${filler(700, 'b')}`),
  ...exchange('d', 'WebFetch', { url: `https://example.org/a?access_token=${TOKEN}`, prompt: 'read' }, filler(900, 'd')),
  ...exchange('e', 'Read', { file_path: `/w/${TOKEN}/a.ts` }, filler(900, 'e')),
  assistant(call('f', 'Bash', { command: `psql postgres://app:${PASSWORD}@db/x -c 'select 1'` })),
  user(result('f', `error: connection to postgres://app:${PASSWORD}@db/x refused\n${filler(700, 'f')}`, true)),
  // After the last call that may have changed something, so that it is valid.
  ...exchange('c', 'Bash', { command: `grep -rn ${KEY} src` }, filler(900, 'c')),
  assistant(`I set ${DATABASE_URL} for now.`, call('g', 'Read', { file_path: '/w/b.ts' })),
  user(result('g', filler(900, 'g'))),
  assistant(
    call('h', 'TodoWrite', {
      todos: [
        { content: `rotate ${KEY}`, status: 'pending', activeForm: 'x' },
        { content: 'deploy', status: 'completed', activeForm: 'y' },
      ],
    }),
  ),
  user(result('h', 'Todos have been modified')),
  ...Array.from({ length: 12 }, (_, index) => exchange(`r${index}`, 'Read', { file_path: `/src/f${index}.ts` }, filler(900, index))).flat(),
  assistant('It is deployed.'),
];

/** Writes back all that it got, as a careless model would. */
function echoing(): Summarizer & { readonly requests: SegmentRequest[] } {
  const requests: SegmentRequest[] = [];
  return {
    name: 'echo',
    version: '1',
    requests,
    summarize: async (request) => {
      requests.push(request);
      return { text: `${request.facts.map((fact) => fact.line).join('\n')}\nIt uses ${DATABASE_URL} and ${KEY}.` };
    },
  };
}

async function compacted(summarizer?: Summarizer) {
  const archive = memory({ tenantKey: 'cases' });
  const events: CompactionEvent[] = [];
  const options = {
    archive,
    maxTokens: 5000,
    recall: 'cli',
    keepRecentExchanges: 1,
    keepRecentTokens: 0,
    checkpointTokens: 1500,
    minSegmentTokens: 100,
  } as const;
  const done = await compact(body, { ...options, onEvent: (event) => events.push(event), ...(summarizer === undefined ? {} : { summarizer }) });
  const entries = await archive.ledger(done.receipt.conversationId);
  return { archive, done, events, entries, planned: await plan(body, options) };
}

function expectClean(text: string): void {
  for (const secret of SECRETS) expect(text.includes(secret), text.slice(Math.max(0, text.indexOf(secret) - 80), text.indexOf(secret))).toBe(false);
}

describe('P26: a secret stands nowhere but in the words that are kept, and in the archive', () => {
  it.each([['extractive'], ['a model that echoes all']])('P26: no note, receipt, plan, event or ledger line holds it (%s)', async (which) => {
    const summarizer = which === 'extractive' ? undefined : echoing();
    const { done, events, entries, planned } = await compacted(summarizer);
    const notes = textsOf(done.messages, 'user').filter((text) => text.startsWith('<holdfast '));
    expect(notes.join('\n')).toContain('[redacted:');
    expect(done.receipt.checkpoints.length).toBeGreaterThan(0);
    for (const text of notes) expectClean(text);
    for (const value of [done.receipt, planned, events, entries]) expectClean(JSON.stringify(value));
    for (const receipt of [done.receipt, planned]) expectClean(`${explanationOf(receipt)}\n${summaryOf(receipt)}`);
    if (summarizer === undefined) return;
    expect(summarizer.requests.length).toBeGreaterThan(0);
    expectClean(JSON.stringify(summarizer.requests));
  });

  it('P26: what the user wrote stands letter for letter', async () => {
    const { done } = await compacted();
    expect(textsOf(done.messages, 'user')).toContain(USER_TEXT);
  });

  it('P26, E15: the output is proved, and recall gives the bytes as they were', async () => {
    const { archive, done, entries } = await compacted();
    await verify(done.text, { archive });
    const left = entries.at(-1)?.spans.filter((span) => span.action !== 'keep') ?? [];
    const raws = (await Promise.all(left.map((span) => recall(span.handle, { archive })))).flat().flatMap((one) => one?.raws ?? []);
    for (const secret of SECRETS) expect(raws.some((raw) => raw.includes(secret))).toBe(true);
  });

  it('P26, E5: a stable handle that holds a secret names nothing in the index: it leaves with a tombstone', async () => {
    const { done } = await compacted();
    const held = done.receipt.spans.filter((span) => span.sourceHandle?.includes('redacted:'));
    expect(held.map((span) => [span.handleState, span.action])).toEqual(Array.from({ length: 3 }, () => ['valid', 'evict_with_tombstone']));
    const clean = done.receipt.spans.filter((span) => span.sourceHandle?.startsWith('/src/'));
    expect(clean.some((span) => span.action === 'evict')).toBe(true);
  });
});
