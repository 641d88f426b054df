import type { UpstreamAnswer } from '../recall-seam.ts';
import type { AnswerTask } from './answer-task.ts';
import { isJson, readWhole, writeHead } from './client-answer.ts';
import { nextAnswer } from './next-answer.ts';
import { objectInText } from './sse-frames.ts';
import type { ProviderAnswer } from './wire.ts';

/** Answers the client by one JSON body; without a call of ours by the provider's own bytes. */
export async function answerJson(task: AnswerTask): Promise<void> {
  const { wire, rounds, exchange } = task;
  const answers: ProviderAnswer[] = [];
  let answer: UpstreamAnswer = exchange.first;
  for (;;) {
    const bytes = await readWhole(answer);
    const text = bytes.toString('utf8');
    const read = answer.status === 200 && isJson(answer) ? objectInText(text) : undefined;
    const whole = read === undefined ? undefined : wire.readJson(read);
    // An error of the provider in a later round is the answer to the client's request.
    if (whole === undefined) return send(task, answer, bytes);
    answers.push(whole);
    if (!rounds.isContinued(whole)) {
      const last = await rounds.last(whole);
      await task.remember(last);
      const isChanged = answers.length > 1 || wire.callsOf(whole).length > 0;
      return send(task, answer, isChanged ? Buffer.from(wire.mergedJson(text, answers, last.isForced)) : bytes);
    }
    answer = await nextAnswer(task, whole);
  }
}

function send({ exchange }: AnswerTask, answer: UpstreamAnswer, bytes: Buffer): void {
  exchange.signal.throwIfAborted();
  writeHead(exchange.client, answer, bytes.length);
  exchange.client.end(bytes);
}
