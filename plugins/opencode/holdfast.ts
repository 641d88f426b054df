import { HoldfastChild, type Problem, readSettings } from './holdfast/child.ts';

// What is used of OpenCode's plugin API (1.18.33), so that the plugin needs no package.
type Part = Readonly<Record<string, unknown>>;

interface ModelName {
  readonly providerID: string;
  readonly modelID: string;
}

interface Info extends Part {
  readonly id: string;
  readonly sessionID: string;
  readonly role: string;
  readonly model?: ModelName;
}

interface Message {
  readonly info: Info;
  readonly parts: readonly Part[];
}

interface Limit {
  readonly context?: number;
  readonly output?: number;
}

interface Provider {
  readonly id: string;
  readonly models: Readonly<Record<string, { readonly limit?: Limit }>>;
}

interface Client {
  readonly tui: { showToast(options: { body: { title: string; message: string; variant: 'info' | 'warning' } }): Promise<unknown> };
  readonly config: { providers(): Promise<{ readonly data?: { readonly providers?: readonly Provider[] } }> };
  readonly session: { messages(options: { path: { id: string } }): Promise<{ readonly data?: readonly Message[] }> };
}

/** What of OpenCode's configuration is ours to set; the user's own word stands. */
interface Config {
  compaction?: { auto?: boolean; prune?: boolean };
}

interface Hooks {
  readonly config: (config: Config) => Promise<void>;
  readonly dispose: () => Promise<void>;
  readonly 'experimental.chat.messages.transform': (input: unknown, output: { readonly messages: Message[] }) => Promise<void>;
  readonly 'experimental.session.compacting': (input: { readonly sessionID: string }, output: { readonly context: string[] }) => Promise<void>;
  readonly tool: Readonly<Record<string, Tool>>;
}

interface Tool {
  readonly description: string;
  readonly args: Readonly<Record<string, unknown>>;
  execute(input: unknown, context: { readonly sessionID: string; readonly abort?: AbortSignal }): Promise<string>;
}

type Edit = { readonly note: string } | { readonly message: number; readonly parts?: readonly (number | { readonly note: string })[] };

interface Prepared {
  readonly status: 'passed' | 'sticky' | 'compacted';
  readonly edits?: readonly Edit[];
  readonly tokens?: number;
  readonly clientTokens?: number;
}

const CONTEXT_MS = 30_000;
const COMPACTION_MS = 120_000;

/** OpenCode takes each of them as required; empty ones, and the offset 0, say nothing. */
const RECALL_ARGS = {
  handle: { type: 'string', description: 'An archive handle: hf_ and 20 letters; or empty.' },
  search: { type: 'string', description: 'Words that stand in what is sought; or empty.' },
  turns: { type: 'string', description: 'A turn or a range of turns, as "11" or "3-7"; or empty.' },
  offset: { type: 'integer', description: 'Where to go on, as the page before told; 0 at first.' },
};

const RECALL_DESCRIPTION = [
  'Gets back, letter for letter, what was moved out of this conversation to make room.',
  'Markers such as [EVICTED:…:recover=hf_…] name the handle; without one, search for words, or ask for turns by their numbers (t11 is turn 11).',
  'Give one of `handle`, `search` and `turns`. A long answer comes in pages and says with which `offset` it goes on.',
].join(' ');

/** holdfast's compaction in the place of OpenCode's, and the recall tool. OpenCode runs each export of this file as a plugin: there is one. */
export async function Holdfast({ client }: { readonly client: Client }): Promise<Hooks> {
  const settings = readSettings(new URL('./holdfast.json', import.meta.url));
  const notify = (message: string, variant: 'info' | 'warning'): void => {
    // Without a terminal there is nobody to tell.
    void Promise.resolve(client.tui.showToast({ body: { title: 'holdfast', message, variant } })).catch(() => {});
  };
  const onProblem = ({ code, message }: Problem): void => notify(`did nothing (${code}): ${message}`, 'warning');
  const child = new HoldfastChild([...settings.command, 'hook', 'opencode', 'serve'], onProblem);
  const limits = new Limits(client);
  /** Sessions whose history goes to OpenCode's summarizer next: it gets it as it is. */
  const compacting = new Set<string>();
  child.start();

  return {
    dispose: async () => child.stop(),

    // OpenCode would clear tool results and summarize by itself before holdfast has to do anything.
    config: async (config) => {
      config.compaction = { auto: false, prune: false, ...config.compaction };
    },

    'experimental.chat.messages.transform': async (_input, output) => {
      const { messages } = output;
      const sessionId = messages[0]?.info.sessionID;
      if (sessionId === undefined || compacting.delete(sessionId)) return;
      const limit = await limits.of(messages);
      const window = settings.window ?? limit?.context;
      if (!window) return;
      await putNoteBack(messages, sessionId, child);
      const params = { sessionId, window, ...(limit?.output ? { outputTokens: limit.output } : {}), messages };
      const prepared = (await child.ask('context', params, { timeoutMs: CONTEXT_MS })) as Prepared | undefined;
      if (prepared?.edits === undefined) return;
      if (prepared.status === 'compacted')
        notify(`compacted, about ${prepared.clientTokens} tokens to ${prepared.tokens}; the recall tool has what left`, 'info');
      // In place: OpenCode goes on with this very list.
      messages.splice(0, messages.length, ...edited(messages, prepared.edits));
    },

    'experimental.session.compacting': async ({ sessionID: sessionId }, output) => {
      compacting.add(sessionId);
      const messages = await client.session.messages({ path: { id: sessionId } }).then(
        ({ data }) => data ?? [],
        () => [],
      );
      const window = settings.window ?? (await limits.of(messages))?.context;
      if (!window || messages.length === 0) return;
      const compaction = (await child.ask('compact', { sessionId, window, messages }, { timeoutMs: COMPACTION_MS })) as
        | { readonly context: readonly string[] }
        | undefined;
      output.context.push(...(compaction?.context ?? []));
    },

    tool: {
      holdfast_recall: {
        description: RECALL_DESCRIPTION,
        args: RECALL_ARGS,
        async execute(input, { sessionID: sessionId, abort }) {
          const answer = (await child.ask('recall', { sessionId, input }, { timeoutMs: CONTEXT_MS, signal: abort })) as { readonly text: string } | undefined;
          return answer?.text ?? 'The archive cannot be reached: go on without what left the conversation, or ask the user.';
        },
      },
    },
  };
}

/** What models take, as the host's configuration has it; asked for once. */
class Limits {
  readonly #client: Client;
  #providers: Promise<readonly Provider[]> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Of the model that the last message of the user is for. */
  async of(messages: readonly Message[]): Promise<Limit | undefined> {
    const model = messages.findLast(({ info }) => info.role === 'user')?.info.model;
    if (model === undefined) return undefined;
    this.#providers ??= this.#ask();
    const provider = (await this.#providers).find(({ id }) => id === model.providerID);
    return provider?.models[model.modelID]?.limit;
  }

  async #ask(): Promise<readonly Provider[]> {
    try {
      return (await this.#client.config.providers()).data?.providers ?? [];
    } catch {
      this.#providers = undefined;
      return [];
    }
  }
}

/** Beside a summary of OpenCode's: what only the conversation knew, letter for letter. */
async function putNoteBack(messages: Message[], sessionId: string, child: HoldfastChild): Promise<void> {
  const index = messages.findLastIndex(({ parts }) => parts.some(({ type }) => type === 'compaction'));
  const message = messages[index];
  if (message === undefined || messages[index + 1]?.info['summary'] !== true) return;
  const kept = (await child.ask('note', { sessionId }, { timeoutMs: CONTEXT_MS })) as { readonly text: string | null } | undefined;
  if (kept?.text) messages[index] = { ...message, parts: [...message.parts, textPart(kept.text, message.info)] };
}

/** The messages to send: OpenCode's own, and notes in the place of what left. */
function edited(messages: readonly Message[], edits: readonly Edit[]): Message[] {
  const user = messages.find(({ info }) => info.role === 'user');
  let noteCount = 0;
  return edits.flatMap((edit): Message[] => {
    if ('note' in edit) {
      if (user === undefined) return [];
      const info = { ...user.info, id: `${user.info.id}_holdfast${++noteCount}` };
      return [{ info, parts: [textPart(edit.note, info)] }];
    }
    const message = messages[edit.message];
    if (message === undefined) return [];
    if (edit.parts === undefined) return [message];
    const parts = edit.parts.flatMap((part): readonly Part[] => {
      if (typeof part !== 'number') return [textPart(part.note, message.info)];
      return message.parts.slice(part, part + 1);
    });
    return [{ ...message, parts }];
  });
}

function textPart(text: string, { id, sessionID }: Info): Part {
  return { id: `prt_holdfast_${id}`, sessionID, messageID: id, type: 'text', text, synthetic: true };
}
