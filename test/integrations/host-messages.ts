import fc from 'fast-check';
import type { PluginHost } from '../../src/integrations/host-adapter.ts';
import type { HostMessage } from './host-sessions.ts';

type Arbitrary = fc.Arbitrary<readonly HostMessage[]>;

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('', ' ', '\n', 'Fine.', '<holdfast compaction="c_aaaaaaaaaaaaaaaa" authority="none">', 'ü\ud83d\ude00'),
);
const anything = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const callId = fc.constantFrom('call_0', 'call_1', 'call|fc', '');

const piPart = fc.oneof(
  text.map((value) => ({ type: 'text', text: value, textSignature: 's' })),
  text.map((data) => ({ type: 'image', data, mimeType: 'image/png' })),
  anything,
);

const piThinking = fc.record({ type: fc.constant('thinking'), thinking: text, thinkingSignature: text, redacted: fc.boolean() });
const piCall = fc.record({ type: fc.constant('toolCall'), id: callId, name: fc.constantFrom('read', 'bash'), arguments: anything });

/** An answer and results for some of its calls, in whatever order, with one too many. */
const piTurn: Arbitrary = fc
  .record({
    parts: fc.array(fc.oneof(piPart, piThinking, piCall), { maxLength: 5 }),
    api: fc.constantFrom('anthropic-messages', 'openai-responses'),
    stopReason: fc.constantFrom('stop', 'toolUse', 'aborted', 'error'),
    results: fc.array(fc.record({ toolCallId: callId, content: fc.array(piPart, { maxLength: 2 }), isError: fc.boolean() }), { maxLength: 3 }),
  })
  .map(({ parts, results, ...rest }) => [
    { role: 'assistant', content: parts, provider: 'p', model: 'm', ...rest },
    ...results.map((result) => ({ role: 'toolResult', toolName: 'read', ...result })),
  ]);

const piMessage: Arbitrary = fc
  .oneof(
    text.map((content): HostMessage => ({ role: 'user', content })),
    fc.array(piPart, { maxLength: 3 }).map((content): HostMessage => ({ role: 'user', content })),
    fc.array(piPart, { maxLength: 3 }).map((content): HostMessage => ({ role: 'custom', customType: 'x', content })),
    fc.boolean().map((excludeFromContext): HostMessage => ({ role: 'bashExecution', command: 'ls', output: 'a', excludeFromContext })),
    text.map((summary): HostMessage => ({ role: 'compactionSummary', summary: summary.repeat(200), tokensBefore: 1 })),
    text.map((summary): HostMessage => ({ role: 'branchSummary', summary, fromId: 'e1' })),
    anything,
  )
  .map((message) => [message]);

const openCodeTool = fc
  .record({
    callID: callId,
    state: fc.oneof(
      text.map((output) => ({ status: 'completed', output, time: {}, attachments: [{ type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA' }] })),
      text.map((output) => ({ status: 'completed', output, time: { compacted: 5 } })),
      text.map((error) => ({ status: 'error', error })),
      fc.constantFrom({ status: 'pending' }, { status: 'running' }),
      anything,
    ),
    input: anything,
  })
  .map(({ callID, state, input }) => ({ type: 'tool', callID, tool: 'read', state: { input, ...state } }));

const openCodePart = fc.oneof(
  text.map((value) => ({ type: 'text', text: value })),
  text.map((value) => ({ type: 'text', text: value, synthetic: true, ignored: true })),
  text.map((value) => ({ type: 'reasoning', text: value, metadata: { anthropic: { signature: value } } })),
  text.map((value) => ({ type: 'reasoning', text: value, metadata: { openai: { itemId: value } } })),
  fc.constantFrom(
    { type: 'step-start' },
    { type: 'step-finish' },
    { type: 'patch', hash: 'h' },
    { type: 'agent', name: 'a' },
    { type: 'compaction', auto: true },
  ),
  fc.constantFrom('image/png', 'application/pdf', 'text/plain').map((mime) => ({ type: 'file', mime, url: `data:${mime};base64,AAAA` })),
  openCodeTool,
  anything,
);

const openCodeMessage: Arbitrary = fc
  .record({
    role: fc.constantFrom('user', 'assistant'),
    error: fc.constantFrom(undefined, { name: 'APIError' }, { name: 'MessageAbortedError' }),
    parts: fc.array(openCodePart, { maxLength: 7 }),
  })
  .map(({ role, error, parts }) => [{ info: { id: 'm', sessionID: 's', role, ...(error === undefined ? {} : { error }) }, parts }]);

/** Whatever a host may hand over, broken and unknown things among it. */
export const ARBITRARY_MESSAGES: Readonly<Record<PluginHost, Arbitrary>> = {
  pi: fc.array(fc.oneof(piTurn, piMessage), { maxLength: 8 }).map((turns) => turns.flat()),
  opencode: fc.array(openCodeMessage, { maxLength: 8 }).map((turns) => turns.flat()),
};
