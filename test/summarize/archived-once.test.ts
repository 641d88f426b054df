import { describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import type { SegmentRequest, Summarizer } from '../../src/core/checkpoint/summarizer.ts';
import { verify } from '../../src/verify-output.ts';
import { assistant, call, exchange, filler, result, user } from '../cases/anthropic-body.ts';

const body = [
  user('Repair the orders service.'),
  ...Array.from({ length: 18 }, (_, number) => [
    assistant(call(`c${number}`, 'deploy', { part: number })),
    user(result(`c${number}`, `${filler(300, `s${number}`)}\nError: part-${number} was refused by host-${number}.internal\nexit code ${number + 20}`, true)),
  ]).flat(),
  assistant('It runs again.'),
  user('Good. Now write the report.'),
  ...exchange('y', 'deploy', { part: 'y' }, 'done'),
  ...exchange('z', 'deploy', { part: 'z' }, 'done'),
];

const factsOf = (request: SegmentRequest): string => [...new Set(request.facts.filter((fact) => fact.isRequired).map((fact) => fact.line))].join('\n');

/** The handles of each `put`, in order. */
function counting(archive: Archive): { readonly archive: Archive; readonly puts: (readonly string[])[] } {
  const puts: (readonly string[])[] = [];
  const put: Archive['put'] = (conversationId, spans) => {
    puts.push(spans.map((one) => one.handle));
    return archive.put(conversationId, spans);
  };
  const counted = new Proxy(archive, {
    get: (target, name) => {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { archive: counted, puts };
}

async function run({ archive, puts } = counting(memory({ tenantKey: 'once' })), summarizer?: Summarizer) {
  const options = { format: 'anthropic' as const, archive, recall: 'tool' as const, maxTokens: 4500, checkpointTokens: 2500, keepRecentTokens: 0 };
  const output = await compact(body, { ...options, ...(summarizer === undefined ? {} : { summarizer }) });
  return { ...output, archive, puts };
}

describe('DESIGN §3, C12: what is archived before a model is asked', () => {
  it('given a model, then everything is in the archive before it is asked, and no span is put twice', async () => {
    const { archive, puts } = counting(memory({ tenantKey: 'once' }));
    let putsThen: number | undefined;
    const summarizer: Summarizer = {
      name: 'scripted',
      version: '1',
      summarize: async (request) => {
        putsThen ??= puts.length;
        return { text: factsOf(request) };
      },
    };
    const { text, receipt } = await run({ archive, puts }, summarizer);
    expect(putsThen).toBe(1);
    const handles = puts.flat();
    expect(handles.length).toBeGreaterThan(receipt.spans.length);
    expect(new Set(handles).size).toBe(handles.length);
    await verify(text, { archive });
  });

  it('given none, then all is put at once', async () => {
    const { text, archive, puts } = await run();
    expect(puts).toHaveLength(1);
    await verify(text, { archive });
  });
});
