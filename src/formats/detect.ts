import { FORMAT_NAMES, type FormatName } from '../core/conversation.ts';
import { FormatError } from '../core/errors/format-error.ts';
import { parseJson } from './json-syntax.ts';
import { memberNamed, readContainer, skipSpace } from './json-text.ts';
import { isObject, type JsonObject } from './jsonl.ts';

export interface Detected {
  readonly format: FormatName;
  /** In words, with where it was seen. */
  readonly evidence: string;
}

/** One row of formats.md section 8: the first that fits wins. */
interface Evidence<T> {
  /** A format by its name; else what it is, which holdfast knows but does not read yet. */
  readonly format: FormatName | { readonly known: string };
  readonly evidence: string;
  readonly fits: (sample: T) => boolean;
}

/** The first records of a JSON Lines file. */
interface LineSample {
  readonly first: JsonObject | undefined;
  readonly records: readonly JsonObject[];
}

/** A JSON document: its members (none for an array) and its messages, read one by one as far as needed. */
interface DocumentSample {
  readonly body: JsonObject;
  readonly fileName: string;
  readonly some: (fits: (message: JsonObject) => boolean) => boolean;
}

/** Characters of Markdown that are looked at: a history that was cut begins with the rest of a session. */
const MARKDOWN_SAMPLE = 100_000;
/** Records that are looked at: Claude Code files may begin with dozens of `summary` lines. */
const SAMPLE_LINES = 200;

const known = (name: string): { readonly known: string } => ({ known: name });
const has = (record: JsonObject, ...keys: readonly string[]): boolean => keys.every((key) => key in record);

const LINE_EVIDENCE: readonly Evidence<LineSample>[] = [
  { format: 'pi', evidence: 'line 1 has type session and cwd', fits: (s) => s.first?.['type'] === 'session' && has(s.first, 'cwd') },
  { format: 'codex', evidence: 'a line has type session_meta', fits: (s) => s.records.some((r) => r['type'] === 'session_meta') },
  {
    format: 'codex',
    evidence: 'each line has timestamp, type and payload',
    fits: (s) => s.records.every((r) => has(r, 'timestamp', 'type', 'payload')),
  },
  {
    format: 'codex',
    evidence: 'line 1 has id and timestamp, and the others are items of a response',
    fits: (s) => s.first !== undefined && has(s.first, 'id', 'timestamp') && !has(s.first, 'type') && s.records.some(isResponsesItem),
  },
  {
    format: known('Gemini CLI session'),
    evidence: 'line 1 has sessionId and projectHash',
    fits: (s) => s.first !== undefined && has(s.first, 'sessionId', 'projectHash'),
  },
  {
    format: 'claude-code',
    evidence: 'lines with sessionId, uuid and parentUuid',
    fits: (s) => s.records.some((r) => has(r, 'sessionId', 'uuid', 'parentUuid')),
  },
  {
    format: 'claude-code',
    evidence: 'a line has type summary, file-history-snapshot or queue-operation',
    fits: (s) => s.records.some((r) => CLAUDE_CODE_TYPES.has(String(r['type']))),
  },
  {
    format: 'claude-code',
    evidence: 'lines with type user or assistant and a message',
    fits: (s) => s.records.some((r) => isTalk(r) && isObject(r['message'])),
  },
  {
    format: 'pi',
    evidence: 'entries with type message and a message with a role',
    fits: (s) => s.records.some((r) => r['type'] === 'message' && isObject(r['message']) && has(r['message'], 'role')),
  },
  { format: known('OpenHands event log'), evidence: 'lines whose kind ends in Event', fits: (s) => s.records.some(isOpenHandsEvent) },
];

const DOCUMENT_EVIDENCE: readonly Evidence<DocumentSample>[] = [
  { format: known('Gemini CLI session'), evidence: 'JSON with sessionId and projectHash', fits: (s) => has(s.body, 'sessionId', 'projectHash') },
  {
    format: known('OpenCode export'),
    evidence: 'JSON with info and messages with parts',
    fits: (s) => has(s.body, 'info') && s.some((m) => Array.isArray(m['parts'])),
  },
  {
    format: known('mini-swe-agent trajectory'),
    evidence: 'trajectory_format names mini-swe-agent',
    fits: (s) => String(s.body['trajectory_format']).startsWith('mini-swe-agent'),
  },
  { format: known('mini-swe-agent trajectory'), evidence: 'the file name ends in .traj.json', fits: (s) => s.fileName.endsWith('.traj.json') },
  { format: 'swe-agent', evidence: 'JSON with history', fits: (s) => Array.isArray(s.body['history']) },
  {
    format: known('ATIF trajectory (Harbor, Terminal-Bench)'),
    evidence: 'schema_version begins with ATIF',
    fits: (s) => String(s.body['schema_version']).startsWith('ATIF'),
  },
  {
    format: known('OpenHands event log'),
    evidence: 'events whose kind ends in Event, or with source and action or observation',
    fits: (s) => isOpenHandsEvent(s.body) || s.some(isOpenHandsEvent),
  },
  {
    format: known('Cline or Roo Code history'),
    evidence: 'the file is named api_conversation_history.json',
    fits: (s) => s.fileName === 'api_conversation_history.json',
  },
  { format: known('AI SDK messages'), evidence: 'parts of type tool-call, tool-result or step-start', fits: (s) => s.some((m) => hasBlock(m, AI_SDK_PARTS)) },
  { format: known('LangChain messages'), evidence: 'lc: 1, or type human or ai', fits: (s) => s.some(isLangChain) },
  {
    format: 'anthropic',
    evidence: 'blocks of type tool_use, tool_result, thinking or image with a source',
    fits: (s) => s.some((m) => hasBlock(m, ANTHROPIC_BLOCKS) || hasSource(m)),
  },
  { format: 'anthropic', evidence: 'a top-level system', fits: (s) => has(s.body, 'system', 'messages') },
  {
    format: 'openai-responses',
    evidence: 'items of type function_call, reasoning or message, or parts of type input_text',
    fits: (s) => s.some(isResponsesItem),
  },
  {
    format: 'openai-responses',
    evidence: 'an input beside a model or instructions',
    fits: (s) => has(s.body, 'input') && !Array.isArray(s.body['messages']) && (has(s.body, 'model') || has(s.body, 'instructions')),
  },
  { format: 'openai', evidence: 'tool_calls with a function, or role tool with tool_call_id', fits: (s) => s.some((m) => isToolMessage(m)) },
  { format: 'openai', evidence: 'a message of role system, developer or function', fits: (s) => s.some((m) => OPENAI_ROLES.has(String(m['role']))) },
  {
    format: known('Gemini contents'),
    evidence: 'contents, or role model with parts',
    fits: (s) => has(s.body, 'contents') || s.some((m) => Array.isArray(m['parts'])),
  },
  { format: 'anthropic', evidence: 'tools with an input_schema', fits: (s) => toolsHave(s.body, 'input_schema') },
  {
    format: 'openai',
    evidence: 'tools with a function, or parts of type image_url',
    fits: (s) => toolsHave(s.body, 'function') || s.some((m) => hasBlock(m, OPENAI_PARTS)),
  },
  {
    format: 'openai',
    evidence: 'only role and content: ambiguous, read as Chat Completions; name another with --format',
    fits: (s) => s.some((m) => typeof m['role'] === 'string' && has(m, 'content')),
  },
  {
    format: 'openai',
    evidence: 'an empty list of messages: ambiguous, read as Chat Completions; name another with --format',
    fits: (s) => Array.isArray(s.body['messages']) && !s.some(() => true),
  },
];

const CLAUDE_CODE_TYPES: ReadonlySet<string> = new Set(['summary', 'file-history-snapshot', 'queue-operation']);
const ANTHROPIC_BLOCKS: ReadonlySet<string> = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use', 'document']);
const AI_SDK_PARTS: ReadonlySet<string> = new Set(['tool-call', 'tool-result', 'step-start']);
const OPENAI_PARTS: ReadonlySet<string> = new Set(['image_url', 'input_audio', 'refusal']);
const OPENAI_ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'function']);
/** Types that no message of another wire has. */
const RESPONSES_ITEMS: ReadonlySet<string> = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'web_search_call',
  'item_reference',
  'compaction',
]);
const RESPONSES_PARTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'input_image', 'input_file']);
const LANGCHAIN_TYPES: ReadonlySet<string> = new Set(['human', 'ai']);

/**
 * Which format a source is, by the first evidence that fits. Looks at the first lines of JSON Lines, and at as many
 * messages of a JSON document as it takes. Pure. Throws `FormatError` `format-unknown` that says what was looked at.
 */
export function detectFormat(source: string, fileName = ''): Detected {
  const baseName = fileName.replace(/^.*[\\/]/, '');
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const start = skipSpace(text, 0);
  if (text.length <= start) throw unknown('The input is empty', 'no evidence at all');
  if (/^# ?aider chat started at/m.test(text.slice(start, start + MARKDOWN_SAMPLE)))
    throw unsupported('aider chat history', 'a heading "# aider chat started at"');
  const lines = sampleLines(text);
  const isLines = lines.records.length > 0 && (lines.isSeveral || !isDocument(lines.records[0]));
  const found = isLines ? firstFit(LINE_EVIDENCE, lines) : undefined;
  if (found) return found;
  if (isLines && lines.isSeveral)
    throw unknown('The JSON Lines are of no known format', `type, sessionId, uuid and payload of the first ${lines.records.length} records`);
  if (text[start] !== '{' && text[start] !== '[')
    throw unknown('The input is neither JSON nor JSON Lines', `its first character and the first ${SAMPLE_LINES} lines`);
  const document = firstFit(DOCUMENT_EVIDENCE, sampleDocument(text, start, baseName));
  if (document) return document;
  throw unknown('The JSON is of no known format', 'its members, and the role, type and content of its messages');
}

function firstFit<T>(table: readonly Evidence<T>[], sample: T): Detected | undefined {
  const row = table.find((one) => one.fits(sample));
  if (row === undefined) return undefined;
  if (typeof row.format !== 'string') throw unsupported(row.format.known, row.evidence);
  return { format: row.format, evidence: row.evidence };
}

function sampleLines(text: string): LineSample & { readonly isSeveral: boolean } {
  const records: JsonObject[] = [];
  let first: JsonObject | undefined;
  let count = 0;
  for (let start = 0; start < text.length && count < SAMPLE_LINES; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line === '') continue;
    count++;
    const value = line.startsWith('{') && line.endsWith('}') ? readObject(line) : undefined;
    if (value === undefined) continue;
    if (count === 1) first = value;
    records.push(value);
  }
  return { first, records, isSeveral: count > 1 && records.length > 0 };
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // a broken line is no evidence; the reader of the format reports it
  }
}

/** One line that is a whole request body or document. */
function isDocument(record: JsonObject | undefined): boolean {
  return record !== undefined && ['messages', 'history', 'contents', 'input', 'steps'].some((key) => Array.isArray(record[key]));
}

/** Members whose value may be the list of messages. */
const LIST_MEMBERS = ['messages', 'history', 'contents', 'input', 'steps'] as const;

function sampleDocument(text: string, start: number, fileName: string): DocumentSample {
  if (text[start] === '[') return { body: {}, fileName, some: someItem(text, start) };
  const body = parseJson(text);
  if (!isObject(body)) throw unknown('The JSON is no object and no array', 'its first value');
  const root = readContainer(text, start);
  const list = LIST_MEMBERS.find((key) => Array.isArray(body[key]));
  const member = list === undefined ? undefined : memberNamed(root, list);
  return { body, fileName, some: member === undefined ? () => false : someItem(text, member.valueStart) };
}

/** Looks at the items of the array at `open` one by one, each parsed once. */
function someItem(text: string, open: number): DocumentSample['some'] {
  let items: readonly { readonly start: number; readonly end: number }[] | undefined;
  const parsed: (JsonObject | undefined)[] = [];
  return (fits) => {
    items ??= itemsOf(text, open);
    for (const [index, item] of items.entries()) {
      if (index >= parsed.length) parsed.push(readObject(text.slice(item.start, item.end)));
      const value = parsed[index];
      if (value !== undefined && fits(value)) return true;
    }
    return false;
  };
}

function itemsOf(text: string, open: number): readonly { readonly start: number; readonly end: number }[] {
  try {
    return readContainer(text, open).items;
  } catch {
    parseJson(text); // says where the JSON is broken
    return [];
  }
}

function isTalk(record: JsonObject): boolean {
  return record['type'] === 'user' || record['type'] === 'assistant';
}

function isOpenHandsEvent(record: JsonObject): boolean {
  const { kind } = record;
  if (typeof kind === 'string' && (kind.endsWith('Event') || kind.startsWith('Condensation'))) return true;
  return typeof record['source'] === 'string' && ('action' in record || 'observation' in record);
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const blocks = [message['content'], message['parts']].filter(Array.isArray).flat();
  return blocks.filter(isObject);
}

function hasBlock(message: JsonObject, types: ReadonlySet<string>): boolean {
  return blocksOf(message).some((block) => types.has(String(block['type'])));
}

function hasSource(message: JsonObject): boolean {
  return blocksOf(message).some((block) => block['type'] === 'image' && isObject(block['source']));
}

function isLangChain(message: JsonObject): boolean {
  return message['lc'] === 1 || (LANGCHAIN_TYPES.has(String(message['type'])) && (has(message, 'data') || has(message, 'content')));
}

function isToolMessage(message: JsonObject): boolean {
  if (message['role'] === 'tool' && has(message, 'tool_call_id')) return true;
  const calls = message['tool_calls'];
  return Array.isArray(calls) && calls.some((call) => isObject(call) && ('function' in call || 'custom' in call));
}

/** A message of this wire may have a role besides its type. */
function isResponsesItem(item: JsonObject): boolean {
  if (item['type'] === 'message' && typeof item['role'] === 'string') return true;
  return RESPONSES_ITEMS.has(String(item['type'])) || hasBlock(item, RESPONSES_PARTS);
}

function toolsHave(body: JsonObject, key: string): boolean {
  const { tools } = body;
  return Array.isArray(tools) && tools.some((tool) => isObject(tool) && key in tool);
}

function unsupported(name: string, evidence: string): FormatError {
  return new FormatError({
    code: 'format-unknown',
    what: `The input is of the format ${name} (${evidence}), which holdfast knows but does not read yet`,
    next: `Convert it to one that it reads: ${READABLE}.`,
  });
}

function unknown(what: string, lookedAt: string): FormatError {
  return new FormatError({ code: 'format-unknown', what: `${what}; looked at: ${lookedAt}`, next: `Name the format with \`--format\`: ${READABLE}.` });
}

const READABLE = FORMAT_NAMES.join(', ');
