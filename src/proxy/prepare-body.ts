import { isUtf8 } from 'node:buffer';
import type { LiveFormat, LiveRequest } from '../live/live-request.ts';
import type { Problem } from './errors/problem.ts';
import { refusalOf } from './errors/refusal.ts';
import type { Exchange, RunningProxy } from './exchange.ts';
import { codeOf, faultOf } from './fault.ts';

/** What is sent for a client's body. */
export interface SentBody {
  readonly kind: 'send';
  /** In pieces. */
  readonly chunks: readonly Uint8Array[];
  /** `refused`: sent as it came by the user's choice; `fault`: one of ours. */
  readonly status: LiveRequest['status'] | 'refused' | 'fault';
  readonly live?: LiveRequest | undefined;
  /** The body with what recall adds to it, before it was prepared; `undefined` where nothing of recall is in what is sent. */
  readonly expandedBody?: string | undefined;
}

export type PreparedBody = SentBody | { readonly kind: 'refuse'; readonly problem: Problem };

/** The client's own bytes go on wherever nothing was changed; the body becomes text for recall alone. */
export async function prepareBody(body: readonly Buffer[], format: LiveFormat, { proxy, signal }: Exchange): Promise<PreparedBody> {
  const expandedBody = await expand(body, format, proxy);
  try {
    const live = await prepareLive(expandedBody ?? body, format, { proxy, signal });
    return { kind: 'send', chunks: live.chunks, status: live.status, live, expandedBody };
  } catch (error) {
    return withoutCompaction(error, body, format, proxy);
  }
}

export async function prepareLive(
  body: string | readonly Buffer[],
  format: LiveFormat,
  { proxy, signal }: Pick<Exchange, 'proxy' | 'signal'>,
): Promise<LiveRequest> {
  const end = proxy.metrics.prepareSeconds.startTimer({ format });
  try {
    const live = await proxy.options.compactors[format].prepare(body, { signal });
    countRequest(live, format, proxy);
    return live;
  } finally {
    end();
  }
}

function countRequest({ status, tokens, clientTokens }: LiveRequest, format: LiveFormat, { metrics, log }: RunningProxy): void {
  metrics.requests.inc({ format, status });
  if (status === 'compacted') metrics.compactions.inc({ format });
  metrics.clientTokens.inc({ format }, clientTokens);
  metrics.sentTokens.inc({ format }, tokens);
  log.debug({ format, status, tokens, clientTokens }, 'request');
}

/** `undefined` where recall adds nothing. */
async function expand(body: readonly Buffer[], format: LiveFormat, { options, log }: RunningProxy): Promise<string | undefined> {
  if (options.recall === undefined) return undefined;
  try {
    const bytes = Buffer.concat(body);
    if (!isUtf8(bytes)) return undefined;
    const text = bytes.toString('utf8');
    const expanded = await options.recall.expand(format, text);
    return expanded === text ? undefined : expanded;
  } catch (error) {
    log.warn({ format, fault: faultOf(error) }, 'the recall tool could not be offered; the request goes on without it');
    return undefined;
  }
}

/** E7 is told to the client, or by the user's choice the request goes on; a fault of ours never costs the user a turn. */
function withoutCompaction(error: unknown, body: readonly Buffer[], format: LiveFormat, { options, metrics, log }: RunningProxy): PreparedBody {
  const problem = refusalOf(error, options.window);
  const isPassedOn = problem === undefined || options.onRefusal === 'pass';
  const status = problem === undefined ? 'fault' : 'refused';
  metrics.requests.inc({ format, status });
  if (problem !== undefined) metrics.refusals.inc({ format, code: codeOf(error) });
  const outcome = isPassedOn ? 'it goes on as it came' : 'the client is told so';
  log.warn({ format, fault: faultOf(error), code: codeOf(error) }, `the request could not be prepared: ${outcome}`);
  return isPassedOn ? { kind: 'send', chunks: body, status } : { kind: 'refuse', problem };
}
