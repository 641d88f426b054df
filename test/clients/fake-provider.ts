import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { anthropicAnswer } from './anthropic-answer.ts';
import { anthropicProblems } from './anthropic-rules.ts';
import { chatAnswer } from './chat-answer.ts';
import { chatProblems } from './chat-rules.ts';
import { type Answer, type ModelAnswer, type ProviderFault, streamBytes, type Usage, type WireAnswer, type WireFormat } from './provider-answer.ts';
import { type ProviderError, providerError } from './provider-error.ts';
import { ProviderMemory } from './provider-memory.ts';
import { type CountedBy, RequestSizer } from './request-size.ts';
import { responsesAnswer } from './responses-answer.ts';
import { inputItems, responsesProblems } from './responses-rules.ts';
import { isWireObject, objectsOf, type WireObject } from './wire-object.ts';

/** A request that came for an answer of the model. */
export interface ProviderRequest {
  readonly index: number;
  readonly format: WireFormat;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly raw: Buffer;
  readonly body: WireObject;
  /** Messages, or the items of `input`. */
  readonly messages: readonly WireObject[];
  readonly inputTokens: number;
  readonly cachedTokens: number;
  /** Why it was refused; empty when it was valid. */
  readonly problems: readonly string[];
  /** How it was answered, as far as it is known. */
  outcome: 'refused' | 'answered' | 'fault' | 'broken-off' | 'aborted-by-client' | 'open';
}

export interface FakeProviderOptions {
  readonly script: (request: ProviderRequest) => Answer | Promise<Answer>;
  readonly windowTokens?: number;
  readonly bodyBytesMax?: number;
  readonly countedBy?: CountedBy;
  /** Anthropic: a thinking block holds only with the prefix that it was made for (formats.md §1, rule 7). */
  readonly blockBinding?: boolean;
}

const PATHS: ReadonlyMap<string, WireFormat> = new Map([
  ['/v1/messages', 'anthropic'],
  ['/v1/chat/completions', 'openai'],
  ['/v1/responses', 'openai-responses'],
]);
const FORTY_MEGABYTES = 40 * 1024 * 1024;

/** A provider on loopback: it checks each request as a strict server would, remembers it, and answers by a script. */
export class FakeProvider {
  readonly requests: ProviderRequest[] = [];
  /** Method and path of whatever else was asked for. */
  readonly otherRequests: string[] = [];
  readonly #options: FakeProviderOptions;
  readonly #memory = new ProviderMemory();
  readonly #sizer: RequestSizer;
  readonly #server: Server;

  private constructor(options: FakeProviderOptions) {
    this.#options = options;
    this.#sizer = new RequestSizer(options.countedBy ?? 'o200k');
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
  }

  static async start(options: FakeProviderOptions): Promise<FakeProvider> {
    const provider = new FakeProvider(options);
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  /** Without the `/v1` that OpenAI's clients want at its end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests that a real provider would have refused, with the reason. */
  get refused(): readonly ProviderRequest[] {
    return this.requests.filter(({ problems }) => problems.length > 0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const raw = await readAll(request);
    const format = PATHS.get(path);
    if (request.method === 'POST' && format !== undefined) return this.#answer(format, path, raw, request, response);
    this.otherRequests.push(`${request.method} ${path}`);
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: this.#sizer.measure(parsed(raw)).inputTokens });
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [], has_more: false });
    sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: `no ${path}` } });
  }

  async #answer(format: WireFormat, path: string, raw: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = this.#record(format, path, raw, request);
    response.on('close', () => {
      if (recorded.outcome === 'open') recorded.outcome = response.writableFinished ? 'answered' : 'aborted-by-client';
    });
    const error = this.#refusal(recorded);
    if (error !== undefined) {
      recorded.outcome = 'refused';
      return sendError(response, format, error);
    }
    const answer = await this.#options.script(recorded);
    if ('fault' in answer) return sendFault(response, recorded, answer);
    await this.#sendAnswer(response, recorded, answer);
  }

  #record(format: WireFormat, path: string, raw: Buffer, request: IncomingMessage): ProviderRequest {
    const body = parsed(raw);
    const { inputTokens, cachedTokens } = this.#sizer.measure(body);
    const recorded: ProviderRequest = {
      index: this.requests.length,
      format,
      path,
      headers: request.headers,
      raw,
      body,
      messages: format === 'openai-responses' ? inputItems(body['input']) : objectsOf(body['messages']),
      inputTokens,
      cachedTokens,
      problems: [...this.#problems(format, body), ...this.#sizeProblems(raw, inputTokens)],
      outcome: 'open',
    };
    this.requests.push(recorded);
    return recorded;
  }

  #problems(format: WireFormat, body: WireObject): readonly string[] {
    if (format === 'anthropic') return anthropicProblems(body, this.#memory, { blockBinding: this.#options.blockBinding ?? false });
    return format === 'openai' ? chatProblems(body) : responsesProblems(body, this.#memory);
  }

  #sizeProblems(raw: Buffer, inputTokens: number): readonly string[] {
    const windowTokens = this.#options.windowTokens ?? Number.POSITIVE_INFINITY;
    const problems: string[] = [];
    if (raw.length > (this.#options.bodyBytesMax ?? FORTY_MEGABYTES)) problems.push('Request exceeds the maximum size');
    if (inputTokens > windowTokens) problems.push(`prompt is too long: ${inputTokens} tokens > ${windowTokens} maximum`);
    return problems;
  }

  #refusal({ problems }: ProviderRequest): ProviderError | undefined {
    const message = problems.join('\n');
    if (problems.length === 0) return undefined;
    if (message.includes('exceeds the maximum size')) return { kind: 'too-large', message };
    return { kind: message.includes('prompt is too long') ? 'prompt-too-long' : 'invalid', message };
  }

  async #sendAnswer(response: ServerResponse, request: ProviderRequest, answer: ModelAnswer): Promise<void> {
    const wire = this.#wireAnswer(request, answer);
    if (request.body['stream'] !== true) return sendJson(response, 200, wire.json);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': `req_${request.index}` });
    await writeInChunks(response, streamBytes(wire), answer);
    if (answer.brokenOffAt === undefined) {
      // A client may close as soon as it has read the last event, before the end of the stream.
      request.outcome = response.destroyed ? 'aborted-by-client' : 'answered';
      response.end();
      return;
    }
    request.outcome = 'broken-off';
    response.destroy();
  }

  #wireAnswer({ format, body, inputTokens, cachedTokens }: ProviderRequest, answer: ModelAnswer): WireAnswer {
    const said = [answer.thinking, answer.text, ...(answer.calls ?? []).map(({ input }) => JSON.stringify(input))];
    const outputTokens = said.reduce((sum, text) => sum + this.#sizer.countText(text ?? ''), 1);
    const usage: Usage = { inputTokens, cachedTokens, outputTokens };
    if (format === 'anthropic') return anthropicAnswer(answer, body, usage, this.#memory);
    return (format === 'openai' ? chatAnswer : responsesAnswer)(answer, body, usage, this.#memory);
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A body that is no JSON object is read as an empty one, which every validator refuses. */
function parsed(raw: Buffer): WireObject {
  try {
    const value: unknown = JSON.parse(raw.toString());
    return isWireObject(value) ? value : {};
  } catch {
    return {};
  }
}

async function writeInChunks(response: ServerResponse, bytes: Buffer, answer: ModelAnswer): Promise<void> {
  const end = Math.floor(bytes.length * (answer.brokenOffAt ?? 1));
  const step = answer.chunkBytes ?? end;
  for (let start = 0; start < end && !response.destroyed; start += step) {
    if (answer.pauseMs !== undefined) await wait(answer.pauseMs);
    const flowing = response.write(bytes.subarray(start, Math.min(start + step, end)));
    // Each chunk is a write of its own on the socket, and a slow reader is waited for.
    if (!flowing) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    else await wait(0);
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

function sendError(response: ServerResponse, format: WireFormat, error: ProviderError): void {
  const { status, body, headers } = providerError(format, error);
  sendJson(response, status, body, headers);
}

function sendFault(response: ServerResponse, request: ProviderRequest, { fault, retryAfterSeconds }: ProviderFault): void {
  // A provider that hangs says nothing; the client gives up, or the provider is closed.
  if (fault === 'hang') return;
  request.outcome = 'fault';
  sendError(response, request.format, { kind: fault, message: fault, retryAfterSeconds });
}
