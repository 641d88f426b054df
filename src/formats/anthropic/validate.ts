import { broken, type CheckedInput, checkTypes, readChecked } from '../wire-check.ts';
import { isObject, type JsonObject } from '../wire-document.ts';

const TITLE = 'Anthropic Messages';
const ROLES = new Set(['user', 'assistant', 'system']);
const CACHE_BREAKPOINTS_MAX = 4;
const WITHOUT_BREAKPOINT = new Set(['thinking', 'redacted_thinking']);
/** Where a block may not stand; a type that is in no row may stand anywhere (rule of all formats: unknown is opaque). */
const ASSISTANT_ONLY = new Set(['thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'mcp_tool_use', 'mcp_tool_result']);
const USER_ONLY = new Set(['tool_result', 'image', 'document', 'search_result', 'container_upload']);
const TOOL_BLOCKS = new Set(['tool_use', 'tool_result']);

/** Rules 1 to 6, 8, 10, 11, 12 and 15 of formats.md §1. Written from the rules, not from the renderer. */
export function validateAnthropic(source: string): void {
  const input = readChecked(source, TITLE);
  const contents = input.messages.map(blocksOf);
  checkFirst(input, contents);
  for (const [index, blocks] of contents.entries()) checkBlocks(blocks, String(input.messages[index]?.['role']), index);
  checkPairs(input, contents);
  checkServerPairs(input, contents);
  checkBreakpoints(input, contents);
  checkTools(input, contents);
}

type Blocks = readonly JsonObject[];

function blocksOf(message: JsonObject, index: number): Blocks {
  const path = `messages[${index}]`;
  checkTypes(message['role'], ROLES, `${path}.role`, 'The role is none of user, assistant and system');
  const content = message['content'];
  if (content === undefined && message['role'] === 'system') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw broken(`${path}.content`, 'The content is neither a string nor an array of blocks');
  return content.map((block: unknown, position) => {
    if (!isObject(block) || typeof block['type'] !== 'string') throw broken(`${path}.content[${position}]`, 'A block is not an object with a type');
    return block;
  });
}

/** Rule 1, with the exception of rule 8. */
function checkFirst(input: CheckedInput, contents: readonly Blocks[]): void {
  const first = input.messages.findIndex((message) => message['role'] !== 'system');
  if (first === -1 || input.messages[first]?.['role'] === 'user') return;
  if (contents[first]?.[0]?.['type'] !== 'compaction') throw broken(`messages[${first}]`, 'The first message is not of the user');
}

function checkBlocks(blocks: Blocks, role: string, index: number): void {
  for (const [position, block] of blocks.entries()) {
    const path = `messages[${index}].content[${position}]`;
    const type = String(block['type']);
    if (role !== 'assistant' && ASSISTANT_ONLY.has(type)) throw broken(path, `A ${type} block stands outside of an assistant message`);
    if (role !== 'user' && USER_ONLY.has(type)) throw broken(path, `A ${type} block stands outside of a user message`);
    checkBlock(block, type, path);
  }
}

function checkBlock(block: JsonObject, type: string, path: string): void {
  switch (type) {
    case 'text':
      // Rule 11. That a prefill must not end in white space is not asked here: a conversation at rest ends with the
      // assistant's own answer, and only its next request can tell.
      if (typeof block['text'] !== 'string' || !/\S/.test(block['text'])) throw broken(path, 'A text block is empty or white space', 'text-blank');
      return;
    case 'thinking':
      if (typeof block['thinking'] !== 'string' || typeof block['signature'] !== 'string')
        throw broken(path, 'A thinking block lacks its text or its signature');
      return;
    case 'redacted_thinking':
      if (typeof block['data'] !== 'string') throw broken(path, 'A redacted thinking block lacks its data');
      return;
    case 'tool_use':
      if (typeof block['name'] !== 'string' || !isObject(block['input'])) throw broken(path, 'A call lacks its name, or its input is not an object');
      return;
    case 'tool_result':
      checkResult(block['content'], path);
      return;
    case 'compaction':
      if (block['content'] === '') throw broken(path, 'The content of a compaction block is the empty string'); // rule 8
      return;
    default:
      return;
  }
}

/** Rule 12: absent, a string, or blocks, also none. */
function checkResult(content: unknown, path: string): void {
  if (content === undefined || typeof content === 'string') return;
  if (!Array.isArray(content)) throw broken(`${path}.content`, 'The content of a result is neither a string nor an array of blocks');
  for (const [index, part] of content.entries()) {
    if (!isObject(part) || typeof part['type'] !== 'string') throw broken(`${path}.content[${index}]`, 'A block of a result is not an object with a type');
  }
}

/** Rules 2 to 4: each call is answered in the very next message, results first; only the last may still wait. */
function checkPairs(input: CheckedInput, contents: readonly Blocks[]): void {
  const seen = new Set<string>();
  let asked = new Map<string, string>();
  for (const [index, blocks] of contents.entries()) {
    const role = input.messages[index]?.['role'];
    const isLast = index === contents.length - 1;
    if (role === 'assistant') {
      const unanswered = asked.values().next().value;
      if (unanswered !== undefined) throw broken(unanswered, 'A call has no result in the next message', 'orphan-call');
      asked = callsOf(blocks, index, seen);
      continue;
    }
    const answered = checkResults(blocks, asked, index);
    // What waits for its result is at the end: nothing but the other results may follow.
    const missing = [...asked].find(([id]) => !answered.has(id));
    const hasMore = !isLast || blocks.length > answered.size;
    if (missing !== undefined && hasMore) throw broken(missing[1], 'A call has no result in the next message', 'orphan-call');
    asked = new Map();
  }
}

function callsOf(blocks: Blocks, index: number, seen: Set<string>): Map<string, string> {
  const calls = new Map<string, string>();
  for (const [position, block] of blocks.entries()) {
    if (block['type'] !== 'tool_use') continue;
    const path = `messages[${index}].content[${position}]`;
    const id = block['id'];
    if (typeof id !== 'string' || id === '') throw broken(path, 'A call has no id');
    if (seen.has(id)) throw broken(path, 'A call has the id of another', 'duplicate-id');
    seen.add(id);
    calls.set(id, path);
  }
  return calls;
}

function checkResults(blocks: Blocks, asked: ReadonlyMap<string, string>, index: number): ReadonlySet<string> {
  const answered = new Set<string>();
  let hasOther = false;
  for (const [position, block] of blocks.entries()) {
    if (block['type'] !== 'tool_result') {
      hasOther = true;
      continue;
    }
    const path = `messages[${index}].content[${position}]`;
    const id = String(block['tool_use_id']);
    if (!asked.has(id)) throw broken(path, 'A result answers no call of the message before it', 'orphan-result');
    if (answered.has(id)) throw broken(path, 'A call has a second result', 'orphan-result');
    if (hasOther) throw broken(path, 'A result stands behind another block of its message'); // rule 3
    answered.add(id);
  }
  return answered;
}

/** Rule 5: a server's call and result stand in one assistant message (or in the one that continues it after a pause). */
function checkServerPairs(input: CheckedInput, contents: readonly Blocks[]): void {
  const seen = new Set<string>();
  let asked = new Map<string, string>();
  for (const [index, blocks] of contents.entries()) {
    if (input.messages[index]?.['role'] !== 'assistant') {
      if (input.messages[index]?.['role'] === 'system') continue;
      const left = asked.values().next().value;
      if (left !== undefined) throw broken(left, 'A server tool call has no result in its message', 'orphan-call');
      continue;
    }
    asked = serverCalls(blocks, index, asked, seen);
  }
}

function serverCalls(blocks: Blocks, index: number, waiting: Map<string, string>, seen: Set<string>): Map<string, string> {
  for (const [position, block] of blocks.entries()) {
    const path = `messages[${index}].content[${position}]`;
    const type = String(block['type']);
    if (type === 'server_tool_use' || type === 'mcp_tool_use') {
      const id = String(block['id']);
      if (seen.has(id)) throw broken(path, 'A call has the id of another', 'duplicate-id');
      seen.add(id);
      waiting.set(id, path);
    } else if (type.endsWith('_tool_result') && typeof block['tool_use_id'] === 'string' && !waiting.delete(block['tool_use_id'])) {
      throw broken(path, 'A server tool result answers no call before it', 'orphan-result');
    }
  }
  return waiting;
}

/** Rule 10: at most four in the whole request, none on thinking or empty text. */
function checkBreakpoints(input: CheckedInput, contents: readonly Blocks[]): void {
  const outer = [input.body?.['tools'], input.body?.['system']].flatMap((list) => (Array.isArray(list) ? list : []));
  let count = outer.filter(hasBreakpoint).length;
  for (const [index, blocks] of contents.entries()) {
    for (const [position, block] of blocks.entries()) {
      const inner = block['type'] === 'tool_result' && Array.isArray(block['content']) ? block['content'] : [];
      count += inner.filter(hasBreakpoint).length;
      if (!hasBreakpoint(block)) continue;
      const path = `messages[${index}].content[${position}]`;
      if (WITHOUT_BREAKPOINT.has(String(block['type']))) throw broken(path, 'A cache breakpoint stands on a thinking block');
      if (++count > CACHE_BREAKPOINTS_MAX) throw broken(path, `There are more than ${CACHE_BREAKPOINTS_MAX} cache breakpoints`);
    }
  }
  if (count > CACHE_BREAKPOINTS_MAX) throw broken('', `There are more than ${CACHE_BREAKPOINTS_MAX} cache breakpoints`);
}

function hasBreakpoint(block: unknown): boolean {
  return isObject(block) && isObject(block['cache_control']);
}

/** Rule 15, of a whole request only: a list of messages, or a part of a body, gets its tools from the host. */
function checkTools(input: CheckedInput, contents: readonly Blocks[]): void {
  const { body } = input;
  if (body === undefined || body['model'] === undefined || body['max_tokens'] === undefined) return;
  if (Array.isArray(body['tools']) && body['tools'].length > 0) return;
  const index = contents.findIndex((blocks) => blocks.some((block) => TOOL_BLOCKS.has(String(block['type']))));
  if (index !== -1) throw broken(`messages[${index}]`, 'The request has tool exchanges and no tool definitions');
}
