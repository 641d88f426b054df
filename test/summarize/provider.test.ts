import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SegmentRequest } from '../../src/core/checkpoint/summarizer.ts';
import { SummarizerError } from '../../src/core/errors/summarizer-error.ts';
import { holdsAnchor } from '../../src/core/facts/anchors.ts';
import { type ModelSummarizerOptions, modelSummarizer } from '../../src/summarize/model.ts';
import { type WriteSegmentsOptions, type WrittenSegment, writeSegments } from '../../src/summarize/write-segments.ts';
import { KEY, MODELS, PROTOCOLS } from './models.ts';
import type { Protocol } from './provider-frames.ts';
import { type Reply, type Script, type ScriptedProvider, startProvider } from './scripted-provider.ts';
import { requestOf, requestsOf } from './segments.ts';
import { smallCheck } from './small-check.ts';
import { DISHONEST, honest, tooLong, tooLongBefore } from './texts.ts';

const providers: ScriptedProvider[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const provider of providers.splice(0)) await provider.close();
});

const answer = (text: string): Reply => ({ kind: 'answer', text });
const honestly: Script = ({ prompt }) => answer(honest(prompt));
/** The replies in turn, the last one for ever. */
const inTurn =
  (...replies: readonly (Reply | Script)[]): Script =>
  (request) => {
    const reply = replies[Math.min(request.number, replies.length - 1)];
    if (reply === undefined) throw new Error('no reply');
    return typeof reply === 'function' ? reply(request) : reply;
  };

interface Run {
  readonly provider: ScriptedProvider;
  readonly waits: readonly number[];
  write(more?: Partial<WriteSegmentsOptions>, requests?: readonly SegmentRequest[]): Promise<readonly WrittenSegment[]>;
}

/** A writer over the real provider package, whose provider is the script. */
async function running(protocol: Protocol, script: Script, model: ModelSummarizerOptions = {}): Promise<Run> {
  const provider = await startProvider(script);
  providers.push(provider);
  const waits: number[] = [];
  const summarizer = modelSummarizer(MODELS[protocol](provider.baseURL), { retries: 2, sleep: async (ms) => void waits.push(ms), now: () => 0, ...model });
  return {
    provider,
    waits,
    write: (more = {}, requests = [requestOf(0)]) => writeSegments(requests, { summarizer, check: smallCheck, concurrency: 2, onError: 'throw', ...more }),
  };
}

const FORBIDDEN = /the user|\[EVICTED|holdfast|should|preferably|812 s\b|None\.|Write the text now/i;

/** What may stand for a segment (the oracle: written apart from the check). */
function expectSound(written: WrittenSegment | undefined, request: SegmentRequest): void {
  const text = written?.text ?? '';
  for (const fact of request.facts.filter((one) => one.isRequired)) expect(holdsAnchor(text, fact.anchor)).toBe(true);
  expect(text).not.toMatch(FORBIDDEN);
  expect(request.count(text)).toBeLessThanOrEqual(request.allowanceTokens);
}

async function failureOf(run: Promise<unknown>): Promise<SummarizerError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof SummarizerError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  it('an honest text stands as it came, with what it cost; each segment is asked once', async () => {
    const run = await running(protocol, honestly);
    const requests = requestsOf(3);
    const written = await run.write({}, requests);
    expect(written.map((one) => one.text)).toEqual(run.provider.requests.toSorted(bySegment).map(({ prompt }) => honest(prompt)));
    for (const [index, one] of written.entries()) {
      expect(one).toMatchObject({ index, attempts: 1, isCached: false, events: [], usage: { inputTokens: 900, outputTokens: 70 } });
      expectSound(one, requests[index] ?? requestOf(index));
    }
    expect(run.provider.requests).toHaveLength(3);
    expect(run.provider.requests.every((request) => request.protocol === protocol)).toBe(true);
  });

  it('an answer that comes slowly is waited for', async () => {
    const run = await running(protocol, ({ prompt }) => ({ kind: 'answer', text: honest(prompt), pauseMs: 30 }));
    expectSound((await run.write())[0], requestOf(0));
  });

  it.each(DISHONEST)('E16: a model that always %s ends in a sound text, or in none', async (_what, textOf, outcome) => {
    const run = await running(protocol, ({ prompt }) => answer(textOf(prompt)));
    const [written] = await run.write();
    const last = written?.events.at(-1)?.name;
    expect(last).toBe({ stands: undefined, repaired: 'segment-repaired', none: 'segment-unwritten' }[outcome]);
    if (outcome === 'none') expect(written).not.toHaveProperty('text');
    else expectSound(written, requestOf(0));
    expect(run.provider.requests).toHaveLength(outcome === 'stands' ? 1 : 2);
  });

  it.each(DISHONEST)('E16: a model that %s once and is honest when asked again ends in a sound text', async (_what, textOf) => {
    const run = await running(
      protocol,
      inTurn(({ prompt }) => answer(textOf(prompt)), honestly),
    );
    expectSound((await run.write())[0], requestOf(0));
  });

  it.each([
    ['long behind its facts', tooLong],
    ['long before its facts', tooLongBefore],
  ])('the allowance is a hard cap: a text that is %s is cut at a sentence, with its required facts', async (_what, textOf) => {
    const run = await running(protocol, ({ prompt }) => answer(textOf(prompt)));
    const [written] = await run.write();
    expectSound(written, requestOf(0));
    expect(run.provider.requests[1]?.prompt).toContain('140 are allowed');
    expect(written?.events.map((event) => event.name)).toEqual(['segment-retried', 'segment-repaired']);
  });

  const NO_TEXT: readonly (readonly [string, Reply, string])[] = [
    ['nothing', answer(''), 'no-text'],
    ['white space', answer(' \n\t \n'), 'no-text'],
    ['thinking alone', { kind: 'answer', text: '', thinking: 'Let me see what they did.' }, 'no-text'],
    ['thinking alone, in the text', answer('<think>Let me see</think>\n'), 'no-text'],
    ['a text that its token limit cut', { kind: 'answer', text: 'Build 1.4.7 took 812 ms. The first', stop: 'limit' }, 'cut-off'],
    ['a refusal by the filter', { kind: 'answer', text: 'Build', stop: 'filter' }, 'filtered'],
  ];

  it.each(NO_TEXT)('P52: %s is asked for once more, then refused with the segment; nothing stands for it', async (_what, reply, failure) => {
    const run = await running(protocol, () => reply);
    const error = await failureOf(run.write());
    expect(error).toMatchObject({ code: 'summarizer-unusable', failure, segment: 0, exitCode: 4 });
    expect(error.message).toMatch(/segment 0/);
    expect(run.provider.requests).toHaveLength(2);
    expect(run.provider.requests[1]?.prompt).toContain('Your first text could not be used');
  });

  it.each(NO_TEXT)('P52: %s at first, and honest when asked again: the text stands', async (_what, reply) => {
    const run = await running(protocol, inTurn(reply, honestly));
    const [written] = await run.write();
    expectSound(written, requestOf(0));
    expect(written).toMatchObject({ attempts: 2, events: [{ name: 'segment-retried' }] });
  });

  it('a model that runs on for ever is stopped, and its beginning is judged as too long', async () => {
    const run = await running(protocol, ({ prompt }) => ({ kind: 'endless', text: `${honest(prompt)} ` }));
    const [written] = await run.write();
    expectSound(written, requestOf(0));
    expect(run.provider.requests).toHaveLength(2);
    expect(await run.provider.aborted(2)).toBe(true);
  });

  const PASSING: readonly (readonly [string, Reply, string])[] = [
    ['429', { kind: 'status', status: 429, errorType: 'rate_limit_error' }, 'rate-limited'],
    ['500', { kind: 'status', status: 500 }, 'overloaded'],
    ['529', { kind: 'status', status: 529, errorType: 'overloaded_error' }, 'overloaded'],
    ['an error in the middle of the stream', { kind: 'stream-error', errorType: 'overloaded_error', text: 'Build' }, 'overloaded'],
    ['events that are no JSON', { kind: 'wrong-json' }, 'broken-answer'],
    ['a page in the place of events', { kind: 'page' }, ''],
    ['a connection destroyed in the middle', { kind: 'cut-socket', text: 'Build 1.4.7 took 812 ms. ' }, ''],
    ['a stream that ends without its end', { kind: 'no-end', text: 'Build 1.4.7 took 812 ms. ' }, ''],
  ];

  it.each(PASSING)('C12: after %s the call is made again, and nothing of the broken answer stands', async (_what, reply) => {
    const run = await running(protocol, inTurn(reply, reply, honestly));
    const [written] = await run.write();
    expectSound(written, requestOf(0));
    expect(written).toMatchObject({ attempts: 1, text: honest(run.provider.requests[0]?.prompt ?? ''), events: [] });
    expect(run.provider.requests).toHaveLength(3);
    expect(run.waits).toEqual([1_000, 2_000]);
  });

  it.each(PASSING)('C20: %s for ever is refused with code, segment and attempts; with a fallback the event says so', async (_what, reply, failure) => {
    const run = await running(protocol, () => reply);
    const error = await failureOf(run.write());
    expect(error).toMatchObject({ segment: 0, attempts: 3, summarizer: expect.stringContaining('scripted') });
    if (failure !== '') expect(error.failure).toBe(failure);
    const [written] = await run.write({ onError: 'fallback', fallback: ({ facts }) => `Seen in order.\n${facts.map((fact) => fact.line).join('\n')}` });
    expectSound(written, requestOf(0));
    expect(written).toMatchObject({ summarizer: 'extractive', isCached: false });
    expect(written?.events.at(-1)).toMatchObject({ name: 'summarizer-failed', message: expect.stringContaining(error.code) });
  });

  it.each([
    ['retry-after in seconds', { 'retry-after': '7' }, 7_000],
    ['retry-after-ms', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    ['retry-after as a date', { 'retry-after': new Date(12_000).toUTCString() }, 12_000],
    ['retry-after that is nothing', { 'retry-after': 'soon' }, 1_000],
  ])('C12: %s is waited for', async (_what, headers, waitMs) => {
    const run = await running(protocol, inTurn({ kind: 'status', status: 429, headers }, honestly));
    await run.write();
    expect(run.waits).toEqual([waitMs]);
  });

  it('C12: a provider that asks for an hour is not waited for; the error says how long', async () => {
    const run = await running(protocol, () => ({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }));
    const error = await failureOf(run.write());
    expect(error.message).toMatch(/3600 seconds/);
    expect(run.provider.requests).toHaveLength(1);
    expect(run.waits).toEqual([]);
  });

  it('a call that gets no answer is ended by its timeout, and made again', async () => {
    const run = await running(protocol, inTurn({ kind: 'hang' }, honestly), { timeoutMs: 150 });
    expectSound((await run.write())[0], requestOf(0));
    const silent = await running(protocol, () => ({ kind: 'hang' }), { timeoutMs: 40, retries: 1 });
    expect(await failureOf(silent.write())).toMatchObject({ failure: 'timed-out', code: 'summarizer-unavailable', attempts: 2 });
  });

  it.each([401, 403, 404, 400, 413])('%i is not asked again', async (status) => {
    const run = await running(protocol, () => ({ kind: 'status', status, errorType: 'authentication_error' }));
    expect(await failureOf(run.write())).toMatchObject({ code: 'summarizer-refused', statusCode: status, attempts: 1 });
    expect(run.provider.requests).toHaveLength(1);
  });

  it('§10: a provider that repeats the key in all it says: no key, header or text of the material is in the error, its cause, the event or on the console', async () => {
    const printed = (['error', 'warn', 'info', 'log'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
    const echo = `wrong key ${KEY}`;
    const headers = { 'x-echo': KEY, 'www-authenticate': `Bearer ${KEY}` };
    for (const reply of [
      { kind: 'status', status: 401, headers, errorType: KEY, message: echo },
      { kind: 'status', status: 500, headers, errorType: echo, message: echo },
      { kind: 'stream-error', errorType: echo, text: echo },
    ] satisfies readonly Reply[]) {
      const run = await running(protocol, () => reply);
      const error = await failureOf(run.write());
      const [written] = await run.write({ onError: 'fallback' });

      const said = [inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error), error.message, error.stack, JSON.stringify(written)].join('\n');
      expect(said).not.toContain(KEY);
      expect(said).not.toContain('ix_orders_1');
      expect(said).toContain(error.code);
      for (const spy of printed) expect(spy).not.toHaveBeenCalled();
      expect(run.provider.requests[0]?.headers[protocol === 'anthropic' ? 'x-api-key' : 'authorization']).toContain(KEY);
    }
  });

  it('an abort ends the call at once, with its reason, and nothing further is asked', async () => {
    const stop = new AbortController();
    const run = await running(protocol, () => {
      stop.abort(new Error('the host ends'));
      return { kind: 'hang' };
    });
    await expect(run.write({ signal: stop.signal, concurrency: 1 }, requestsOf(4))).rejects.toThrow('the host ends');
    expect(run.provider.requests).toHaveLength(1);
    await expect(run.write({ signal: stop.signal })).rejects.toThrow('the host ends');
    expect(run.provider.requests).toHaveLength(1);
  });

  it('§10: OpenAI is told not to keep what it is asked', async () => {
    const run = await running(protocol, honestly);
    await run.write();
    expect(run.provider.requests[0]?.body['store']).toBe(protocol === 'anthropic' ? undefined : false);
  });

  it('the tokens asked for follow the allowance', async () => {
    const run = await running(protocol, honestly, { thinkingTokens: 0 });
    await run.write({}, [requestOf(0, 400)]);
    expect(run.provider.requests[0]?.outputTokensMax).toBe(600);
  });
});

function bySegment(one: { readonly prompt: string }, other: { readonly prompt: string }): number {
  const turnOf = (prompt: string): number => Number(/covers turns (\d+)/.exec(prompt)?.[1]);
  return turnOf(one.prompt) - turnOf(other.prompt);
}
