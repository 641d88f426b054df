import { isObject, type JsonObject } from '../formats/wire-document.ts';
import { NOTE_START } from './align-blocks.ts';
import type { HostReading, PartRole } from './edit-messages.ts';
import type { HostAdapter } from './host-adapter.ts';
import { CallIds, callBlock, defined, imageBlock, objectsIn, resultBlock, sumOf, textBlock, textBlocks, textIn } from './wire-parts.ts';
import { WireRequest } from './wire-request.ts';

/** OpenCode's messages before a model call: `{info, parts}` (formats.md 7.3, 9.3; 1.18.33). */
export const OPENCODE: HostAdapter = {
  title: 'OpenCode',
  tools: [
    { name: 'read', effect: 'read-file', argument: 'filePath' },
    { name: 'write', effect: 'write-file', argument: 'filePath' },
    { name: 'edit', effect: 'edit-file', argument: 'filePath' },
    { name: 'webfetch', effect: 'fetch-url' },
    { name: 'grep', effect: 'read-only' },
    { name: 'glob', effect: 'read-only' },
    { name: 'list', effect: 'read-only' },
  ],
  read: (messages) => new OpenCodeReader(messages).read(),
  inputTokensOf: (message) => {
    const { info, parts } = membersOf(message);
    if (info['role'] !== 'assistant' || info['summary'] === true) return undefined;
    // A message of several steps is of several requests: its first answered the one that is meant.
    const step = parts.find((part) => part['type'] === 'step-finish');
    const tokens = step?.['tokens'] ?? info['tokens'];
    if (!isObject(tokens)) return undefined;
    const cache = isObject(tokens['cache']) ? tokens['cache'] : {};
    return sumOf([tokens['input'], cache['read'], cache['write']]);
  },
};

/** As OpenCode's `toModelMessages` writes them. */
const SENT_TEXTS: Readonly<Record<string, string>> = {
  compaction: 'What did we do so far?',
  subtask: 'The following tool was executed by the user',
};
const CLEARED = '[Old tool result content cleared]';
const INTERRUPTED = '[Tool execution was interrupted]';
const NOT_SENT_MIMES: ReadonlySet<unknown> = new Set(['text/plain', 'application/x-directory']);
/** Bookkeeping that is not sent, and goes where its message goes. */
const BOOKKEEPING: ReadonlySet<unknown> = new Set(['step-finish', 'snapshot', 'patch', 'retry', 'reasoning', 'text']);

interface Members {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

function membersOf(message: unknown): Members {
  const value = isObject(message) ? message : {};
  return { info: isObject(value['info']) ? value['info'] : {}, parts: objectsIn(value['parts']) };
}

class OpenCodeReader {
  readonly #messages: readonly Members[];
  readonly #request = new WireRequest();
  readonly #ids = new CallIds();

  constructor(messages: readonly unknown[]) {
    this.#messages = messages.map(membersOf);
  }

  read(): HostReading {
    const messages = this.#messages.map((message, index) => {
      this.#request.close();
      const isAnswer = message.info['role'] === 'assistant';
      return isAnswer ? this.#readAnswer(message, index) : this.#readUser(message, index);
    });
    return { request: this.#request, messages };
  }

  #readUser({ parts }: Members, message: number): HostReading['messages'][number] {
    const roles = parts.map((value, part): PartRole => {
      const blocks = userBlocks(value);
      for (const block of blocks) this.#request.add('user', block, { message, part });
      return blocks.length === 0 ? 'follows' : 'block';
    });
    return { role: 'user', parts: roles };
  }

  #readAnswer({ info, parts }: Members, message: number): HostReading['messages'][number] {
    if (isNotSent(info, parts)) return { role: 'assistant', parts: parts.map(() => 'stays') };
    const roles: PartRole[] = [];
    let results: { readonly block: JsonObject; readonly part: number }[] = [];
    const endStep = (): void => {
      for (const { block, part } of results) this.#request.add('user', block, { message, part });
      if (results.length > 0) this.#request.close();
      results = [];
    };
    for (const [part, value] of parts.entries()) {
      if (value['type'] === 'step-start') endStep();
      const exchange = value['type'] === 'tool' ? exchangeBlocks(this.#ids.next(value['callID']), value) : undefined;
      if (exchange !== undefined) results.push({ block: exchange.result, part });
      const block = exchange?.call ?? answerBlock(value);
      if (block !== undefined) this.#request.add('assistant', block, { message, part });
      roles.push(block === undefined ? roleOfOther(value) : 'block');
    }
    endStep();
    return { role: 'assistant', parts: roles };
  }
}

/** OpenCode leaves answers that failed out of its requests, but for those that were stopped with something in them. */
function isNotSent(info: JsonObject, parts: readonly JsonObject[]): boolean {
  if (!isObject(info['error'])) return false;
  return info['error']['name'] !== 'MessageAbortedError' || parts.every(({ type }) => type === 'step-start' || type === 'reasoning');
}

function userBlocks(part: JsonObject): readonly JsonObject[] {
  switch (part['type']) {
    case 'text':
      return part['ignored'] === true ? [] : userTextBlocks(part);
    case 'file':
      return NOT_SENT_MIMES.has(part['mime']) ? [] : [fileBlock(part)];
    // The words for it are in the text beside it.
    case 'agent':
      return [];
    default:
      // Whatever it is, it stays: the user gave it.
      return [{ type: 'text', text: SENT_TEXTS[String(part['type'])] ?? JSON.stringify(part) }];
  }
}

function userTextBlocks(part: JsonObject): readonly JsonObject[] {
  const text = textIn(part, 'text');
  return part['synthetic'] === true && text.startsWith(NOTE_START) ? textBlocks(text) : defined(textBlock(text));
}

const DATA_URL = /^data:([^;,]{1,200});base64,/;

function fileBlock(file: JsonObject): JsonObject {
  const url = textIn(file, 'url');
  const mime = textIn(file, 'mime');
  const data = DATA_URL.exec(url.slice(0, 300));
  if (data !== null && mime.startsWith('image/')) return imageBlock(mime, url.slice(data[0].length));
  if (data !== null && mime === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mime, data: url.slice(data[0].length) } };
  }
  return { type: 'text', text: `[file ${textIn(file, 'filename')} (${mime})]` };
}

function answerBlock(part: JsonObject): JsonObject | undefined {
  if (part['type'] === 'text') return textBlock(part['text']);
  if (part['type'] !== 'reasoning') return undefined;
  const provider = isObject(part['metadata']) ? part['metadata']['anthropic'] : undefined;
  if (!isObject(provider)) return undefined;
  if (typeof provider['signature'] === 'string') return { type: 'thinking', thinking: textIn(part, 'text'), signature: provider['signature'] };
  if (typeof provider['redactedData'] === 'string') return { type: 'redacted_thinking', data: provider['redactedData'] };
  return undefined;
}

function roleOfOther(part: JsonObject): PartRole {
  if (part['type'] === 'step-start') return 'opens';
  return BOOKKEEPING.has(part['type']) ? 'follows' : 'stays';
}

function exchangeBlocks(id: string, part: JsonObject): { readonly call: JsonObject; readonly result: JsonObject } {
  const state = isObject(part['state']) ? part['state'] : {};
  return { call: callBlock(id, part['tool'], state['input']), result: resultOf(id, state) };
}

function resultOf(id: string, state: JsonObject): JsonObject {
  if (state['status'] === 'completed') {
    const isCleared = isObject(state['time']) && state['time']['compacted'] !== undefined;
    const output = textBlock(isCleared ? CLEARED : state['output']);
    return resultBlock(id, [...defined(output), ...(isCleared ? [] : objectsIn(state['attachments']).map(fileBlock))], false);
  }
  if (state['status'] !== 'error') return resultBlock(id, [{ type: 'text', text: INTERRUPTED }], true);
  const metadata = isObject(state['metadata']) ? state['metadata'] : {};
  const isInterrupted = metadata['interrupted'] === true && typeof metadata['output'] === 'string';
  return resultBlock(id, defined(textBlock(isInterrupted ? metadata['output'] : state['error'])), !isInterrupted);
}
