import { type Logger, pino } from 'pino';
import type { Archive } from '../archive/archive.ts';
import { createCompactorWith } from '../live/compactor.ts';
import type { Compactor, LiveEvent, LiveFormat } from '../live/live-request.ts';
import { shorten } from '../live/shorten.ts';
import { CompactionThread } from '../live/thread/compaction-thread.ts';
import { injectedRecall } from '../proxy/recall/index.ts';
import type { RecallSeam } from '../proxy/recall-seam.ts';
import { type ProxyServer, serveProxy } from '../proxy/serve-proxy.ts';
import { loadO200k } from '../tokens/o200k-counter.ts';
import { stopSignal } from './stop-signal.ts';
import { printOut } from './terminal.ts';
import { VERSION } from './version.ts';
import { withArchive } from './with-archive.ts';

export interface ProxyFlags {
  readonly upstream: string;
  readonly port: number;
  readonly window: number;
  readonly archive?: string;
  readonly observe?: boolean;
  readonly onRefusal: 'error' | 'pass';
  readonly recall: 'inject' | 'auto' | 'off';
  readonly trigger: number;
  readonly lowerMark?: number;
  readonly upstreamTimeout: number;
  readonly maxBodyBytes: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Bytes that a provider takes of one body, by its documents (2026-11): P20. */
const PROVIDER_BODY_BYTES: Readonly<Partial<Record<LiveFormat, number>>> = { anthropic: 32_000_000 };

/** Serves until a signal. */
export async function runProxy(flags: ProxyFlags): Promise<void> {
  const log = pino({ level: flags.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
  await withArchive(flags.archive, async (archive) => {
    const thread = threadOf(flags, archive);
    try {
      await serve(flags, archive, thread, log);
    } finally {
      await thread?.close();
    }
  });
}

async function serve(flags: ProxyFlags, archive: Archive, thread: CompactionThread | undefined, log: Logger): Promise<void> {
  const compactors = compactorsOf(flags, archive, thread, log);
  const stopped = stopSignal();
  const server = await start(flags, compactors, await recallOf(flags, archive, log), log);
  printOut(`listening on ${server.url}\n`);
  await stopped;
  log.info('stopping');
  await server.close();
  await Promise.all(Object.values(compactors).map((compactor) => compactor.close()));
}

/** A compaction must not hold up the other streams. What is in memory is on this thread alone. */
function threadOf({ observe }: ProxyFlags, archive: Archive): CompactionThread | undefined {
  if (observe === true || !archive.url.startsWith('sqlite:')) return undefined;
  return new CompactionThread(archive.url, async (conversationId) => {
    const { releaseLost } = await import('../archive/sqlite/index.ts');
    await releaseLost(archive, conversationId);
  });
}

function start(flags: ProxyFlags, compactors: Readonly<Record<LiveFormat, Compactor>>, recall: RecallSeam | undefined, log: Logger): Promise<ProxyServer> {
  const { upstream, port, window, onRefusal, upstreamTimeout, maxBodyBytes } = flags;
  return serveProxy({ upstream, compactors, port, window, recall, onRefusal, upstreamTimeoutMs: upstreamTimeout, maxBodyBytes, version: VERSION, log });
}

function compactorsOf(flags: ProxyFlags, archive: Archive, thread: CompactionThread | undefined, log: Logger): Readonly<Record<LiveFormat, Compactor>> {
  const { window, trigger, lowerMark, observe } = flags;
  // What would be done with the tool that is offered where it does not only observe.
  const recall = flags.recall === 'inject' && observe === true ? 'tool' : flags.recall === 'off' ? 'off' : 'auto';
  const compactorOf = (format: LiveFormat): Compactor =>
    createCompactorWith(
      {
        format,
        maxBodyBytes: PROVIDER_BODY_BYTES[format],
        window,
        trigger,
        lowerMark,
        observe,
        recall,
        archive,
        onEvent: (event) => tell(log, format, event),
      },
      thread?.shorten ?? shorten,
    );
  return { anthropic: compactorOf('anthropic'), openai: compactorOf('openai'), 'openai-responses': compactorOf('openai-responses') };
}

/** With `--observe` no request is changed, so none gets a tool. */
async function recallOf({ recall, observe }: ProxyFlags, archive: Archive, log: Logger): Promise<RecallSeam | undefined> {
  if (recall !== 'inject' || observe === true) return undefined;
  return injectedRecall({ archive, counter: await loadO200k(), onEvent: ({ name, code }) => log.info({ code }, name) });
}

/** Counts, ids and codes: the sentence of an event may name tools and paths. */
function tell(log: Logger, format: LiveFormat, { name, tokens, clientTokens, conversationId, compactionId, code }: LiveEvent): void {
  log[code === undefined ? 'info' : 'warn']({ format, tokens, clientTokens, conversationId, compactionId, code }, name);
}
