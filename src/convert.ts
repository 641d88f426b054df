import type { FormatName, Warning } from './core/conversation.ts';
import { ConfigError } from './core/errors/config-error.ts';
import { formatNamed, parseSource } from './formats/index.ts';

export interface Converted {
  readonly text: string;
  readonly recognizedAs: string;
  readonly warnings: readonly Warning[];
}

/**
 * The conversation as its model sees it, in a wire format: what an earlier compaction of the host hides is left out,
 * its newest summary is in (P2). Orphans and thinking that the wire does not take are left out, with a warning.
 *
 * @throws FormatError, ConfigError.
 */
export function convert(
  source: string,
  options: { readonly to: FormatName; readonly format?: FormatName | undefined; readonly fileName?: string | undefined },
): Converted {
  const target = formatNamed(options.to);
  const parsed = parseSource(source, { format: options.format, fileName: options.fileName, onInvalid: 'repair' });
  if (!target.isWire && target.name !== parsed.format) {
    throw new ConfigError({ what: `${target.title} is no wire format`, option: '--to', next: 'Convert to anthropic, openai or openai-responses.' });
  }
  const visible = parsed.spans.map((span) => span.mustLeave === undefined && span.pieces.every((piece) => parsed.messages[piece.message]?.isVisible === true));
  const text = target.render(parsed, { keeps: (index) => visible[index] === true, notes: [], compactionId: '' });
  target.validate(text);
  return { text, recognizedAs: parsed.recognizedAs, warnings: parsed.warnings };
}
