import { sourceOf } from '../../src/core/checkpoint/region.ts';
import { type ClassifiedSpan, classify } from '../../src/core/classify/classify.ts';
import type { Conversation } from '../../src/core/conversation.ts';
import type { FactSource } from '../../src/core/facts/fact.ts';
import { formatNamed } from '../../src/formats/index.ts';
import { sha256 } from '../../src/hash.ts';
import { loadShellParser } from '../../src/shell/parse-shell.ts';

/**
 * Spans of a conversation as the extractor gets them in a region: what is said, thought and printed, whatever its class,
 * as a label is about what the text tells. Labels point into texts as they stood, so secrets and a terminal's colours
 * are left in. Loads the shell's grammar.
 */
export async function factSourcesOf(conversation: Conversation): Promise<readonly FactSource[]> {
  const classified = classify(conversation.spans, {
    tools: formatNamed(conversation.format).tools,
    toolDefinitions: conversation.tools,
    parseShell: await loadShellParser(),
    hash: sha256,
    recall: 'tool',
    tokens: conversation.spans.map(() => 1),
    keepRecentTokens: 0,
  });
  return classified.filter(isReadable).map((one) => ({ ...sourceOf(one), text: one.span.text }));
}

function isReadable({ span }: ClassifiedSpan): boolean {
  if (span.exchange !== undefined) return !span.exchange.isPending;
  return span.kind === 'thinking' || (span.kind === 'text' && span.provenance === 'assistant');
}
