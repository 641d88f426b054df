import type { Conversation, FormatName } from '../core/conversation.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { anthropic } from './anthropic/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import { detectFormat } from './detect.ts';
import type { Format, ParseOptions } from './format.ts';
import { openai } from './openai/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { pi } from './pi/index.ts';
import { sweAgent } from './swe-agent/index.ts';

/** Every format that holdfast reads and writes, by name. */
export const formats: Readonly<Record<FormatName, Format>> = {
  anthropic,
  openai,
  'openai-responses': openaiResponses,
  pi,
  'claude-code': claudeCode,
  codex,
  'swe-agent': sweAgent,
};

/** Throws `ConfigError` for a name that is none. */
export function formatNamed(name: FormatName): Format {
  if (Object.hasOwn(formats, name)) return formats[name];
  throw new ConfigError({ what: `There is no format ${JSON.stringify(name)}`, option: '--format', next: `Use one of ${Object.keys(formats).join(', ')}.` });
}

/**
 * Reads a conversation from its source text: in the format that is named, else in the one that the evidence says.
 *
 * @throws FormatError where the format is unknown or the source is not valid in it.
 */
export function parseSource(
  source: string,
  options: ParseOptions & { readonly format?: FormatName | undefined; readonly fileName?: string | undefined } = {},
): Conversation {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (options.format !== undefined) return formatNamed(options.format).parse(text, options);
  const detected = detectFormat(text, options.fileName);
  const format = formatNamed(detected.format);
  const conversation = format.parse(text, options);
  return format.isWire ? { ...conversation, recognizedAs: `${format.title} (${detected.evidence})` } : conversation;
}
