import type { ServerResponse } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import type { UpstreamAnswer } from './recall-seam.ts';
import type { UsageTap } from './usage/usage-tap.ts';

/**
 * Passes an answer on as it comes, no faster than the client takes it. `false` where one of the sides broke off: the other
 * is broken off too, so that no half answer is taken for a whole one.
 */
export function relayAnswer(answer: UpstreamAnswer, client: ServerResponse, tap: UsageTap | undefined): Promise<boolean> {
  client.writeHead(answer.status, answer.statusMessage, [...answer.rawHeaders]);
  // The client learns that its request was taken before the first byte of the answer.
  client.flushHeaders();
  if (tap !== undefined) answer.body.on('data', tap.feed).once('end', tap.end);
  return new Promise((resolve) => {
    pipeline(answer.body, client, (error) => resolve(error == null));
  });
}

/** The same answer, for a reader of its body that may begin later. */
export function tapped(answer: UpstreamAnswer, tap: UsageTap | undefined): UpstreamAnswer {
  if (tap === undefined) return answer;
  const through = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      tap.feed(bytes);
      done(null, bytes);
    },
    flush(done) {
      tap.end();
      done();
    },
  });
  // What breaks the one breaks the other: whoever reads the body sees it.
  pipeline(answer.body, through, () => {});
  return { ...answer, body: through };
}
