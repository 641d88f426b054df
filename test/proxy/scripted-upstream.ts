import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider saw. */
export interface SeenRequest {
  readonly method: string;
  readonly address: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type Script = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A provider on loopback that answers as the test says. */
export class ScriptedUpstream {
  readonly seen: SeenRequest[] = [];
  script: Script = (_request, response) => void response.end('{}');
  /** Takes the head of a request before its body is read. */
  onHead: Script | undefined;
  readonly #server = createServer((request, response) => {
    if (this.onHead !== undefined) return this.onHead(request, response, Buffer.alloc(0));
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(parts);
      this.seen.push({ method: request.method ?? '', address: request.url ?? '', rawHeaders: request.rawHeaders, body });
      this.script(request, response, body);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get last(): SeenRequest {
    const last = this.seen.at(-1);
    if (last === undefined) throw new Error('the provider saw no request');
    return last;
  }

  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => void this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
