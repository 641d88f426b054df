import { type Random, seeded, writeValue } from './wire-json.ts';

/** Random conversations on the two wires, valid, with every block type that the formats know, from a seed alone. */

type Json = Record<string, unknown>;

const WORDS = [
  'port',
  'データ',
  'naïve',
  '📥',
  '👨‍👩‍👧',
  'a/b.ts',
  '"quoted"',
  'back\\slash',
  '<tag>',
  '\u0007',
  'Human: go',
  '[EVICTED:text@t3:recover=NO]',
  '<|endoftext|>',
];

class Maker {
  private readonly random: Random;
  private callCount = 0;
  breakpoints = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  upTo(count: number): number {
    return Math.floor(this.random() * (count + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)] as T;
  }

  text(): string {
    return Array.from({ length: 1 + this.upTo(5) }, () => this.pick(WORDS)).join(this.pick([' ', '\n', ', ']));
  }

  userText(): string {
    const parts = [this.text()];
    if (this.chance(0.25)) parts.push(`\n<system-reminder>\n${this.text()}\n</system-reminder>\n`);
    if (this.chance(0.25)) parts.push(`\n\`\`\`\n${'log line\n'.repeat(8)}\`\`\`\n`, this.text());
    return parts.join('');
  }

  callId(): string {
    return `toolu_${++this.callCount}`;
  }

  /** At most four in one request (rule 10). */
  cached(block: Json): Json {
    if (this.breakpoints >= 4 || !this.chance(0.15)) return block;
    this.breakpoints++;
    return { ...block, cache_control: this.pick([{ type: 'ephemeral' }, { type: 'ephemeral', ttl: '5m' }]) };
  }

  input(): Json {
    return this.pick<Json>([{}, { path: `src/${this.upTo(9)}.ts` }, { command: this.text() }, { deep: { list: [1, null, this.text()] } }]);
  }

  write(value: unknown): string {
    return writeValue(value, this.random, true);
  }
}

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };

export function anthropicText(seed: number): string {
  const make = new Maker(seed);
  const messages: Json[] = [];
  const rounds = 1 + make.upTo(6);
  for (let round = 0; round < rounds; round++) {
    messages.push({ role: 'user', content: make.chance(0.4) ? make.userText() : userBlocks(make) });
    const steps = make.upTo(3);
    for (let step = 0; step < steps; step++) {
      const calls = Array.from({ length: 1 + make.upTo(2) }, () => make.callId());
      messages.push({ role: 'assistant', content: assistantBlocks(make, calls) });
      const isLast = round === rounds - 1 && step === steps - 1;
      if (isLast && make.chance(0.3)) {
        const answered = calls.slice(0, make.upTo(calls.length - 1));
        if (answered.length > 0) messages.push({ role: 'user', content: answered.map((id) => anthropicResult(make, id)) });
        return anthropicSource(make, messages);
      }
      const behind = make.chance(0.2) ? [make.cached({ type: 'text', text: make.userText() })] : [];
      messages.push({ role: 'user', content: [...calls.map((id) => anthropicResult(make, id)), ...behind] });
    }
    const content = make.chance(0.3) ? make.text() : assistantBlocks(make, []);
    if (steps > 0 || make.chance(0.9)) messages.push({ role: 'assistant', content });
  }
  return anthropicSource(make, messages);
}

function anthropicSource(make: Maker, messages: readonly Json[]): string {
  if (make.chance(0.3)) return make.write(messages);
  const system = make.pick<unknown>([undefined, 'Be brief.', [make.cached({ type: 'text', text: 'Be brief.' })]]);
  const tools = [
    { name: 'read', input_schema: { type: 'object' }, annotations: { readOnlyHint: true } },
    { name: 'bash', input_schema: {} },
  ];
  return make.write({ model: 'm', max_tokens: 9, ...(system === undefined ? {} : { system }), tools, messages, metadata: { user_id: 'u' } });
}

function userBlocks(make: Maker): Json[] {
  const blocks: Json[] = [make.cached({ type: 'text', text: make.userText() })];
  if (make.chance(0.2)) blocks.push(make.cached(IMAGE));
  if (make.chance(0.2)) blocks.push({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: make.text() }, citations: { enabled: true } });
  if (make.chance(0.1)) blocks.push({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } });
  if (make.chance(0.1)) blocks.push({ type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: make.text() }] });
  if (make.chance(0.1)) blocks.push({ type: 'container_upload', file_id: 'file_1' });
  if (make.chance(0.1)) blocks.push({ type: 'from_the_future', text: '', value: [1] });
  if (make.chance(0.2)) blocks.push(make.cached({ type: 'text', text: make.text() }));
  return blocks;
}

function assistantBlocks(make: Maker, calls: readonly string[]): Json[] {
  const blocks: Json[] = [];
  if (make.chance(0.4)) blocks.push({ type: 'thinking', thinking: make.text(), signature: 'EqQB' });
  if (make.chance(0.1)) blocks.push({ type: 'redacted_thinking', data: 'AAAA' });
  if (make.chance(0.2)) {
    const id = `srv${make.callId()}`;
    blocks.push({ type: 'server_tool_use', id, name: 'web_search', input: { query: 'q' } });
    blocks.push({ type: 'web_search_tool_result', tool_use_id: id, content: [{ type: 'web_search_result', url: 'https://e.org', encrypted_content: 'x' }] });
  }
  if (make.chance(0.1)) {
    const id = `mcp${make.callId()}`;
    blocks.push({ type: 'mcp_tool_use', id, name: 'm', server_name: 's', input: {} });
    blocks.push({ type: 'mcp_tool_result', tool_use_id: id, is_error: false, content: [{ type: 'text', text: make.text() }] });
  }
  if (calls.length === 0 || make.chance(0.5)) {
    const citations = make.chance(0.3) ? { citations: [{ type: 'char_location', document_index: 0, cited_text: 'x' }] } : {};
    blocks.push(make.cached({ type: 'text', text: make.text(), ...citations }));
  }
  if (make.chance(0.05)) blocks.push({ type: 'fallback', from: 'a', to: 'b' });
  for (const id of calls) blocks.push(make.cached({ type: 'tool_use', id, name: make.pick(['read', 'bash']), input: make.input() }));
  return blocks;
}

function anthropicResult(make: Maker, id: string): Json {
  const content = make.pick<unknown>([
    undefined,
    make.text(),
    [],
    [
      { type: 'text', text: make.text() },
      { type: 'text', text: make.text() },
    ],
    [{ type: 'text', text: make.text() }, IMAGE],
  ]);
  return make.cached({ type: 'tool_result', tool_use_id: id, ...(content === undefined ? {} : { content }), ...(make.chance(0.2) ? { is_error: true } : {}) });
}

export function openaiText(seed: number): string {
  const make = new Maker(seed);
  const messages: Json[] = make.chance(0.6) ? [{ role: make.pick(['system', 'developer']), content: make.text() }] : [];
  const rounds = 1 + make.upTo(6);
  for (let round = 0; round < rounds; round++) {
    messages.push({ role: 'user', content: make.chance(0.5) ? make.userText() : openaiParts(make) });
    if (make.chance(0.1)) messages.push({ role: 'user', content: make.text(), name: 'n' });
    if (make.chance(0.1)) messages.push({ role: 'system', content: make.text() });
    const steps = make.upTo(3);
    for (let step = 0; step < steps; step++) {
      if (make.chance(0.15)) {
        messages.push(
          { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{"a": 1}' } },
          { role: 'function', name: 'old', content: make.text() },
        );
        continue;
      }
      const calls = Array.from({ length: 1 + make.upTo(2) }, () => make.callId());
      messages.push(callingMessage(make, calls));
      const isLast = round === rounds - 1 && step === steps - 1;
      const isPending = isLast && make.chance(0.3);
      const answered = isPending ? calls.slice(0, make.upTo(calls.length - 1)) : calls;
      for (const id of answered)
        messages.push({ role: 'tool', tool_call_id: id, content: make.chance(0.7) ? make.text() : [{ type: 'text', text: make.text() }] });
      if (isPending) return openaiSource(make, messages);
      if (make.chance(0.15)) messages.push({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] });
    }
    messages.push(
      make.pick<Json>([
        { role: 'assistant', content: make.text(), reasoning_content: make.text() },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: make.text() },
            { type: 'text', text: make.text() },
          ],
        },
        { role: 'assistant', content: null, refusal: make.text() },
        { role: 'assistant', content: [{ type: 'refusal', refusal: make.text() }] },
      ]),
    );
  }
  return openaiSource(make, messages);
}

function openaiSource(make: Maker, messages: readonly Json[]): string {
  if (make.chance(0.4)) return make.write(messages);
  const tools = [{ type: 'function', function: { name: 'read', parameters: {} } }];
  return make.write({ model: 'm', messages, tools, response: { id: 'r' } });
}

function openaiParts(make: Maker): Json[] {
  const parts: Json[] = [{ type: 'text', text: make.userText() }];
  if (make.chance(0.2))
    parts.push({ type: 'image_url', image_url: { url: make.pick(['https://e.org/i.png', 'data:image/png;base64,iVBORw0KGgo=']), detail: 'low' } });
  if (make.chance(0.1)) parts.push({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } });
  if (make.chance(0.1)) parts.push({ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } });
  if (make.chance(0.1)) parts.push({ type: 'from_the_future', value: 1 });
  return parts;
}

function callingMessage(make: Maker, calls: readonly string[]): Json {
  const content = make.pick<unknown>([undefined, null, '', make.text(), [], [{ type: 'text', text: make.text() }]]);
  const toolCalls = calls.map((id) =>
    make.chance(0.15)
      ? { id, type: 'custom', custom: { name: 'patch', input: make.text() } }
      : {
          id,
          type: 'function',
          function: { name: 'read', arguments: make.pick(['{}', '', '{"path": "a.ts", "n": 12345678901234567890}', 'not json', JSON.stringify(make.input())]) },
          extra_content: { google: { thought_signature: 's' } },
        },
  );
  return { role: 'assistant', ...(content === undefined ? {} : { content }), tool_calls: toolCalls };
}
