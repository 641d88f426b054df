import { errorAnswer } from '../errors/error-answer.ts';
import { refusalOf } from '../errors/refusal.ts';
import type { UpstreamAnswer } from '../recall-seam.ts';
import { UpstreamError } from '../upstream-error.ts';
import type { AnswerTask } from './answer-task.ts';
import { isEventStream, readWhole, writeHead, writeParts } from './client-answer.ts';
import { nextAnswer } from './next-answer.ts';
import { type Frame, framesOf, objectInText } from './sse-frames.ts';
import type { ProviderAnswer, StreamSplice } from './wire.ts';

type Frames = AsyncGenerator<readonly Frame[]>;

/** Answers the client by one stream; what it gets is letter for letter the provider's until the first call of ours. */
export async function answerStream(task: AnswerTask): Promise<void> {
  const { wire, rounds, exchange } = task;
  const { client, signal } = exchange;
  writeHead(client, exchange.first, undefined);
  client.flushHeaders();
  const splice = wire.splice();
  let answer: UpstreamAnswer = exchange.first;
  for (;;) {
    const frames = framesOf(answer.body);
    const rest = await passRound(task, splice, frames);
    const whole = splice.answer();
    if (!rounds.isContinued(whole)) return finish(task, splice, frames, rest);
    drain(frames);
    const next = await followUp(task, whole);
    if (typeof next === 'string') {
      await writeParts(client, [next], signal);
      client.end();
      return;
    }
    splice.nextRound();
    answer = next;
  }
}

/** Events until the answer is over; those that came with its end are given back. */
async function passRound({ exchange }: AnswerTask, splice: StreamSplice, frames: Frames): Promise<readonly Frame[]> {
  for (;;) {
    const { value: batch, done } = await frames.next();
    if (done) return [];
    const end = takeBatch(splice, batch);
    await writeParts(exchange.client, end.parts, exchange.signal);
    if (splice.isOver) return batch.slice(end.taken);
  }
}

function takeBatch(splice: StreamSplice, batch: readonly Frame[]): { readonly parts: readonly (Buffer | string)[]; readonly taken: number } {
  const parts: (Buffer | string)[] = [];
  let taken = 0;
  for (const frame of batch) {
    parts.push(...splice.take(frame));
    taken++;
    if (splice.isOver) break;
  }
  return { parts, taken };
}

/** The end of the last answer goes to the client when all is remembered: its next request may come at once. */
async function finish(task: AnswerTask, splice: StreamSplice, frames: Frames, rest: readonly Frame[]): Promise<void> {
  const { wire, rounds, exchange } = task;
  const whole = splice.answer();
  const isChanged = rounds.all.length > 0 || wire.callsOf(whole).length > 0;
  // A whole answer says why it ended. Where the client would see another than the provider's, half a one must not look whole.
  if (isChanged && whole.stopReason === null) throw new Error('recall: the provider broke off in the middle of an answer');
  const last = await rounds.last(whole);
  await task.remember(last);
  await writeParts(exchange.client, [...splice.finish(last.isForced), ...rest.map((frame) => frame.bytes)], exchange.signal);
  for await (const batch of frames)
    await writeParts(
      exchange.client,
      batch.map((frame) => frame.bytes),
      exchange.signal,
    );
  exchange.client.end();
}

/** The next answer's stream; where there is none, the event that says so. */
async function followUp(task: AnswerTask, whole: ProviderAnswer): Promise<UpstreamAnswer | string> {
  const { wire, exchange } = task;
  let answer: UpstreamAnswer;
  try {
    answer = await nextAnswer(task, whole);
  } catch (error) {
    if (exchange.signal.aborted) throw error;
    if (error instanceof UpstreamError) return wire.errorFrame(undefined, 'The provider could not be reached again after a recall.');
    // As the client would read it in the place of an answer (E7).
    const problem = refusalOf(error, undefined);
    if (problem !== undefined) return wire.errorFrame(objectInText(errorAnswer(problem, exchange.format).body), problem.message);
    throw error;
  }
  if (answer.status === 200 && isEventStream(answer)) return answer;
  const text = (await readWhole(answer)).toString('utf8');
  return wire.errorFrame(objectInText(text), `The provider refused to go on after a recall (status ${answer.status}).`);
}

/** Read to its end, so that the connection can serve the next request; what fails there concerns nobody any more. */
function drain(frames: Frames): void {
  const readOn = async (): Promise<void> => {
    while (!(await frames.next()).done);
  };
  readOn().catch(() => undefined);
}
