import { isObject, type JsonObject } from '../formats/wire-document.ts';
import type { HostReading, PartRole } from './edit-messages.ts';
import type { HostAdapter } from './host-adapter.ts';
import { CallIds, callBlock, defined, imageBlock, objectsIn, resultBlock, sumOf, textBlock, textBlocks, textIn } from './wire-parts.ts';
import { WireRequest } from './wire-request.ts';

/** pi's messages before a model call (formats.md 7.4, 9.4; the types of 0.73.1 and 1.6.0). */
export const PI: HostAdapter = {
  title: 'pi',
  tools: [
    { name: 'read', effect: 'read-file' },
    { name: 'write', effect: 'write-file' },
    { name: 'edit', effect: 'edit-file' },
    { name: 'grep', effect: 'read-only' },
    { name: 'find', effect: 'read-only' },
    { name: 'ls', effect: 'read-only' },
  ],
  read: (messages) => new PiReader(messages).read(),
  inputTokensOf: (message) => {
    if (!isObject(message) || message['role'] !== 'assistant' || isNotSent(message) || !isObject(message['usage'])) return undefined;
    const { input, cacheRead, cacheWrite } = message['usage'];
    return sumOf([input, cacheRead, cacheWrite]);
  },
};

/** As pi's `convertToLlm` writes them. */
const COMPACTION_PREFIX = 'The conversation history before this point was compacted into the following summary:\n\n<summary>\n';
const BRANCH_PREFIX = 'The following is a summary of a branch that this conversation came back from:\n\n<summary>\n';
const NO_RESULT: JsonObject = { type: 'text', text: 'No result provided' };
/** Where thinking is a block of its own, with a signature. Elsewhere the wire ties it to what follows in its message. */
const THINKING_APIS = /^(?:anthropic|bedrock)/;

/** pi leaves answers that broke off out of its requests. */
function isNotSent(message: JsonObject): boolean {
  return message['stopReason'] === 'error' || message['stopReason'] === 'aborted';
}

class PiReader {
  readonly #messages: readonly JsonObject[];
  readonly #request = new WireRequest();
  readonly #parts: PartRole[][];
  readonly #ids = new CallIds();

  constructor(messages: readonly unknown[]) {
    this.#messages = messages.map((message) => (isObject(message) ? message : {}));
    this.#parts = this.#messages.map(() => []);
  }

  read(): HostReading {
    for (const [index, message] of this.#messages.entries()) {
      // Results are read with the answer that called for them.
      if (message['role'] === 'toolResult') continue;
      this.#request.close();
      if (message['role'] === 'assistant') this.#readAnswer(index, message);
      else this.#readUser(index, message);
    }
    return { request: this.#request, messages: this.#messages.map((message, index) => this.#messageOf(message, index)) };
  }

  #messageOf(message: JsonObject, index: number): HostReading['messages'][number] {
    const parts = this.#parts[index] ?? [];
    return { role: message['role'] === 'assistant' ? 'assistant' : 'user', parts: parts.length === 0 ? ['stays'] : parts };
  }

  #readUser(index: number, message: JsonObject): void {
    const isList = (message['role'] === 'user' || message['role'] === 'custom') && Array.isArray(message['content']);
    const blocks = isList ? objectsIn(message['content']).map((part) => defined(userBlock(part))) : [userTexts(message)];
    for (const one of blocks) this.#add('user', index, one, isList ? 'follows' : 'stays');
  }

  #readAnswer(index: number, message: JsonObject): void {
    const parts = objectsIn(message['content']);
    if (isNotSent(message)) {
      this.#parts[index] = parts.map(() => 'stays');
      return;
    }
    const calls: Call[] = [];
    for (const part of parts) {
      if (part['type'] === 'toolCall') {
        const id = this.#ids.next(part['id']);
        calls.push({ id, hostId: part['id'], part: this.#parts[index]?.length ?? 0 });
        this.#add('assistant', index, [callBlock(id, part['name'], part['arguments'])], 'stays');
      } else {
        this.#add('assistant', index, defined(answerBlock(part, message)), roleOfOther(part));
      }
    }
    this.#readResults(index, calls);
  }

  /** As pi does: a call without a result gets one, so that its provider takes it. */
  #readResults(answer: number, calls: readonly Call[]): void {
    const waiting = new Map(calls.map((call) => [call.hostId, call]));
    for (let index = answer + 1; this.#messages[index]?.['role'] === 'toolResult'; index++) {
      const message = this.#messages[index] ?? {};
      const call = waiting.get(message['toolCallId']);
      if (call === undefined) continue;
      waiting.delete(call.hostId);
      const content = objectsIn(message['content']).flatMap((part) => defined(userBlock(part)));
      this.#add('user', index, [resultBlock(call.id, content, message['isError'] === true)], 'stays');
    }
    for (const { id, part } of waiting.values()) this.#request.add('user', resultBlock(id, [NO_RESULT], true), { message: answer, part });
  }

  #add(role: 'user' | 'assistant', message: number, blocks: readonly JsonObject[], otherwise: PartRole): void {
    const parts = this.#parts[message] ?? [];
    for (const block of blocks) this.#request.add(role, block, { message, part: parts.length });
    parts.push(blocks.length === 0 ? otherwise : 'block');
  }
}

interface Call {
  readonly id: string;
  readonly hostId: unknown;
  readonly part: number;
}

function userBlock(part: JsonObject): JsonObject | undefined {
  if (part['type'] === 'image') return imageBlock(part['mimeType'], textIn(part, 'data'));
  if (part['type'] === 'text') return textBlock(part['text']);
  // Whatever it is, it stays: the user gave it.
  return { type: 'text', text: JSON.stringify(part) };
}

function userTexts(message: JsonObject): readonly JsonObject[] {
  switch (message['role']) {
    case 'user':
    case 'custom':
      return defined(textBlock(message['content']));
    case 'bashExecution':
      return message['excludeFromContext'] === true ? [] : [{ type: 'text', text: shellText(message) }];
    case 'branchSummary':
      return textBlocks(`${BRANCH_PREFIX}${textIn(message, 'summary')}</summary>`);
    case 'compactionSummary':
      return textBlocks(`${COMPACTION_PREFIX}${textIn(message, 'summary')}\n</summary>`);
    default:
      return [];
  }
}

function shellText(message: JsonObject): string {
  const output = textIn(message, 'output');
  return `Ran \`${textIn(message, 'command')}\`\n${output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``}`;
}

function answerBlock(part: JsonObject, message: JsonObject): JsonObject | undefined {
  if (part['type'] === 'text') return textBlock(part['text']);
  if (part['type'] !== 'thinking' || !THINKING_APIS.test(textIn(message, 'api'))) return undefined;
  const signature = textIn(part, 'thinkingSignature');
  return part['redacted'] === true ? { type: 'redacted_thinking', data: signature } : { type: 'thinking', thinking: textIn(part, 'thinking'), signature };
}

function roleOfOther(part: JsonObject): PartRole {
  return part['type'] === 'text' || part['type'] === 'thinking' ? 'follows' : 'stays';
}
