import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { UpstreamAnswer } from '../recall-seam.ts';

/** Names of headers that tell a length, which is another now. */
const LENGTHS: ReadonlySet<string> = new Set(['content-length']);

/** The head as the provider gave it, with the length of what comes from here; of a stream none. */
export function writeHead(client: ServerResponse, answer: UpstreamAnswer, bodyBytes: number | undefined): void {
  const headers: string[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? '';
    if (!LENGTHS.has(name.toLowerCase())) headers.push(name, answer.rawHeaders[index + 1] ?? '');
  }
  if (bodyBytes !== undefined) headers.push('Content-Length', String(bodyBytes));
  client.writeHead(answer.status, answer.statusMessage, headers);
}

/** Resolves when the client takes more. @throws where it has left. */
export async function writeParts(client: ServerResponse, parts: readonly (Buffer | string)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const [first] = parts;
  if (first === undefined) return;
  const bytes = parts.length === 1 ? first : Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  if (!client.write(bytes)) await once(client, 'drain', { signal });
}

export async function readWhole(answer: UpstreamAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function isEventStream(answer: UpstreamAnswer): boolean {
  return /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
}

export function isJson(answer: UpstreamAnswer): boolean {
  return /^application\/json\b/i.test(answer.headers['content-type'] ?? '');
}
