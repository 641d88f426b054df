import { LIMITS } from '../limits.ts';
import { repeatForeign } from '../redact/repeat-foreign.ts';
import type { Span } from '../span.ts';

/** Arguments by which people know a call, in this order. */
const TELLING_ARGUMENTS = ['command', 'cmd', 'file_path', 'path', 'url', 'pattern', 'query', 'name', 'description', 'prompt'];
/** Characters of an argument's JSON that are looked at for a label. */
const ARGUMENT_CHARACTERS = 400;
/** More than a label may need of a text, white space and all. */
const TEXT_CHARACTERS = 4000;

/** What a span was about, in one bounded and neutralized line without secrets: tool and arguments, or the first words (P58, P26). */
export function labelOf(span: Span, limit: number = LIMITS.LABEL_CHARACTERS): string {
  const { exchange } = span;
  if (exchange) {
    const name = repeatForeign(exchange.toolName, limit);
    const argument = argumentText(exchange.input);
    return repeatForeign(`${name} ${isPath(argument) ? endOfPath(argument, limit - name.length - 1) : withoutChangeOfDirectory(argument)}`, limit);
  }
  const content = span.pieces[0]?.content;
  if (content?.type === 'media') return repeatForeign(`${span.provenance} ${content.media.mediaType}`, limit);
  return repeatForeign(`${span.provenance}: ${span.text.slice(0, TEXT_CHARACTERS)}`, limit);
}

function isPath(text: string): boolean {
  return /^[~./\\]?[^\s:*?"<>|]*[/\\][^\s:*?"<>|]*$/.test(text) && !text.includes('://');
}

/** A path is told by its end. */
function endOfPath(path: string, limit: number): string {
  if (path.length <= limit) return path;
  const tail = path.slice(-Math.max(1, limit - 2));
  const slash = tail.search(/[/\\]/);
  return `…${slash >= 0 && slash < tail.length - 1 ? tail.slice(slash) : tail}`.toWellFormed();
}

/** `cd /somewhere && make` is known by what it makes. */
function withoutChangeOfDirectory(command: string): string {
  return command.replace(/^\s*cd\s+[^\s;&|]+\s*(?:&&|;)\s*(?=\S)/, '');
}

function argumentText(input: unknown): string {
  if (typeof input === 'string') return repeatForeign(input, ARGUMENT_CHARACTERS);
  if (typeof input !== 'object' || input === null) return '';
  const record = input as Record<string, unknown>;
  for (const name of TELLING_ARGUMENTS) {
    const value = record[name];
    if (typeof value === 'string') return repeatForeign(value, ARGUMENT_CHARACTERS);
  }
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' || typeof value === 'number') return repeatForeign(`${name}=${value}`, ARGUMENT_CHARACTERS);
  }
  return '';
}
