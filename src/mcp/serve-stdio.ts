import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer, type ServerOptions } from './server.ts';

export interface StdioStreams {
  readonly input: Readable;
  /** Nothing but protocol may be written to it. */
  readonly output: Writable;
}

/** One session over two streams. Resolves when the client has ended its own and has all answers, or is gone. */
export async function serveStdio(options: ServerOptions, { input, output }: StdioStreams, stopped: Promise<void>): Promise<void> {
  const server = createServer(options);
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
    // A client that reads no more has gone.
    output.on('error', () => resolve());
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output));
  await Promise.race([ended, stopped]);
  await options.work.settled();
  await server.close();
}
