import type { LiveRequest } from '../live/live-request.ts';
import { answerProblem } from './answer-problem.ts';
import { allowingDrops, readRefusal } from './block-binding.ts';
import type { Problem } from './errors/problem.ts';
import type { Exchange, PreparedRoute } from './exchange.ts';
import { codeOf, faultOf } from './fault.ts';
import { prepareBody, prepareLive, type SentBody } from './prepare-body.ts';
import { PROXY_DEFAULTS } from './proxy-options.ts';
import { readBody } from './read-body.ts';
import type { UpstreamAnswer } from './recall-seam.ts';
import { relayAnswer, tapped } from './relay-answer.ts';
import type { UpstreamRequest } from './upstream.ts';
import { UpstreamError } from './upstream-error.ts';
import { type UsageTap, usageTap } from './usage/usage-tap.ts';

/** The bytes of a request and of its answer go through as they come. */
export async function passThrough(exchange: Exchange): Promise<void> {
  exchange.proxy.metrics.requests.inc({ format: 'none', status: 'passed-through' });
  await passOn(exchange, await sendUpstream(exchange, { body: exchange.request }), undefined);
}

/** A request with the whole history of a conversation: prepared, sent, and its answer passed on. */
export async function handlePrepared(exchange: Exchange<PreparedRoute>): Promise<void> {
  const { request, proxy, route } = exchange;
  if (!isPlain(request.headers['content-encoding'])) {
    proxy.log.warn({ format: route.format }, 'the body is compressed: it goes on as it came');
    return passThrough(exchange);
  }
  const maxBytes = proxy.options.maxBodyBytes ?? PROXY_DEFAULTS.maxBodyBytes;
  const body = await readBody(request, maxBytes);
  if (body === undefined) return answerProblem(exchange, tooLarge(maxBytes));
  const prepared = await prepareBody(body, route.format, exchange);
  if (prepared.kind === 'refuse') return answerProblem(exchange, prepared.problem);
  const isReadHere = prepared.expandedBody !== undefined && !route.isCounting;
  const answer = await sendPrepared(exchange, prepared, { isReadHere });
  const tap = tapOf(exchange, prepared.live, answer);
  if (!isReadHere || !mayCallRecall(answer)) return passOn(exchange, answer, tap);
  const first = tapped(answer, tap);
  if (!(await answeredWithRecall(exchange, prepared, first))) await passOn(exchange, first, undefined);
}

function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding);
}

function tooLarge(maxBytes: number): Problem {
  return { kind: 'body-too-large', message: `The body is longer than ${maxBytes} bytes. Raise the bound with \`--max-body-bytes\`.` };
}

/** P62: what the provider measured of this request scales the counts of later ones. */
function tapOf({ proxy, route: { format, isCounting } }: Exchange<PreparedRoute>, live: LiveRequest | undefined, answer: UpstreamAnswer): UsageTap | undefined {
  if (live === undefined || isCounting) return undefined;
  return usageTap(format, answer, (usage) => {
    proxy.metrics.measuredTokens.inc({ format }, usage.inputTokens);
    live.measured(usage);
  });
}

function mayCallRecall({ status, headers }: UpstreamAnswer): boolean {
  return status === 200 && isPlain(headers['content-encoding']) && /^(text\/event-stream|application\/json)\b/i.test(headers['content-type'] ?? '');
}

async function answeredWithRecall(exchange: Exchange<PreparedRoute>, { live, expandedBody }: SentBody, first: UpstreamAnswer): Promise<boolean> {
  const { proxy, route, response, signal } = exchange;
  const { recall } = proxy.options;
  if (recall === undefined || expandedBody === undefined) return false;
  const { format } = route;
  const upstream = (body: string): Promise<UpstreamAnswer> => askAgain(exchange, body);
  const turn = { format, expandedBody, conversationId: live?.conversationId, compactionId: live?.compactionId, first, client: response, signal, upstream };
  return countedAsOpen(exchange, () => recall.answer(turn));
}

async function countedAsOpen<T>({ proxy: { metrics } }: Exchange, run: () => Promise<T>): Promise<T> {
  metrics.openStreams.inc();
  try {
    return await run();
  } finally {
    metrics.openStreams.dec();
  }
}

/** Names one request: with it, another one would get the answer to the first. */
const ONE_REQUEST_ONLY: ReadonlySet<string> = new Set(['idempotency-key']);

async function askAgain(exchange: Exchange<PreparedRoute>, body: string): Promise<UpstreamAnswer> {
  const live = await prepareLive(body, exchange.route.format, exchange);
  const answer = await sendPrepared(exchange, { chunks: live.chunks, live }, { isReadHere: true, without: ONE_REQUEST_ONLY });
  return tapped(answer, tapOf(exchange, live, answer));
}

async function passOn(exchange: Exchange, answer: UpstreamAnswer, tap: UsageTap | undefined): Promise<void> {
  const { metrics, log } = exchange.proxy;
  const isWhole = await countedAsOpen(exchange, () => relayAnswer(answer, exchange.response, tap));
  if (isWhole || exchange.signal.aborted) return;
  metrics.upstreamErrors.inc({ kind: 'broke-off' });
  log.warn({ status: answer.status }, 'the provider broke its answer off');
}

/**
 * Anthropic's rule 7: thinking whose prefix a compaction had to change is refused by models that bind it. Whether this one
 * does, only the provider knows: it is asked once, and then may drop it.
 */
async function sendPrepared(
  exchange: Exchange<PreparedRoute>,
  { chunks, live }: Pick<SentBody, 'chunks' | 'live'>,
  how: Omit<Sent, 'body'>,
): Promise<UpstreamAnswer> {
  if (live?.hasMovedThinking !== true) return sendUpstream(exchange, { ...how, body: chunks });
  const { binding, log } = exchange.proxy;
  if (binding.has(live.conversationId)) return sendUpstream(exchange, { ...how, body: allowingDrops(chunks) });
  const answer = await sendUpstream(exchange, { ...how, body: chunks, isReadHere: true });
  if (answer.status !== 400) return answer;
  const refusal = await readRefusal(answer);
  if (!refusal.isBinding) return refusal.answer;
  answer.body.destroy();
  binding.add(live.conversationId);
  log.warn({ conversationId: live.conversationId }, 'the provider binds thinking to its prefix: it may drop what a compaction moved');
  return sendUpstream(exchange, { ...how, body: allowingDrops(chunks), without: ONE_REQUEST_ONLY });
}

type Sent = Pick<UpstreamRequest, 'body' | 'isReadHere' | 'without'>;

async function sendUpstream({ proxy: { upstream, metrics, log }, request, signal }: Exchange, sent: Sent): Promise<UpstreamAnswer> {
  const { method = 'GET', url: address = '/', rawHeaders } = request;
  try {
    const answer = await upstream.send({ method, address, rawHeaders, signal, ...sent });
    if (answer.status >= 400) metrics.upstreamErrors.inc({ kind: String(answer.status) });
    return answer;
  } catch (error) {
    if (!signal.aborted) {
      metrics.upstreamErrors.inc({ kind: error instanceof UpstreamError ? error.kind : 'fault' });
      log.warn({ fault: faultOf(error), code: codeOf(error) }, 'the provider gave no answer');
    }
    throw error;
  }
}
