import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FRAMES, type Frames, type Protocol, type Stop } from './provider-frames.ts';

/** What the provider does with one request; the same in each protocol. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string; readonly thinking?: string; readonly stop?: Stop; readonly pauseMs?: number }
  | { readonly kind: 'hang' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly errorType?: string;
      readonly message?: string;
    }
  /** Some text, then an error as the protocol sends it in a stream. */
  | { readonly kind: 'stream-error'; readonly errorType: string; readonly text?: string }
  /** An event that is no JSON, in the middle. */
  | { readonly kind: 'wrong-json' }
  /** 200 with a page, as a proxy in between answers. */
  | { readonly kind: 'page' }
  /** The connection is destroyed in the middle of the text. */
  | { readonly kind: 'cut-socket'; readonly text: string }
  /** The text again and again, until the reader goes. */
  | { readonly kind: 'endless'; readonly text: string }
  /** The stream ends in order, without its end. */
  | { readonly kind: 'no-end'; readonly text: string };

export interface ReceivedRequest {
  /** From 0, over all requests. */
  readonly number: number;
  readonly protocol: Protocol;
  /** What the model would read: instructions, then the prompt. */
  readonly system: string;
  readonly prompt: string;
  readonly outputTokensMax: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

export type Script = (request: ReceivedRequest) => Reply | Promise<Reply>;

export interface ScriptedProvider {
  /** For a provider package: `baseURL`. */
  readonly baseURL: string;
  readonly requests: readonly ReceivedRequest[];
  /** Waits until the reader has left so many answers before their end. */
  aborted(count: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A provider on loopback that speaks Anthropic Messages, OpenAI Chat Completions and OpenAI Responses, streaming. */
export async function startProvider(script: Script): Promise<ScriptedProvider> {
  const requests: ReceivedRequest[] = [];
  let leftCount = 0;
  const server = createServer(async (message, response) => {
    const received = await receive(message, requests.length);
    requests.push(received);
    response.on('close', () => {
      if (!response.writableFinished) leftCount++;
    });
    await reply(response, FRAMES[received.protocol], await script(received));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    async aborted(count) {
      while (leftCount < count) await pause(5);
      return true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function receive(message: IncomingMessage, number: number): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
  const protocol = protocolOf(message.url ?? '');
  const outputTokensMax = body['max_tokens'] ?? body['max_completion_tokens'] ?? body['max_output_tokens'];
  return {
    number,
    protocol,
    ...textsOf(body),
    outputTokensMax: typeof outputTokensMax === 'number' ? outputTokensMax : undefined,
    body,
    headers: message.headers,
  };
}

function protocolOf(url: string): Protocol {
  if (url.endsWith('/chat/completions')) return 'openai-chat';
  if (url.endsWith('/responses')) return 'openai-responses';
  if (url.endsWith('/messages')) return 'anthropic';
  throw new Error(`no such place: ${url}`);
}

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}

function textsOf(body: Readonly<Record<string, unknown>>): { readonly system: string; readonly prompt: string } {
  const messages = (body['messages'] ?? body['input'] ?? []) as readonly Message[];
  const textOf = (content: Message['content']): string => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n'));
  const isUser = (message: Message): boolean => message.role === 'user';
  const system = [body['system'], body['instructions']].flatMap((text) => (text === undefined ? [] : [textOf(text as Message['content'])]));
  return {
    system: [...system, ...messages.filter((message) => !isUser(message)).map((message) => textOf(message.content))].join('\n'),
    prompt: messages
      .filter(isUser)
      .map((message) => textOf(message.content))
      .join('\n'),
  };
}

async function reply(response: ServerResponse, frames: Frames, what: Reply): Promise<void> {
  if (what.kind === 'hang') return;
  if (what.kind === 'status') {
    response.writeHead(what.status, { 'content-type': 'application/json', ...what.headers });
    response.end(JSON.stringify(frames.errorBody(what.errorType ?? 'api_error', what.message ?? 'no')));
    return;
  }
  if (what.kind === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Sign in to the network</body></html>');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(frames.start());
  await stream(response, frames, what);
}

async function stream(response: ServerResponse, frames: Frames, what: Exclude<Reply, { readonly kind: 'hang' | 'status' | 'page' }>): Promise<void> {
  switch (what.kind) {
    case 'answer':
      if (what.thinking !== undefined) response.write(frames.thinking(what.thinking));
      for (const part of partsOf(what.text)) {
        if (what.pauseMs !== undefined) await pause(what.pauseMs);
        response.write(frames.text(part));
      }
      response.end(frames.end(what.stop ?? 'end'));
      return;
    case 'stream-error':
      if (what.text !== undefined) response.write(frames.text(what.text));
      response.end(frames.error(what.errorType, 'in the middle'));
      return;
    case 'wrong-json':
      response.write(frames.text('It went '));
      response.end('event: content_block_delta\ndata: {"type":"content_block_del\n\n');
      return;
    case 'cut-socket':
      response.write(frames.text(what.text));
      // What was written must be on its way before the connection goes.
      await pause(20);
      response.destroy();
      return;
    case 'endless':
      while (!response.destroyed) {
        response.write(frames.text(what.text));
        await pause(1);
      }
      return;
    case 'no-end':
      response.end(frames.text(what.text));
      return;
  }
}

/** In three pieces, cut anywhere but inside a character. */
function partsOf(text: string): readonly string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / 3));
  return [0, 1, 2].map((part) => characters.slice(part * size, (part + 1) * size).join('')).filter((part) => part !== '');
}
