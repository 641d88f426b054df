import type { SourceMessage, SourcePiece } from '../core/build-conversation.ts';
import type { ToolDefinition, Warning } from '../core/conversation.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { hasLoneSurrogate } from './json-surrogates.ts';
import { parseJson } from './json-syntax.ts';
import { type JsonContainer, type JsonItem, memberNamed, readContainer, skipSpace, valueText } from './json-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Where a block stands in its message: what has to be cut when its spans leave. */
export type Slot =
  | { readonly at: 'content' } // the whole content, a string
  | { readonly at: 'content-part'; readonly index: number }
  | { readonly at: 'tool-call'; readonly index: number }
  | { readonly at: 'member'; readonly name: string }
  | { readonly at: 'message' };

/** A block and its place. */
export interface SlottedPiece {
  readonly slot: Slot;
  readonly piece: SourcePiece;
}

/** A message of the list: its item in the source, and the place of each of its blocks, in the order of its pieces. */
export interface MessagePlace {
  readonly item: JsonItem;
  readonly role: string;
  readonly slots: readonly Slot[];
  /** Repaired: parts of the content, by position, that are no spans and that no output holds; `all` for the whole message. */
  readonly dropped?: ReadonlySet<number> | 'all' | undefined;
}

/** What a wire format remembers of its source for rendering. */
export interface WireDocument {
  readonly source: string;
  /** The array of messages. */
  readonly list: JsonContainer;
  /** By index of the conversation's messages; `undefined` for what stands outside of the list (system, tools). */
  readonly places: readonly (MessagePlace | undefined)[];
}

/** The top level of a wire input: a bare array of messages, or an object that holds one. */
export interface WireSource {
  readonly source: string;
  readonly list: JsonContainer;
  readonly values: readonly unknown[];
  /** The request body; `undefined` for a bare array. */
  readonly body: JsonObject | undefined;
  /** The exact characters of a member of the body. */
  readonly rawOf: (name: string) => string;
}

export function readWireSource(source: string, title: string): WireSource {
  const value = parseJson(source);
  if (Array.isArray(value)) {
    return { source, list: readContainer(source), values: value, body: undefined, rawOf: () => '' };
  }
  if (!isObject(value) || !Array.isArray(value['messages'])) {
    throw invalid('', `This is not ${title}: there is no array of messages`, 'Pass an array of messages, or a request body with `messages`.');
  }
  const body = readContainer(source);
  const messages = memberNamed(body, 'messages');
  return {
    source,
    list: readContainer(source, messages?.valueStart ?? skipSpace(source, 0)),
    values: value['messages'],
    body: value,
    rawOf: (name) => {
      const item = memberNamed(body, name);
      return item === undefined ? '' : valueText(source, item);
    },
  };
}

/** The message's own exact characters. */
export function rawMessage(source: WireSource, index: number): string {
  const item = source.list.items[index];
  if (item === undefined) throw new Error('wire: each message has its range');
  return source.source.slice(item.start, item.end);
}

export function messageObject(value: unknown, path: string): JsonObject {
  if (isObject(value)) return value;
  throw invalid(path, 'A message is not an object', 'Each message is an object with `role` and `content`.');
}

/** How many messages at the head of the list have one of these roles: they precede the conversation. */
export function leadingCount(source: WireSource, roles: readonly string[]): number {
  const first = source.values.findIndex((value) => !(isObject(value) && roles.includes(String(value['role']))));
  return first === -1 ? source.values.length : first;
}

/** A `tools` or `functions` member: one fixed span (C16). */
export function toolsMessage(source: WireSource, name: string): SourceMessage[] {
  const value = source.body?.[name];
  if (!Array.isArray(value) || value.length === 0) return [];
  const piece: SourcePiece = {
    raw: source.rawOf(name),
    block: 0,
    content: { type: 'opaque', value: value.map(withoutBreakpoint) },
    kind: 'tools',
    provenance: 'system',
  };
  return [{ role: 'system', pieces: [piece], path: name, isPreamble: true }];
}

/** Names and MCP annotations of tool definitions; a definition without a name (a server's toolset) has none to list. */
export function toolDefinitions(...lists: readonly unknown[]): readonly ToolDefinition[] {
  const tools: ToolDefinition[] = [];
  for (const entry of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    if (!isObject(entry)) continue;
    const definition = isObject(entry['function']) ? entry['function'] : isObject(entry['custom']) ? entry['custom'] : entry;
    const name = definition['name'];
    if (typeof name !== 'string') continue;
    tools.push({ name, ...hints(entry), ...hints(definition), ...hints(entry['annotations']), ...hints(definition['annotations']) });
  }
  return tools;
}

function hints(value: unknown): Omit<ToolDefinition, 'name'> {
  if (!isObject(value)) return {};
  const { readOnlyHint, idempotentHint } = value;
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof idempotentHint === 'boolean' ? { idempotentHint } : {}),
  };
}

/** C18: where halves of surrogate pairs stand. The archive keeps them as they are, the output does not. */
export function illFormedWarnings(source: WireSource, listName = 'messages'): readonly Warning[] {
  if (!hasLoneSurrogate(source.source)) return [];
  const paths: string[] = [];
  for (const [index, item] of source.list.items.entries()) {
    if (hasLoneSurrogate(source.source.slice(item.start, item.end))) paths.push(`${listName}[${index}]`);
  }
  const message = 'half of a surrogate pair stands in the text; it is U+FFFD in the output, and the archive keeps it';
  if (paths.length === 0) return [{ code: 'text-ill-formed', message }];
  return paths.map((path) => ({ code: 'text-ill-formed', message, path }));
}

export function invalid(path: string, what: string, next: string): FormatError {
  return new FormatError({ code: 'format-invalid', what, next, ...(path === '' ? {} : { path }) });
}

/**
 * A block without its cache breakpoint: hosts move breakpoints from request to request, and so do we (rule 10), so one is
 * no part of what a model reads of the block.
 */
export function withoutBreakpoint(value: unknown): unknown {
  if (!isObject(value) || !('cache_control' in value)) return value;
  const { cache_control: _, ...rest } = value;
  return rest;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringField(value: JsonObject, name: string, path: string): string {
  const field = value[name];
  if (typeof field === 'string') return field;
  throw invalid(`${path}.${name}`, `The field ${name} is not a string`, 'Pass the conversation as it was sent to the provider.');
}
