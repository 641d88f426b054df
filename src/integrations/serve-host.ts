import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { Archive } from '../archive/archive.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { TokenCount } from '../core/token-count.ts';
import { answerRecallWithin, type RecallAnswer } from '../live/recall-answer.ts';
import { loadO200k } from '../tokens/o200k-counter.ts';
import type { HostAdapter, PluginHost } from './host-adapter.ts';
import { type HostAnswer, HostCompactor, type HostEvent } from './host-compactor.ts';
import { keepNote, keepScope, keptNote, keptScope, noteOfPiBranch, noteOfRequest } from './host-note.ts';
import { LINE_BYTES_MAX, type ReadLine, readLines } from './json-lines.ts';
import { OPENCODE } from './opencode-messages.ts';
import { PI } from './pi-messages.ts';

export interface ServeHostOptions {
  readonly host: PluginHost;
  readonly input: Readable;
  readonly output: Writable;
  readonly archive: Archive;
  /** Of the model's context, in the place of what the host tells. */
  readonly window?: TokenCount | undefined;
  readonly maxLineBytes?: number | undefined;
  readonly onEvent?: ((event: HostEvent) => void) | undefined;
}

const ADAPTERS: Readonly<Record<PluginHost, HostAdapter>> = { pi: PI, opencode: OPENCODE };
/** Requests that are worked on at once: a host has a few sub-agents. */
const RUNNING_MAX = 64;

/**
 * Serves one host's plugin: a request a line, `{id, method, params}`, and an answer a line, `{id, result}` or
 * `{id, error: {code, message}}`, in whatever order. Ends with its input. No line makes it fail.
 */
export async function serveHost(options: ServeHostOptions): Promise<void> {
  const server = new HostServer(options);
  const running = new Set<Promise<void>>();
  // The host is gone: what still runs has nobody to tell.
  options.output.on('error', () => options.input.destroy());
  try {
    for await (const line of readLines(options.input, options.maxLineBytes ?? LINE_BYTES_MAX)) {
      if (running.size >= RUNNING_MAX) await Promise.race(running);
      const answered = server.answer(line).then((text) => write(options.output, text));
      const work = answered.finally(() => running.delete(work));
      running.add(work);
    }
  } catch (error) {
    if (!options.input.destroyed) throw error;
  }
  await Promise.allSettled(running);
  await server.close();
}

function write(output: Writable, text: string): void {
  if (output.writable) output.write(`${text}\n`);
}

const request = z.looseObject({ id: z.union([z.int(), z.string().max(100)]), method: z.string(), params: z.unknown() });
const session = { sessionId: z.string().min(1).max(500) };
const tokens = z.int().min(1).max(1_000_000_000);
const context = z.looseObject({ ...session, messages: z.array(z.unknown()), window: tokens, outputTokens: tokens.optional() });
const piCompaction = z.looseObject({ ...session, entries: z.array(z.unknown()), firstKeptEntryId: z.string(), tokensBefore: z.number(), window: tokens });
const openCodeCompaction = z.looseObject({ ...session, messages: z.array(z.unknown()), window: tokens });
const recalling = z.looseObject({ ...session, input: z.unknown() });
const noting = z.looseObject(session);

type Method = (params: unknown) => Promise<unknown>;

class HostServer {
  readonly #options: ServeHostOptions;
  readonly #adapter: HostAdapter;
  readonly #compactor: HostCompactor;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(options: ServeHostOptions) {
    const { host, archive, onEvent } = options;
    this.#options = options;
    this.#adapter = ADAPTERS[host];
    this.#compactor = new HostCompactor({ adapter: this.#adapter, archive, onEvent });
    this.#methods = new Map<string, Method>([
      ['context', (params) => this.#context(context.parse(params))],
      ['compact', (params) => (host === 'pi' ? this.#compactPi(piCompaction.parse(params)) : this.#compactOpenCode(openCodeCompaction.parse(params)))],
      ['recall', (params) => this.#recall(recalling.parse(params))],
      ['note', async (params) => ({ text: (await keptNote(archive, host, noting.parse(params).sessionId)) ?? null })],
    ]);
  }

  /** The answer's line. */
  async answer(line: ReadLine): Promise<string> {
    if ('isTooLong' in line) return failure(null, { code: 'line-too-long', message: 'the line is longer than may be: the conversation goes on as it is' });
    const read = requestIn(line.text);
    if (read === undefined) return failure(null, { code: 'request-unreadable', message: 'the line is no request' });
    const method = this.#methods.get(read.method);
    if (method === undefined)
      return failure(read.id, { code: 'method-unknown', message: `there is no method of that name: ${[...this.#methods.keys()].join(', ')}` });
    try {
      return JSON.stringify({ id: read.id, result: await method(read.params) });
    } catch (error) {
      return failure(read.id, problemOf(error));
    }
  }

  close(): Promise<void> {
    return this.#compactor.close();
  }

  #context(call: z.infer<typeof context>): Promise<HostAnswer> {
    return this.#compactor.prepare({ ...call, window: this.#options.window ?? call.window });
  }

  async #compactPi({ sessionId, entries, firstKeptEntryId, tokensBefore, window }: z.infer<typeof piCompaction>): Promise<unknown> {
    const note = await noteOfPiBranch({ sessionId, entries, firstKeptEntryId }, this.#noteOptions(window));
    await keepScope(this.#options.archive, 'pi', sessionId, note);
    const { compactionId, conversationId, text } = note;
    return { summary: text, firstKeptEntryId, tokensBefore, details: { holdfast: { compactionId, conversationId } } };
  }

  /** OpenCode's summarizer writes all the same: what it must say is told to it, and the note is put beside what it says. */
  async #compactOpenCode({ sessionId, messages, window }: z.infer<typeof openCodeCompaction>): Promise<unknown> {
    const note = await noteOfRequest(this.#adapter.read(messages).request.body(undefined), { ...this.#noteOptions(window), tools: this.#adapter.tools });
    await keepNote(this.#options.archive, 'opencode', sessionId, note);
    await keepScope(this.#options.archive, 'opencode', sessionId, note);
    return { context: [note.instructions, note.text].filter((text) => text !== '') };
  }

  #noteOptions(window: TokenCount) {
    return { hostTitle: this.#adapter.title, archive: this.#options.archive, window: this.#options.window ?? window };
  }

  async #recall({ sessionId, input }: z.infer<typeof recalling>): Promise<RecallAnswer> {
    const { archive, host } = this.#options;
    const live = this.#compactor.recallScopeOf(sessionId);
    const scope = live.conversationId === undefined ? await keptScope(archive, host, sessionId) : live;
    return answerRecallWithin(input, { archive, counter: await loadO200k(), ...scope });
  }
}

function requestIn(line: string): z.infer<typeof request> | undefined {
  try {
    return request.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

interface Problem {
  readonly code: string;
  readonly message: string;
}

/** No content of a conversation is in it. */
function problemOf(error: unknown): Problem {
  if (HoldfastError.is(error)) return { code: error.code, message: `${error.what}. ${error.next}` };
  if (error instanceof z.ZodError) {
    const places = error.issues.map(({ path }) => path.join('.'));
    return { code: 'params-invalid', message: `the parameters are not those of the method: ${places.join(', ')}` };
  }
  return { code: 'fault', message: 'a fault of holdfast itself' };
}

function failure(id: number | string | null, error: Problem): string {
  return JSON.stringify({ id, error });
}
