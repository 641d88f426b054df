import type { ExchangeAnalysis } from '../../src/core/classify/analyze-exchanges.ts';
import { analyzeExchanges } from '../../src/core/classify/analyze-exchanges.ts';
import type { Conversation } from '../../src/core/conversation.ts';
import type { FactSource } from '../../src/core/facts/fact.ts';
import { hasFailed } from '../../src/core/has-failed.ts';
import { labelOf } from '../../src/core/plan/label.ts';
import type { Span } from '../../src/core/span.ts';
import { formatNamed } from '../../src/formats/index.ts';
import { sha256 } from '../../src/hash.ts';
import { loadShellParser } from '../../src/shell/parse-shell.ts';

/** Every span of a conversation that a checkpoint may stand for, as the extractor gets it. Loads the shell's grammar. */
export async function factSourcesOf(conversation: Conversation): Promise<readonly FactSource[]> {
  const analyses = analyzeExchanges(conversation.spans, {
    tools: formatNamed(conversation.format).tools,
    toolDefinitions: conversation.tools,
    parseShell: await loadShellParser(),
    hash: sha256,
  });
  return conversation.spans.flatMap((span) => {
    const source = factSourceOf(span, analyses.get(span.index));
    return source === undefined ? [] : [source];
  });
}

function factSourceOf(span: Span, analysis: ExchangeAnalysis | undefined): FactSource | undefined {
  const { id: spanId, turn, exchange, text } = span;
  const plain = { spanId, turn, text, hasFailed: false, writtenPaths: [] };
  if (span.kind === 'thinking') return { ...plain, origin: 'thinking' };
  // What ended a turn is authoritative: no checkpoint stands for it.
  if (span.kind === 'text' && span.provenance === 'assistant') return span.endsTurn === true ? undefined : { ...plain, origin: 'narration' };
  if (exchange === undefined || exchange.isPending) return undefined;
  const effect = analysis?.effect.effect;
  return {
    ...plain,
    origin: effect === 'read-file' || effect === 'write-file' ? 'file' : 'output',
    call: labelOf(span),
    toolName: exchange.toolName,
    input: exchange.input,
    hasFailed: hasFailed(exchange),
    exitCode: exchange.exitCode,
    writtenPaths: effect === 'write-file' || analysis?.isLastWrite !== undefined ? (analysis?.changedPaths ?? []) : [],
  };
}
