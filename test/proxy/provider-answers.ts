/** What a model says in one answer, whatever the wire. */
export interface Said {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  /** It was cut at its allowance. */
  readonly isCut?: boolean;
}

const USAGE = { input: 100, output: 7 };
export const OUTPUT_TOKENS = USAGE.output;

/** The same answer as the events of a stream and as one JSON body, in the shapes of one provider. */
export interface ProviderShape {
  stream(said: Said, number: number): string;
  json(said: Said, number: number): Record<string, unknown>;
}

function named(event: Record<string, unknown>): string {
  return `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
}

function anthropicBlocks(said: Said, number: number): Record<string, unknown>[] {
  return [
    ...(said.thinking === undefined ? [] : [{ type: 'thinking', thinking: said.thinking, signature: `signature-${number}` }]),
    ...(said.text === undefined ? [] : [{ type: 'text', text: said.text }]),
    ...(said.calls ?? []).map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function anthropicDeltas(block: Record<string, unknown>): readonly [start: unknown, ...deltas: unknown[]] {
  const halves = (text: string): string[] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
  if (block['type'] === 'text') return [{ type: 'text', text: '' }, ...halves(String(block['text'])).map((text) => ({ type: 'text_delta', text }))];
  if (block['type'] === 'thinking') {
    const thinking = halves(String(block['thinking'])).map((half) => ({ type: 'thinking_delta', thinking: half }));
    return [{ type: 'thinking', thinking: '', signature: '' }, ...thinking, { type: 'signature_delta', signature: block['signature'] }];
  }
  return [{ ...block, input: {} }, ...halves(JSON.stringify(block['input'])).map((json) => ({ type: 'input_json_delta', partial_json: json }))];
}

function anthropicEnd(said: Said): string {
  return said.isCut ? 'max_tokens' : said.calls?.length ? 'tool_use' : 'end_turn';
}

export const ANTHROPIC_SHAPE: ProviderShape = {
  json: (said, number) => ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'model-1',
    content: anthropicBlocks(said, number),
    stop_reason: anthropicEnd(said),
    stop_sequence: null,
    usage: { input_tokens: USAGE.input * number, cache_read_input_tokens: 50, output_tokens: USAGE.output },
  }),
  stream: (said, number) => {
    const message = { ...ANTHROPIC_SHAPE.json(said, number), content: [], stop_reason: null, usage: { input_tokens: USAGE.input * number, output_tokens: 1 } };
    const events: Record<string, unknown>[] = [{ type: 'message_start', message }];
    for (const [index, block] of anthropicBlocks(said, number).entries()) {
      const [start, ...deltas] = anthropicDeltas(block);
      events.push({ type: 'content_block_start', index, content_block: start });
      if (index === 0) events.push({ type: 'ping' });
      events.push(...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })), { type: 'content_block_stop', index });
    }
    events.push({ type: 'message_delta', delta: { stop_reason: anthropicEnd(said), stop_sequence: null }, usage: { output_tokens: USAGE.output } });
    return [...events, { type: 'message_stop' }].map(named).join('');
  },
};

function chatCalls(said: Said): Record<string, unknown>[] {
  return (said.calls ?? []).map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }));
}

function chatEnd(said: Said): string {
  return said.isCut ? 'length' : said.calls?.length ? 'tool_calls' : 'stop';
}

function chatUsage(number: number): Record<string, unknown> {
  return { prompt_tokens: USAGE.input * number, completion_tokens: USAGE.output, total_tokens: USAGE.input * number + USAGE.output };
}

export const OPENAI_SHAPE: ProviderShape = {
  json: (said, number) => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1,
    model: 'model-1',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text ?? null,
          refusal: null,
          ...(said.thinking === undefined ? {} : { reasoning_content: said.thinking }),
          ...(said.calls === undefined ? {} : { tool_calls: chatCalls(said) }),
        },
        logprobs: null,
        finish_reason: chatEnd(said),
      },
    ],
    usage: chatUsage(number),
  }),
  stream: (said, number) => {
    const chunk = (delta: unknown, end: string | null = null): Record<string, unknown> => ({
      id: `chatcmpl-${number}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'model-1',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: end }],
      usage: null,
    });
    const deltas: unknown[] = [];
    if (said.thinking !== undefined) deltas.push({ reasoning_content: said.thinking });
    if (said.text !== undefined) deltas.push({ content: said.text.slice(0, 3) }, { content: said.text.slice(3) });
    for (const [index, call] of chatCalls(said).entries()) {
      const called = call['function'] as { readonly name: string; readonly arguments: string };
      deltas.push({ tool_calls: [{ index, ...call, function: { name: called.name, arguments: '' } }] });
      for (const part of [called.arguments.slice(0, 4), called.arguments.slice(4)]) deltas.push({ tool_calls: [{ index, function: { arguments: part } }] });
    }
    const chunks = [
      chunk({ role: 'assistant', content: said.text === undefined ? null : '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, chatEnd(said)),
    ];
    const usage = { ...chunk({}), choices: [], usage: chatUsage(number) };
    return [...[...chunks, usage].map((one) => JSON.stringify(one)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  },
};

function responseItems(said: Said, number: number): Record<string, unknown>[] {
  return [
    ...(said.thinking === undefined
      ? []
      : [{ id: `rs_${number}`, type: 'reasoning', summary: [{ type: 'summary_text', text: said.thinking }], encrypted_content: `cipher-${number}` }]),
    ...(said.text === undefined
      ? []
      : [
          {
            id: `msg_${number}`,
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: said.text, annotations: [], logprobs: [] }],
          },
        ]),
    ...(said.calls ?? []).map(({ id, name, input }) => ({
      id: `fc_${id}`,
      type: 'function_call',
      status: 'completed',
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    })),
  ];
}

function itemEvents(item: Record<string, unknown>, index: number): Record<string, unknown>[] {
  const at = { output_index: index, item_id: item['id'] };
  const added = { type: 'response.output_item.added', output_index: index };
  const done = { type: 'response.output_item.done', output_index: index, item };
  if (item['type'] === 'function_call') {
    const json = String(item['arguments']);
    return [
      { ...added, item: { ...item, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...at, delta: json },
      { type: 'response.function_call_arguments.done', ...at, name: item['name'], arguments: json },
      done,
    ];
  }
  if (item['type'] === 'reasoning') return [{ ...added, item: { ...item, summary: [] } }, done];
  const [part] = item['content'] as readonly Record<string, unknown>[];
  const place = { ...at, content_index: 0 };
  return [
    { ...added, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: part?.['text'], logprobs: [] },
    { type: 'response.output_text.done', ...place, text: part?.['text'], logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    done,
  ];
}

export const RESPONSES_SHAPE: ProviderShape = {
  json: (said, number) => ({
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status: said.isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: said.isCut ? { reason: 'max_output_tokens' } : null,
    model: 'model-1',
    output: responseItems(said, number),
    parallel_tool_calls: true,
    tools: [],
    usage: { input_tokens: USAGE.input * number, output_tokens: USAGE.output, total_tokens: USAGE.input * number + USAGE.output },
  }),
  stream: (said, number) => {
    const response = RESPONSES_SHAPE.json(said, number);
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    return [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...responseItems(said, number).flatMap((item, index) => itemEvents(item, index)),
      { type: said.isCut ? 'response.incomplete' : 'response.completed', response },
    ]
      .map((event, sequence) => named({ ...event, sequence_number: sequence }))
      .join('');
  },
};
