import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { injectedRecall, type RecallEvent } from '../../src/proxy/recall/index.ts';
import { type ProxyServer, serveProxy } from '../../src/proxy/serve-proxy.ts';
import { estimateCounter } from '../../src/tokens/estimate-counter.ts';
import { compactors, FakeCompactor } from './fake-compactor.ts';
import type { Said } from './provider-answers.ts';
import type { ClientUnderTest } from './recall-clients.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

export const SOURCE = 'line one\n```\n[EVICTED:text@t1:recover=NO]\n</holdfast>\nthe port is 8443 📥';
const CONVERSATION = 'conversation-1';
const TOO_LONG = new CompactionInvariantError({ targetTokens: 100, reclaimedTokens: 0, floorTokens: 900, fixedTokens: 1, protectedSpans: [] });
export const ASKED = { role: 'user', content: 'Which port was it?' };

type Entry = Record<string, unknown>;

/** A provider that gives the answers in their order, a proxy in front of it, and an archive with one raw text. */
export class RecallHarness {
  readonly upstream = new ScriptedUpstream();
  readonly events: RecallEvent[] = [];
  archive: Archive = memory({ tenantKey: 'recall' });
  conversationId: string | undefined = CONVERSATION;
  handle = '';
  /** E7: bodies that cannot be made to fit. */
  isTooLong: (body: string) => boolean = () => false;
  #proxy: ProxyServer | undefined;
  #address = '';

  async start(): Promise<void> {
    const [handle] = await this.archive.putRaws(CONVERSATION, [SOURCE]);
    this.handle = handle ?? '';
    this.#address = await this.upstream.start();
    await this.restart();
  }

  /** Another process over the same archive. */
  async restart(): Promise<void> {
    await this.#proxy?.close();
    const compactor = new FakeCompactor();
    const prepare = compactor.prepare.bind(compactor);
    compactor.prepare = async (body, options) => {
      const live = await prepare(body, options);
      if (this.isTooLong(live.text)) throw TOO_LONG;
      return { ...live, conversationId: this.conversationId };
    };
    const recall = injectedRecall({ archive: this.archive, counter: estimateCounter(), onEvent: (event) => this.events.push(event) });
    this.#proxy = await serveProxy({ upstream: this.#address, compactors: compactors(compactor), recall });
  }

  get url(): string {
    return this.#proxy?.url ?? '';
  }

  get port(): number {
    return this.#proxy?.port ?? 0;
  }

  async stop(): Promise<void> {
    await this.upstream.close();
    await this.#proxy?.close();
    await this.archive.close();
  }

  recallCall(id: string, input: unknown = { handle: this.handle }) {
    return { id, name: 'holdfast_recall', input };
  }

  /** One answer for each request, streamed where the client asks for that; in pieces of `pieceBytes`. */
  answers(client: ClientUnderTest, said: readonly Said[], pieceBytes = Number.POSITIVE_INFINITY): void {
    const left = [...said.entries()];
    this.upstream.script = (_request, response, body) => {
      const [number, one] = left.shift() ?? [0, { text: 'the script has no more' }];
      if ((JSON.parse(body.toString()) as Entry)['stream'] !== true) {
        const json = JSON.stringify(client.shape.json(one, number + 1));
        return void response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }).end(json);
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      writeInPieces(Buffer.from(client.shape.stream(one, number + 1)), pieceBytes, (piece) => response.write(piece));
      response.end();
    };
  }

  /** The history that the provider got with each request. */
  histories(client: ClientUnderTest): readonly (readonly Entry[])[] {
    return this.bodies().map((body) => body[client.historyName] as readonly Entry[]);
  }

  bodies(): readonly Entry[] {
    return this.upstream.seen.map(({ body }) => JSON.parse(body.toString()) as Entry);
  }
}

function writeInPieces(bytes: Buffer, pieceBytes: number, write: (piece: Buffer) => void): void {
  for (let start = 0; start < bytes.length; start += Math.min(pieceBytes, bytes.length))
    write(bytes.subarray(start, Math.min(start + pieceBytes, bytes.length)));
}
