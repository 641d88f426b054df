import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

// The other processes of bench/proxy.ts: `upstream MS` answers as a provider does that thinks so long, `bare UPSTREAM` passes
// everything through.

const EVENTS = 200;
const EVENT = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"some words of the answer"}}\n\n`;

function answerAsProvider(thinkingMs: number): (request: IncomingMessage, response: ServerResponse) => void {
  const answer = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let event = 0; event < EVENTS; event++) response.write(EVENT);
    response.end('event: message_stop\ndata: {"type":"message_stop"}\n\n');
  };
  return (request, response) => {
    request.resume();
    request.on('end', () => (thinkingMs > 0 ? setTimeout(answer, thinkingMs, response) : answer(response)));
  };
}

/** The fastest pass-through of dependencies.md: pipes both ways, connections kept. */
function passThrough(upstream: URL): (request: IncomingMessage, response: ServerResponse) => void {
  const agent = new Agent({ keepAlive: true });
  return (request, response) => {
    const onward = httpRequest(
      { host: upstream.hostname, port: upstream.port, agent, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => {});
      },
    );
    pipeline(request, onward, () => {});
  };
}

const [role, argument = ''] = process.argv.slice(2);
const server = createServer(role === 'upstream' ? answerAsProvider(Number(argument)) : passThrough(new URL(argument)));
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
process.once('SIGTERM', () => process.exit(0));
