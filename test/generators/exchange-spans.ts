import type { Exchange, Span, SpanId } from '../../src/core/span.ts';

/** A call with its result in short form; other fields of its exchange may be given. */
export interface ExchangeCall extends Partial<Exchange> {
  readonly tool: string;
  readonly input: unknown;
  readonly result?: string;
}

/** Exchanges as spans without pieces, run in `/w`: what classification and plans read of them. */
export function exchangeSpans(
  calls: readonly ExchangeCall[],
  options: { readonly result: string; readonly place: (index: number) => { readonly id: string; readonly turn: number } },
): readonly Span[] {
  return calls.map(({ tool, input, result = options.result, ...more }, index) => ({
    id: options.place(index).id as SpanId,
    index,
    turn: options.place(index).turn,
    kind: 'exchange',
    provenance: 'tool',
    text: result,
    pieces: [],
    exchange: {
      callId: `c${index}`,
      toolName: tool,
      input,
      resultText: result,
      isError: false,
      isPending: false,
      callMessage: index,
      workingDirectory: '/w',
      ...more,
    },
  }));
}
