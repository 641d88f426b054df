import type { Archive } from '../../archive/archive.ts';
import type { TokenCounter } from '../../core/token-count.ts';
import type { LiveFormat } from '../../live/live-request.ts';
import { answerRecallWithin } from '../../live/recall-answer.ts';
import type { RecallExchange, RecallSeam } from '../recall-seam.ts';
import { answerJson } from './answer-json.ts';
import { answerStream } from './answer-stream.ts';
import type { AnswerTask } from './answer-task.ts';
import { ANTHROPIC_WIRE } from './anthropic.ts';
import { isEventStream, isJson } from './client-answer.ts';
import { entriesOf, essenceBefore, rootOf, withRecall } from './history.ts';
import { fingerprintOf, RecallMemory, storedFingerprint } from './memory.ts';
import { OPENAI_WIRE } from './openai.ts';
import { RESPONSES_WIRE } from './responses.ts';
import { type LastAnswer, Rounds } from './rounds.ts';
import { offersRecallTool } from './tool.ts';
import type { RecallCall, RecallResult, RecallWire } from './wire.ts';

/** What recall met; for logs and metrics. No content of a conversation is in it. */
export interface RecallEvent {
  readonly name: 'recall-answered' | 'recall-refused' | 'recall-failed' | 'recall-not-kept';
  /** Of a failure: a code of `ERROR_CODES`, or `unexpected`. */
  readonly code?: string | undefined;
}

export interface RecallOptions {
  readonly archive: Archive;
  readonly counter: TokenCounter;
  readonly onEvent?: ((event: RecallEvent) => void) | undefined;
}

const WIRES: Readonly<Record<LiveFormat, RecallWire>> = { anthropic: ANTHROPIC_WIRE, openai: OPENAI_WIRE, 'openai-responses': RESPONSES_WIRE };

/** Offers the recall tool in the requests of clients that have none, and answers its calls unseen by them. */
export function injectedRecall(options: RecallOptions): RecallSeam {
  const onEvent = options.onEvent ?? (() => undefined);
  const memory = new RecallMemory(options.archive, (code) => onEvent({ name: 'recall-not-kept', code }));
  return {
    expand: (format, body) => withRecall(format, WIRES[format], body, memory),
    answer: async (exchange) => {
      const { format, expandedBody, first } = exchange;
      if (!offersRecallTool(format, expandedBody) || !(isEventStream(first) || isJson(first))) return false;
      const task = taskOf(exchange, options, memory, onEvent);
      await (isEventStream(first) ? answerStream(task) : answerJson(task));
      return true;
    },
  };
}

function taskOf(exchange: RecallExchange, options: RecallOptions, memory: RecallMemory, onEvent: (event: RecallEvent) => void): AnswerTask {
  const wire = WIRES[exchange.format];
  const rounds = new Rounds(wire, exchange.expandedBody, (call) => answerCall(call, exchange, options, onEvent));
  return { wire, exchange, rounds, remember: (last) => remember(last, rounds, wire, exchange, memory) };
}

/** Whatever fails is an answer for the model: the client asked for none. */
async function answerCall(
  call: RecallCall,
  { conversationId, compactionId }: RecallExchange,
  { archive, counter }: RecallOptions,
  onEvent: (event: RecallEvent) => void,
): Promise<RecallResult> {
  try {
    const answer = await answerRecallWithin(call.input, { archive, conversationId, compactionId, counter });
    onEvent({ name: answer.isError ? 'recall-refused' : 'recall-answered' });
    return { call, ...answer };
  } catch {
    // A defect of ours must not end the client's turn; it is counted, and its text may hold what was recalled.
    onEvent({ name: 'recall-failed', code: 'unexpected' });
    return { call, text: 'Recall failed: go on without it, or ask the user.', isError: true };
  }
}

async function remember(last: LastAnswer, rounds: Rounds, wire: RecallWire, exchange: RecallExchange, memory: RecallMemory): Promise<void> {
  if (rounds.all.length === 0 && last.results.length === 0) return;
  const { format, expandedBody, conversationId } = exchange;
  const hidden = wire.hiddenRounds(rounds.request, rounds.all, last);
  const stored = last.answer.id;
  if (format === 'openai-responses' && stored !== undefined && last.results.length > 0) {
    await memory.keepRounds(storedFingerprint(stored), hidden, conversationId);
  }
  const part = wire.visiblePart([...rounds.all.map(({ answer }) => answer), last.answer]);
  const root = rootOf(format, wire, expandedBody);
  const entries = entriesOf(wire, expandedBody);
  if (part === undefined || root === undefined || entries === undefined) return;
  const position = entries.length;
  const fingerprint = fingerprintOf(root, position, essenceBefore(wire, entries.at(-1)), part.essence);
  await memory.keep(root, { position, length: part.length, fingerprint }, hidden, conversationId);
}
