import { type Random, seeded, writeValue } from './wire-json.ts';

type Json = Record<string, unknown>;

const WORDS = ['port', 'データ', 'naïve', '📥', 'a/b.ts', '"quoted"', 'back\\slash', '<tag>', '\u0007', '[EVICTED:text@t3:recover=NO]', '<|endoftext|>'];

/** Random conversations on the Responses wire, valid, with every item type that the format knows, from a seed alone. */
class Maker {
  readonly random: Random;
  readonly items: Json[] = [];
  private count = 0;

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

  id(prefix: string): string {
    return `${prefix}_${++this.count}`;
  }

  text(): string {
    return Array.from({ length: 1 + this.upTo(5) }, () => this.pick(WORDS)).join(this.pick([' ', '\n', ', ']));
  }

  userText(): string {
    const parts = [this.text()];
    if (this.chance(0.2)) parts.push(`\n<environment_context>\n${this.text()}\n</environment_context>\n`);
    if (this.chance(0.25)) parts.push(`\n\`\`\`\n${'log line\n'.repeat(8)}\`\`\`\n`, this.text());
    return parts.join('');
  }

  user(): void {
    const parts: Json[] = [{ type: 'input_text', text: this.userText() }];
    if (this.chance(0.2))
      parts.push({ type: 'input_image', image_url: this.pick(['https://e.org/i.png', 'data:image/png;base64,iVBORw0KGgo=']), detail: 'low' });
    if (this.chance(0.1)) parts.push({ type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' });
    if (this.chance(0.1)) parts.push({ type: 'from_the_future', value: 1 });
    if (this.chance(0.2)) parts.push({ type: 'input_text', text: this.text() });
    this.items.push(
      this.pick<Json>([
        { role: 'user', content: this.userText() },
        { type: 'message', role: 'user', content: parts },
      ]),
    );
  }

  reasoning(): void {
    const summary = this.chance(0.5) ? [] : [{ type: 'summary_text', text: this.text() }];
    this.items.push({ type: 'reasoning', id: this.id('rs'), summary, ...(this.chance(0.8) ? { encrypted_content: 'gAAAA=' } : {}) });
  }

  say(phase: string): void {
    const parts = [
      { type: 'output_text', text: this.text(), annotations: [] },
      ...(this.chance(0.2) ? [{ type: 'output_text', text: this.text(), annotations: [], logprobs: [] }] : []),
      ...(this.chance(0.1) ? [{ type: 'refusal', refusal: this.text() }] : []),
    ];
    this.items.push({ type: 'message', id: this.id('msg'), role: 'assistant', status: 'completed', phase, content: this.chance(0.1) ? this.text() : parts });
  }

  /** What the server ran, or what nobody can classify. */
  served(): void {
    this.items.push(
      this.pick<Json>([
        { type: 'web_search_call', id: this.id('ws'), status: 'completed', action: { type: 'search', query: 'q' } },
        { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
        { type: 'mcp_call', id: this.id('mcp'), name: 'm', server_label: 's', arguments: '{"a": 1}', output: this.text() },
        { type: 'code_interpreter_call', id: this.id('ci'), code: '1', container_id: 'c', outputs: [{ type: 'logs', logs: this.text() }] },
        { type: 'item_reference', id: this.id('ref') },
        { type: 'from_the_future', value: [1] },
      ]),
    );
  }

  call(): Json {
    const id = this.id('call');
    const output = this.pick<unknown>([
      this.text(),
      '',
      [{ type: 'input_text', text: this.text() }],
      [
        { type: 'input_text', text: this.text() },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    ]);
    const given = this.pick(['{}', '', '{"path": "a.ts", "n": 12345678901234567890}', 'not json', '{"command":["ls","-l"]}']);
    const [call, answer] = this.pick<readonly [Json, Json]>([
      [
        { type: 'function_call', id: this.id('fc'), call_id: id, name: 'read', arguments: given, status: 'completed' },
        { type: 'function_call_output', call_id: id, output },
      ],
      [
        { type: 'function_call', call_id: id, name: 'read', arguments: given },
        { type: 'function_call_output', call_id: id, output, id: this.id('fco') },
      ],
      [
        { type: 'custom_tool_call', call_id: id, name: 'apply_patch', input: this.text() },
        { type: 'custom_tool_call_output', call_id: id, output: this.text() },
      ],
      [
        { type: 'shell_call', call_id: id, action: { commands: ['ls'] }, status: 'completed' },
        { type: 'shell_call_output', call_id: id, output: [{ stdout: this.text(), stderr: '', outcome: { type: 'exit', exit_code: this.upTo(1) } }] },
      ],
      [
        { type: 'local_shell_call', id: this.id('lsh'), call_id: id, action: { type: 'exec', command: ['ls'] }, status: 'completed' },
        { type: 'local_shell_call_output', call_id: id, output: this.text() },
      ],
      [
        { type: 'mcp_approval_request', id, name: 'm', server_label: 's', arguments: '{}' },
        { type: 'mcp_approval_response', approval_request_id: id, approve: this.chance(0.5) },
      ],
    ]);
    this.items.push(call);
    return answer;
  }
}

export function responsesText(seed: number): string {
  const make = new Maker(seed);
  if (make.chance(0.4)) make.items.push({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: make.text() }] });
  const rounds = 1 + make.upTo(6);
  for (let round = 0; round < rounds; round++) {
    make.user();
    if (make.chance(0.1)) make.items.push({ role: 'developer', content: make.text() });
    if (make.chance(0.1)) make.items.push({ type: 'compaction', id: make.id('cmp'), encrypted_content: 'gAAAA=' });
    const steps = make.upTo(3);
    for (let step = 0; step < steps; step++) {
      if (make.chance(0.6)) make.reasoning();
      if (make.chance(0.4)) make.say('commentary');
      if (make.chance(0.2)) make.served();
      const answers = Array.from({ length: 1 + make.upTo(2) }, () => make.call());
      const isPending = round === rounds - 1 && step === steps - 1 && make.chance(0.3);
      for (const answer of isPending ? answers.slice(0, make.upTo(answers.length - 1)) : answers) make.items.push(answer);
      if (isPending) return source(make);
    }
    if (make.chance(0.5)) make.reasoning();
    make.say('final_answer');
  }
  return source(make);
}

function source(make: Maker): string {
  if (make.chance(0.4)) return writeValue(make.items, make.random, true);
  const tools = [{ type: 'function', name: 'read', parameters: {} }, { type: 'web_search' }];
  const instructions = make.chance(0.5) ? { instructions: 'Be brief.' } : {};
  return writeValue({ model: 'm', ...instructions, input: make.items, tools, store: false, include: ['reasoning.encrypted_content'] }, make.random, true);
}
