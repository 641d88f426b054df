import { errorAnswer, formatOfClient } from './errors/error-answer.ts';
import type { Problem } from './errors/problem.ts';
import type { Exchange } from './exchange.ts';

/** How long a client whose body is not wanted may go on sending it, so that it reads why. */
const LINGER_MS = 2_000;

/** Answers in the provider's place, in the provider's own shape. */
export function answerProblem({ request, response, route }: Exchange, problem: Problem): void {
  const { status, body } = errorAnswer(problem, formatOfClient(route, request.headers));
  // An error in the place of a stream that began would be read as a part of it.
  if (response.headersSent) return void response.destroy();
  const bytes = Buffer.from(body, 'utf8');
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  if (request.complete) return void response.end(bytes);
  // A connection that is closed while bytes of the client are on their way is reset, and takes the answer along.
  response.write(bytes);
  const end = (): void => void response.end();
  const timer = setTimeout(end, LINGER_MS);
  request.once('close', () => clearTimeout(timer));
  request.once('end', end);
  request.once('error', end);
  request.resume();
}
