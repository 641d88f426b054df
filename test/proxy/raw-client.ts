import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';

export interface RawAnswer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Flat: name, value, name, value. */
  readonly headers?: readonly string[];
  readonly body?: Buffer | string;
  readonly agent?: Agent;
}

/** The answer's head, with its body still to come. Exactly these headers, and a Host. */
export function open(port: number, { method = 'POST', path, headers = [], body = '', agent }: RawRequest): Promise<IncomingMessage> {
  const bytes = Buffer.from(body);
  const has = (name: string): boolean => headers.some((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  const all = [
    ...headers,
    ...(has('host') ? [] : ['Host', `127.0.0.1:${port}`]),
    ...(method === 'GET' || has('content-length') || has('transfer-encoding') ? [] : ['Content-Length', String(bytes.length)]),
  ];
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent: agent ?? false });
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.end(bytes);
  });
}

export async function ask(port: number, sent: RawRequest): Promise<RawAnswer> {
  const answer = await open(port, sent);
  const body = await bodyOf(answer);
  return { status: answer.statusCode ?? 0, rawHeaders: answer.rawHeaders, headers: answer.headers, body };
}

/** Rejects where the answer is broken off. */
export async function bodyOf(answer: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
