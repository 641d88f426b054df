import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import type { PluginHost } from '../../src/integrations/host-adapter.ts';
import { serveHost } from '../../src/integrations/serve-host.ts';
import { longResult, RULE } from '../live/agent.ts';
import { runsOf } from '../properties/compacting.ts';
import { hostSession, TEST_HOSTS } from './host-sessions.ts';

type Answer = Readonly<Record<string, unknown>> & { readonly result?: Readonly<Record<string, unknown>>; readonly error?: { readonly code: string } };

/** A host's end of the pipe. */
class Pipe {
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #answers: Answer[] = [];
  readonly #lines = createInterface({ input: this.#output });
  readonly #served: Promise<void>;
  #lastId = 0;

  constructor(host: PluginHost, options: { readonly archive?: Archive; readonly maxLineBytes?: number } = {}) {
    this.#lines.on('line', (line) => this.#answers.push(JSON.parse(line) as Answer));
    // The output's errors come here too.
    this.#lines.on('error', () => undefined);
    this.#served = serveHost({ host, input: this.#input, output: this.#output, archive: memory(), ...options });
  }

  write(text: string | Buffer): void {
    this.#input.write(text);
  }

  async answers(count: number): Promise<readonly Answer[]> {
    while (this.#answers.length < count) await once(this.#lines, 'line');
    return this.#answers.splice(0);
  }

  async ask(method: string, params: unknown): Promise<Answer> {
    this.write(`${JSON.stringify({ id: ++this.#lastId, method, params })}\n`);
    const [answer] = await this.answers(1);
    expect(answer?.['id']).toBe(this.#lastId);
    return answer ?? {};
  }

  /** The host ends. */
  async end(): Promise<void> {
    this.#input.end();
    await this.#served;
  }

  async outputGone(): Promise<void> {
    this.#output.destroy(new Error('EPIPE'));
    await this.#served;
  }
}

const pipes: Pipe[] = [];

function pipeOf(...args: ConstructorParameters<typeof Pipe>): Pipe {
  const pipe = new Pipe(...args);
  pipes.push(pipe);
  return pipe;
}

afterEach(async () => {
  for (const pipe of pipes.splice(0)) await pipe.end();
});

const CONTEXT = { sessionId: 's', window: 20_000 };

describe('§10: no line makes the server fail', () => {
  it('lines of whatever bytes → an answer with an error for each, and the next request is served', async () => {
    const pipe = pipeOf('pi');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.uint8Array().map(String)), async (line) => {
        pipe.write(`${line.replaceAll('\n', ' ')}\n`);
        const [answer] = await pipe.answers(1);
        expect(answer?.error?.code).toMatch(/^(?:request-unreadable|method-unknown)$/);
      }),
      runsOf(100),
    );
    expect(await pipe.ask('context', { ...CONTEXT, messages: [] })).toMatchObject({ result: { status: 'passed' } });
  });

  it('parameters of whatever shape → an answer, and never a fault', async () => {
    const pipe = pipeOf('opencode');
    const method = fc.constantFrom('context', 'compact', 'recall', 'note');
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ sessionId: fc.string(), window: fc.integer(), messages: fc.array(fc.jsonValue()), input: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(method, params, async (name, value) => {
        const answer = await pipe.ask(name, value);
        expect(answer.result !== undefined || answer.error !== undefined).toBe(true);
        expect(answer.error?.code).not.toBe('fault');
      }),
      runsOf(100),
    );
  });

  it('a line that is too long, in pieces → an error, nothing of it is kept, and the next request is served', async () => {
    const pipe = pipeOf('pi', { maxLineBytes: 1_000 });
    for (let piece = 0; piece < 50; piece++) pipe.write('x'.repeat(900));
    pipe.write('\n');
    expect(await pipe.answers(1)).toMatchObject([{ id: null, error: { code: 'line-too-long' } }]);
    expect(await pipe.ask('context', { ...CONTEXT, messages: [] })).toMatchObject({ result: { status: 'passed' } });
  });

  it('a request cut in the middle of a character, and two in one piece → each is answered', async () => {
    const pipe = pipeOf('pi');
    const line = Buffer.from(`${JSON.stringify({ id: 'ü', method: 'context', params: { ...CONTEXT, messages: [] } })}\n`);
    const middle = line.indexOf('ü') + 1;
    pipe.write(line.subarray(0, middle));
    pipe.write(line.subarray(middle));
    pipe.write(Buffer.concat([line, line]));
    expect((await pipe.answers(3)).map(({ id }) => id)).toEqual(['ü', 'ü', 'ü']);
  });

  it('an input that ends in the middle of a line, and an output that is gone → it ends', async () => {
    const pipe = new Pipe('pi');
    pipe.write('{"id":1,"method":"con');
    await pipe.end();
    await new Pipe('pi').outputGone();
  });

  it('E7 → an error with its code, and no word of the conversation in it', async () => {
    const messages = Array.from({ length: 25 }, (_, number) => TEST_HOSTS.pi.user(longResult(number), number));
    const answer = await pipeOf('pi').ask('context', { ...CONTEXT, messages });
    expect(answer.error?.code).toBe('invariant-unmet');
    expect(JSON.stringify(answer)).not.toContain('line 0 of file');
  });
});

describe('§8: requests at once', () => {
  it('two of one session → one compaction, and both get it', async () => {
    const pipe = pipeOf('pi');
    const messages = hostSession('pi', 16);
    const lines = [1, 2].map((id) => `${JSON.stringify({ id, method: 'context', params: { ...CONTEXT, messages } })}\n`);
    pipe.write(lines.join(''));
    const answers = await pipe.answers(2);
    const results = answers.map(({ result }) => result?.['edits']);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toBeDefined();
  });
});

describe('the compaction that pi asks for', () => {
  const messages = hostSession('pi', 20);
  const entries = messages.map((message, index) => ({
    type: 'message',
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: '2026-01-01T00:00:00.000Z',
    message,
  }));
  const params = { ...CONTEXT, entries, firstKeptEntryId: 'e31', tokensBefore: 19_000 };

  it('E5: the rule stands in the summary letter for letter, what is kept is not in it, and its handles lead to the rest', async () => {
    const pipe = pipeOf('pi');
    const { result = {} } = await pipe.ask('compact', params);
    expect(result).toMatchObject({ firstKeptEntryId: 'e31', tokensBefore: 19_000, details: { holdfast: { compactionId: expect.stringMatching(/^c_/) } } });
    const summary = String(result['summary']);
    expect(summary).toContain(`> Move the orders to the new table. ${RULE}`);
    expect(summary).toContain('src/file14.ts');
    expect(summary).not.toContain('src/file15.ts');
    const [handle] = /hf_[a-z2-7]{20}/.exec(summary) ?? [];
    const recalled = await pipe.ask('recall', { sessionId: 's', input: { handle, limit: 20_000 } });
    expect(recalled.result).toMatchObject({ isError: false, text: expect.stringContaining(longResult(0)) });
  });

  it('§10: a search and turns look into what that compaction moved out, in a later process too, and never into another session', async () => {
    const archive = memory();
    await pipeOf('pi', { archive }).ask('compact', params);
    const other = entries.map((entry) => ({ ...entry, message: TEST_HOSTS.pi.user('The zebra is a secret.', 1) }));
    await pipeOf('pi', { archive }).ask('compact', { ...params, sessionId: 'other', entries: other });
    const later = pipeOf('pi', { archive });
    const askedFor = async (input: unknown, sessionId = 's'): Promise<string> => String((await later.ask('recall', { sessionId, input })).result?.['text']);
    expect(await askedFor({ search: 'line 0 of file' })).toMatch(/^- hf_/);
    expect(await askedFor({ turns: '1' })).toContain(RULE);
    expect(await askedFor({ search: 'zebra' })).toBe('Nothing found. Try fewer or other words.');
    expect(await askedFor({ search: 'zebra', handle: '' }, 'new')).toBe('Nothing was moved out of this conversation yet.');
  });

  it('E12: a second compaction is made from the entries, not from the first summary, and is the same each time', async () => {
    const pipe = pipeOf('pi');
    const first = await pipe.ask('compact', params);
    const compaction = { ...first.result, type: 'compaction', id: 'k1', parentId: 'e40', timestamp: '2026-01-01T00:00:00.000Z', fromHook: true };
    const later = { type: 'message', id: 'f1', parentId: 'k1', timestamp: '2026-01-01T00:00:00.000Z', message: TEST_HOSTS.pi.user('Now the users.', 9) };
    const again = { ...params, entries: [...entries, compaction, later], firstKeptEntryId: 'f1' };
    const second = await pipe.ask('compact', again);
    const summary = String(second.result?.['summary']);
    expect(summary.split(RULE)).toHaveLength(2);
    expect(summary).toContain('src/file19.ts');
    expect(summary).not.toContain('Now the users.');
    expect(await pipe.ask('compact', again)).toMatchObject({ result: second.result });
  });

  it('E3a: the summary is protected in the requests after it, however long', async () => {
    const rules = Array.from({ length: 120 }, (_, number) => TEST_HOSTS.pi.user(`Never touch anything under config/part${number} of the whole tree.`, number));
    const long = [...rules, ...messages].map((message, index) => ({ ...entries[0], id: `e${index}`, parentId: index === 0 ? null : `e${index - 1}`, message }));
    const pipe = pipeOf('pi');
    const { result = {} } = await pipe.ask('compact', { ...params, window: 60_000, entries: long, firstKeptEntryId: 'e130' });
    const after = [{ role: 'compactionSummary', summary: result['summary'], tokensBefore: 1, timestamp: 1 }, ...hostSession('pi', 40, 'later')];
    const { result: sent = {} } = await pipe.ask('context', { ...CONTEXT, messages: after });
    expect(sent['status']).toBe('compacted');
    expect(sent['edits']).toEqual(expect.arrayContaining([{ message: 0 }]));
    expect(String(result['summary'])).toContain('config/part119');
  });
});

describe('the compaction that OpenCode asks for', () => {
  it('E5: its summarizer is told the rule, and the note is there for the requests after it, in another process too', async () => {
    const archive = memory();
    const pipe = pipeOf('opencode', { archive });
    const { result = {} } = await pipe.ask('compact', { ...CONTEXT, messages: hostSession('opencode', 20) });
    const [instructions = '', note = ''] = result['context'] as readonly string[];
    expect(instructions).toContain(RULE);
    expect(note).toContain(RULE);
    expect(await pipeOf('opencode', { archive }).ask('note', { sessionId: 's' })).toMatchObject({ result: { text: note } });
    expect(await pipe.ask('note', { sessionId: 'other' })).toMatchObject({ result: { text: null } });
  });
});
