import type { Compactor, LiveFormat, LiveRequest, MeasuredUsage } from '../../src/live/live-request.ts';

/** A compactor that does what the test says, and keeps what it was told. */
export class FakeCompactor implements Compactor {
  readonly conversationCount = 3;
  readonly bodies: string[] = [];
  readonly measured: MeasuredUsage[] = [];
  hasMovedThinking = false;
  change: (body: string, signal: AbortSignal | undefined) => string | Promise<string> = (body) => body;

  async prepare(given: string | readonly Buffer[], { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<LiveRequest> {
    const pieces = typeof given === 'string' ? [Buffer.from(given)] : given;
    const body = Buffer.concat(pieces).toString('utf8');
    this.bodies.push(body);
    const text = await this.change(body, signal);
    return {
      status: text === body ? 'passed' : 'compacted',
      text,
      chunks: text === body ? pieces : [Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))],
      tokens: text.length,
      clientTokens: body.length,
      hasMovedThinking: this.hasMovedThinking,
      measured: (usage) => void this.measured.push(usage),
    };
  }

  async close(): Promise<void> {}
}

export function compactors(compactor: Compactor): Readonly<Record<LiveFormat, Compactor>> {
  return { anthropic: compactor, openai: compactor, 'openai-responses': compactor };
}
