import { createServer } from 'node:http';

/**
 * A provider that plays a script over the OpenAI chat completions API (streamed), on loopback. Each request takes the
 * next step, whatever it asks: the tools run for real in the agent, only the model's words are written beforehand.
 */
export function scriptedProvider(steps) {
  let position = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const next = steps[position];
      if (!request.url.endsWith('/chat/completions') || next === undefined) {
        response.writeHead(next === undefined ? 410 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'the script has no step for this request' } }));
        return;
      }
      position++;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of eventsOf(next, position, body.length)) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });
  return { server, played: () => position };
}

function* eventsOf(step, position, bodyLength) {
  const head = { id: `chatcmpl-${position}`, object: 'chat.completion.chunk', created: 0, model: 'scripted-1' };
  const choice = (delta, finish = null) => ({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  yield choice({ role: 'assistant' });
  if (step.think) yield choice({ reasoning_content: step.think });
  if (step.say) yield choice({ content: step.say });
  for (const [index, { name, arguments: input }] of step.calls.entries()) {
    const id = `call_${String(position).padStart(3, '0')}_${index}`;
    yield choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] });
  }
  yield choice({}, step.calls.length > 0 ? 'tool_calls' : 'stop');
  // Four characters a token: the agent shows the figure, nothing depends on it.
  const written = Math.ceil(JSON.stringify(step).length / 4);
  const prompt = Math.ceil(bodyLength / 4);
  yield { ...head, choices: [], usage: { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written } };
}
