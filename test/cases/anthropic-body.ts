/** Short forms for Anthropic bodies in tests. */
export type Block = Readonly<Record<string, unknown>>;
export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

export const user = (...content: readonly (string | Block)[]): WireMessage => ({ role: 'user', content: content.map(asBlock) });
export const assistant = (...content: readonly (string | Block)[]): WireMessage => ({ role: 'assistant', content: content.map(asBlock) });
export const call = (id: string, name: string, input: Block): Block => ({ type: 'tool_use', id, name, input });
export const result = (id: string, content: unknown, isError = false): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(isError ? { is_error: true } : {}),
});

function asBlock(content: string | Block): Block {
  return typeof content === 'string' ? { type: 'text', text: content } : content;
}

/** A call with its result: two messages. */
export function exchange(id: string, name: string, input: Block, output: string): readonly WireMessage[] {
  return [assistant(call(id, name, input)), user(result(id, output))];
}

/** Text of about `tokens` tokens that no two seeds share. */
export function filler(tokens: number, seed: string | number): string {
  const lines: string[] = [];
  for (let line = 0; lines.length * 12 < tokens; line++) lines.push(`row ${seed}-${line}: value is ${(line * 7919) % 104729} of ${seed}`);
  return lines.join('\n');
}

/** All blocks of an output's messages, with their role. */
export function blocksOf(messages: readonly unknown[]): readonly (Block & { readonly role: string })[] {
  return (messages as readonly WireMessage[]).flatMap((message) =>
    (typeof message.content === 'string' ? [{ type: 'text', text: message.content } as Block] : message.content).map((block) => ({
      ...block,
      role: message.role,
    })),
  );
}

export function textsOf(messages: readonly unknown[], role: string): readonly string[] {
  return blocksOf(messages)
    .filter((block) => block.role === role && block['type'] === 'text')
    .map((block) => String(block['text']));
}
