import { HoldfastChild, type Problem, readSettings } from './child.ts';

// What is used of pi's extension API (0.73.1 and later), so that the plugin needs no package.
interface Context {
  readonly hasUI?: boolean;
  readonly ui: { notify(message: string, type: 'info' | 'warning'): void };
  readonly model?: { readonly contextWindow?: number; readonly maxTokens?: number };
  readonly sessionManager: { getSessionId(): string };
  readonly signal?: AbortSignal;
}

interface Compaction {
  readonly summary: string;
  readonly firstKeptEntryId: string;
  readonly tokensBefore: number;
  readonly details: unknown;
}

interface BeforeCompact {
  readonly preparation: { readonly firstKeptEntryId: string; readonly tokensBefore: number };
  readonly branchEntries: readonly unknown[];
  readonly signal?: AbortSignal;
}

interface Compacted {
  readonly compactionEntry?: { readonly details?: { readonly holdfast?: unknown } };
}

interface Tool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly parameters: unknown;
  execute(id: string, input: unknown, signal: AbortSignal | undefined, onUpdate: unknown, context: Context): Promise<unknown>;
}

interface ExtensionApi {
  on(event: 'session_start' | 'session_shutdown', handler: (event: unknown, context: Context) => void): void;
  on(event: 'context', handler: (event: { readonly messages: readonly Message[] }, context: Context) => Promise<{ messages: Message[] } | undefined>): void;
  on(event: 'session_before_compact', handler: (event: BeforeCompact, context: Context) => Promise<{ compaction: Compaction } | undefined>): void;
  on(event: 'session_compact', handler: (event: Compacted, context: Context) => void): void;
  registerTool(tool: Tool): void;
}

type Message = Readonly<Record<string, unknown>>;

type Edit = { readonly note: string } | { readonly message: number; readonly parts?: readonly (number | { readonly note: string })[] };

interface Prepared {
  readonly status: 'passed' | 'sticky' | 'compacted';
  readonly edits?: readonly Edit[];
  readonly tokens?: number;
  readonly clientTokens?: number;
}

const CONTEXT_MS = 30_000;
const COMPACTION_MS = 120_000;

const RECALL_PARAMETERS = {
  type: 'object',
  properties: {
    handle: { type: 'string', description: 'An archive handle: hf_ and 20 letters.' },
    search: { type: 'string', description: 'Words that stand in what is sought.' },
    turns: { type: 'string', description: 'A turn or a range of turns, as "11" or "3-7".' },
    offset: { type: 'integer', description: 'Where to go on, as the page before told.' },
    limit: { type: 'integer', description: 'Tokens that the answer may take. Default 4000.' },
  },
};

const RECALL_DESCRIPTION = [
  'Gets back, letter for letter, what was moved out of this conversation to make room.',
  'Markers such as [EVICTED:…:recover=hf_…] name the handle; without one, search for words, or ask for turns by their numbers (t11 is turn 11).',
  'Give one of `handle`, `search` and `turns`. A long answer comes in pages and says with which `offset` it goes on.',
].join(' ');

/** holdfast's compaction in the place of pi's, and the recall tool. */
export default function holdfast(pi: ExtensionApi): void {
  const settings = readSettings(new URL('./holdfast.json', import.meta.url));
  let latest: Context | undefined;
  const notify = (message: string, type: 'info' | 'warning'): void => {
    if (latest?.hasUI) latest.ui.notify(`holdfast: ${message}`, type);
  };
  const onProblem = ({ code, message }: Problem): void => notify(`did nothing (${code}): ${message}`, 'warning');
  const child = new HoldfastChild([...settings.command, 'hook', 'pi', 'serve'], onProblem);
  /** The session's name, and its window where there is one. */
  const sessionOf = (context: Context): { readonly sessionId: string; readonly window: number | undefined } => {
    latest = context;
    return { sessionId: context.sessionManager.getSessionId(), window: settings.window ?? context.model?.contextWindow };
  };

  pi.on('session_start', (_event, context) => {
    latest = context;
    child.start();
  });
  pi.on('session_shutdown', () => child.stop());

  pi.on('context', async ({ messages }, context) => {
    const { sessionId, window } = sessionOf(context);
    if (!window) return undefined;
    const params = { sessionId, window, outputTokens: context.model?.maxTokens || undefined, messages };
    const prepared = (await child.ask('context', params, { timeoutMs: CONTEXT_MS, signal: context.signal })) as Prepared | undefined;
    if (prepared?.edits === undefined) return undefined;
    if (prepared.status === 'compacted')
      notify(`compacted, about ${prepared.clientTokens} tokens to ${prepared.tokens}; the recall tool has what left`, 'info');
    return { messages: edited(messages, prepared.edits) };
  });

  pi.on('session_before_compact', async ({ preparation, branchEntries, signal }, context) => {
    const { sessionId, window } = sessionOf(context);
    if (!window) return undefined;
    const { firstKeptEntryId, tokensBefore } = preparation;
    const params = { sessionId, window, entries: branchEntries, firstKeptEntryId, tokensBefore };
    const compaction = (await child.ask('compact', params, { timeoutMs: COMPACTION_MS, signal })) as Compaction | undefined;
    return compaction === undefined ? undefined : { compaction };
  });

  pi.on('session_compact', ({ compactionEntry }, context) => {
    latest = context;
    if (compactionEntry?.details?.holdfast !== undefined) notify('this compaction is ours: what you said stands in it, the rest is in the archive', 'info');
  });

  pi.registerTool({
    name: 'holdfast_recall',
    label: 'Recall',
    description: RECALL_DESCRIPTION,
    promptSnippet: 'Get back what left the conversation, by its handle',
    parameters: RECALL_PARAMETERS,
    async execute(_id, input, signal, _onUpdate, context) {
      const { sessionId } = sessionOf(context);
      const answer = (await child.ask('recall', { sessionId, input }, { timeoutMs: CONTEXT_MS, signal })) as
        | { readonly text: string; readonly isError: boolean }
        | undefined;
      // pi takes what is thrown as the text of a failed call.
      if (answer === undefined) throw new Error('The archive cannot be reached: go on without what left the conversation, or ask the user.');
      if (answer.isError) throw new Error(answer.text);
      return { content: [{ type: 'text', text: answer.text }], details: {} };
    },
  });
}

/** The messages to send: pi's own, and notes in the place of what left. */
function edited(messages: readonly Message[], edits: readonly Edit[]): Message[] {
  return edits.flatMap((edit): Message[] => {
    // Without the time of a clock: the same bytes in each request.
    if ('note' in edit) return [{ role: 'user', content: [textPart(edit.note)], timestamp: 0 }];
    const message = messages[edit.message];
    if (message === undefined) return [];
    if (edit.parts === undefined) return [message];
    const content = message['content'] as readonly unknown[];
    return [{ ...message, content: edit.parts.map((part) => (typeof part === 'number' ? content[part] : textPart(part.note))) }];
  });
}

function textPart(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}
