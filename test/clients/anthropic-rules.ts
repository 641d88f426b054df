import { hashOf, type ProviderMemory } from './provider-memory.ts';
import { isWireObject, objectsOf, repeated, textOf, type WireObject, withoutCacheControl } from './wire-object.ts';

/** What a server of the Messages API checks; numbers are those of the rules of formats.md §1. Independent of `src/formats`. */
export interface AnthropicRules {
  /** Newer models bind thinking to what came before it (rule 7). */
  readonly blockBinding: boolean;
}

interface JoinedMessage {
  readonly role: string;
  readonly blocks: WireObject[];
}

/** What is wrong with a request; empty when it is valid. */
export function anthropicProblems(body: WireObject, memory: ProviderMemory, rules: AnthropicRules): readonly string[] {
  const messages = joined(body['messages']);
  if (messages.length === 0) return ['messages: at least one message is required'];
  return [
    ...shapeProblems(body, messages),
    ...messages.flatMap((message, index) => pairProblems(messages, message, index)),
    ...messages.flatMap((message, index) => blockProblems(message, index)),
    ...thinkingProblems(body, messages, memory, rules),
  ];
}

/** Hash of all that stands before a block, thinking left out: earlier thinking may be removed (rule 6). */
export function prefixHash(messages: unknown, messageCount = Number.POSITIVE_INFINITY, blockCount = Number.POSITIVE_INFINITY): string {
  const before: unknown[] = [];
  joined(messages).forEach((message, index) => {
    if (index > messageCount) return;
    const blocks = index === messageCount ? message.blocks.slice(0, blockCount) : message.blocks;
    for (const block of blocks) if (!isThinking(block)) before.push([message.role, withoutCacheControl(block)]);
  });
  return hashOf(before);
}

/** Consecutive messages of one role are one message for the server (rule 1). */
function joined(messages: unknown): readonly JoinedMessage[] {
  const result: JoinedMessage[] = [];
  for (const message of objectsOf(messages)) {
    const role = textOf(message['role']);
    const content = message['content'];
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
    const last = result.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else result.push({ role, blocks: [...blocks] });
  }
  return result;
}

function shapeProblems(body: WireObject, messages: readonly JoinedMessage[]): readonly string[] {
  const problems: string[] = [];
  if (typeof body['model'] !== 'string') problems.push('model: Field required');
  if (!Number.isInteger(body['max_tokens'])) problems.push('max_tokens: Field required');
  if (messages[0]?.role !== 'user') problems.push('messages: first message must use the "user" role');
  const ids = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => textOf(id)));
  for (const id of repeated(ids)) problems.push(`messages: \`tool_use\` ids must be unique: ${id}`);
  if (ids.length > 0 && objectsOf(body['tools']).length === 0) problems.push('tools: required while `tool_use` blocks are in messages');
  if (breakpointCount([body['tools'], body['system'], body['messages']]) > 4) problems.push('A maximum of 4 blocks with cache_control may be provided');
  const last = messages.at(-1);
  const lastText = last?.role === 'assistant' ? last.blocks.at(-1)?.['text'] : undefined;
  if (typeof lastText === 'string' && lastText !== lastText.trimEnd()) problems.push('final assistant content cannot end with trailing whitespace');
  return problems;
}

function breakpointCount(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + breakpointCount(part), 0);
  if (!isWireObject(value)) return 0;
  return Object.entries(value).reduce((sum, [key, part]) => sum + (key === 'cache_control' && part !== null ? 1 : breakpointCount(part)), 0);
}

/** Calls are answered in the very next message, each once and first in it (rules 2 to 4). */
function pairProblems(messages: readonly JoinedMessage[], message: JoinedMessage, index: number): readonly string[] {
  const results = message.blocks.filter(({ type }) => type === 'tool_result').map((block) => textOf(block['tool_use_id']));
  const calls = message.blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => textOf(id));
  const callsBefore = (messages[index - 1]?.blocks ?? []).filter(({ type }) => type === 'tool_use').map(({ id }) => textOf(id));
  const resultsAfter = (messages[index + 1]?.blocks ?? []).filter(({ type }) => type === 'tool_result').map((block) => textOf(block['tool_use_id']));
  const firstOther = message.blocks.findIndex(({ type }) => type !== 'tool_result');
  const where = `messages.${index}`;
  const problems: string[] = [];
  if (calls.length > 0 && message.role !== 'assistant') problems.push(`${where}: \`tool_use\` blocks can only be in assistant messages`);
  if (results.length > 0 && message.role !== 'user') problems.push(`${where}: \`tool_result\` blocks can only be in user messages`);
  for (const id of calls) {
    if (!resultsAfter.includes(id)) problems.push(`${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}`);
  }
  for (const id of results) {
    if (!callsBefore.includes(id)) problems.push(`${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`);
  }
  for (const id of repeated(results)) problems.push(`${where}: more than one \`tool_result\` for ${id}`);
  if (firstOther >= 0 && firstOther < results.length) problems.push(`${where}: \`tool_result\` blocks must come first`);
  return problems;
}

function blockProblems({ role, blocks }: JoinedMessage, index: number): readonly string[] {
  const problems: string[] = [];
  if (role !== 'user' && role !== 'assistant') problems.push(`messages.${index}: unexpected role "${role}"`);
  if (blocks.length === 0) problems.push(`messages.${index}: content must not be empty`);
  for (const [place, block] of blocks.entries()) {
    const where = `messages.${index}.content.${place}`;
    if (block['type'] === 'text' && textOf(block['text']).trim() === '') problems.push(`${where}: text content blocks must contain non-whitespace text`);
    if (block['type'] === 'tool_use' && !isWireObject(block['input'])) problems.push(`${where}.input: must be an object`);
    if (isThinking(block) && (role !== 'assistant' || block['cache_control'])) problems.push(`${where}: thinking cannot stand here or be cached`);
  }
  return problems;
}

/** Thinking comes back as it was made, at least in the open turn (rules 6 and 7). */
function thinkingProblems(body: WireObject, messages: readonly JoinedMessage[], memory: ProviderMemory, rules: AnthropicRules): readonly string[] {
  const problems: string[] = [];
  messages.forEach((message, index) => {
    message.blocks.forEach((block, place) => {
      if (block['type'] !== 'thinking') return;
      const where = `messages.${index}.content.${place}`;
      const made = memory.signatures.get(textOf(block['signature']));
      if (made?.thinking !== block['thinking']) problems.push(`${where}: Invalid \`signature\` in \`thinking\` block`);
      else if (rules.blockBinding && !dropsBlocks(body) && made?.prefixHash !== prefixHash(body['messages'], index, place)) {
        problems.push(`${where}: prefix_binding_mismatch`);
      }
    });
  });
  if (isThinkingOn(body)) problems.push(...openTurnProblems(messages, memory));
  return problems;
}

function openTurnProblems(messages: readonly JoinedMessage[], memory: ProviderMemory): readonly string[] {
  const start = messages.findLastIndex(({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type !== 'tool_result'));
  return messages.slice(start + 1).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      const signature = memory.signatureOfCall.get(textOf(block['id']));
      const stands = signature === undefined || blocks.some((other) => other['signature'] === signature);
      return stands ? [] : [`messages: the thinking before ${textOf(block['id'])} is required while its turn is open`];
    }),
  );
}

export function isThinkingOn(body: WireObject): boolean {
  const thinking = body['thinking'];
  return isWireObject(thinking) && thinking['type'] !== 'disabled';
}

function dropsBlocks(body: WireObject): boolean {
  const thinking = body['thinking'];
  const binding = isWireObject(thinking) ? thinking['block_binding'] : undefined;
  return isWireObject(binding) && binding['prefix_mismatch_behavior'] === 'drop_block';
}

function isThinking(block: WireObject): boolean {
  return block['type'] === 'thinking' || block['type'] === 'redacted_thinking';
}
