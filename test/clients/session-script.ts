import type { ProviderRequest } from './fake-provider.ts';
import type { ModelAnswer, ScriptedCall } from './provider-answer.ts';
import { requestsWith } from './provider-assertions.ts';
import { textOf, type WireObject } from './wire-object.ts';

/** What the user says first in every session; it must stand in every request of it. */
export const CONSTRAINT = 'Never touch anything under config/prod.';

export interface SessionPlan {
  /** A word that stands in the user's first words and in each file of the session, and nowhere else. */
  readonly mark: string;
  /** Files that the model reads, in all prompts together. */
  readonly fileCount: number;
  /** The session has so many prompts; each but the first goes on with it. */
  readonly promptCount: number;
  readonly readCall: (path: string) => ScriptedCall;
}

/** A scripted model that reads one file after another, sometimes two at once, and recalls once what left the context. */
export class SessionScript {
  readonly plan: SessionPlan;
  /** Names of the files whose reading it asked for. */
  readonly asked: string[] = [];
  /** What the recall tool answered. */
  recalled: string | undefined;
  #hasAskedToRecall = false;

  constructor(plan: SessionPlan) {
    this.plan = plan;
  }

  /** What the user says at each prompt, the first of which is 0. */
  prompt(index: number): string {
    if (index === 0) return `${this.plan.mark}: read the notes one by one and tell me what they say. ${CONSTRAINT}`;
    return `Part ${index} is fine. Go on with the next notes.`;
  }

  /** Name and content of each file of the session. */
  files(): ReadonlyMap<string, string> {
    return new Map(Array.from({ length: this.plan.fileCount }, (_, index) => [fileName(index), noteText(this.plan.mark, index)]));
  }

  ownRequests(requests: readonly ProviderRequest[]): readonly ProviderRequest[] {
    return requestsWith(requests, `${this.plan.mark}: read the notes`);
  }

  answer(request: ProviderRequest): ModelAnswer {
    const recall = this.#recall(request);
    if (recall !== undefined) return recall;
    const { fileCount, promptCount } = this.plan;
    const ended = this.asked.length >= Math.ceil((fileCount * this.#promptsBegun(request)) / promptCount);
    if (ended) return { text: `${this.plan.mark}: ${this.asked.length} notes read.`, chunkBytes: 97 };
    const count = this.asked.length % 5 === 3 && this.asked.length + 1 < fileCount ? 2 : 1;
    const names = Array.from({ length: count }, (_, index) => fileName(this.asked.length + index));
    this.asked.push(...names);
    return {
      ...(this.asked.length % 3 === 0 ? { text: `Reading ${names.join(' and ')}.` } : {}),
      thinking: `Next is ${names[0]}.`,
      calls: names.map((name) => this.plan.readCall(name)),
      // Odd cuts through events, and in the session with an umlaut through characters.
      chunkBytes: 61,
    };
  }

  /** The last prompt that stands in the request; earlier ones may have been compacted. */
  #promptsBegun(request: ProviderRequest): number {
    const text = JSON.stringify(request.messages);
    for (let index = this.plan.promptCount - 1; index > 0; index--) if (text.includes(this.prompt(index))) return index + 1;
    return 1;
  }

  /** Once, as soon as a marker tells of reading that left, and the tool for it is there. */
  #recall(request: ProviderRequest): ModelAnswer | undefined {
    if (this.#hasAskedToRecall) {
      this.recalled ??= lastResult(request);
      return undefined;
    }
    const tools = JSON.stringify(request.body['tools'] ?? []);
    const input = recallInput(JSON.stringify(request.messages));
    if (!tools.includes('"holdfast_recall"') || input === undefined) return undefined;
    this.#hasAskedToRecall = true;
    return { thinking: 'I need that again.', calls: [{ name: 'holdfast_recall', input }], chunkBytes: 61 };
  }
}

/** By the handle of exchanges that left, or by the turn that the live index names. */
function recallInput(messages: string): Readonly<Record<string, string>> | undefined {
  const handle = /\[EVICTED:exchange@[^\]]*:recover=(hf_[a-z2-7]{20})/.exec(messages)?.[1];
  if (handle !== undefined) return { handle };
  const turns = /## live index.*?\(t(\d+)\)/.exec(messages)?.[1];
  return turns === undefined ? undefined : { turns };
}

/** Answers each request by the session whose mark its user spoke; other requests of a client are answered with a word. */
export function answerBy(scripts: readonly SessionScript[]): (request: ProviderRequest) => ModelAnswer {
  return (request) => {
    const script = scripts.find((each) => each.ownRequests([request]).length > 0);
    return script?.answer(request) ?? { text: 'Fine.' };
  };
}

function fileName(index: number): string {
  return `note-${String(index).padStart(2, '0')}.txt`;
}

/** About 1,700 tokens that no other file has. */
function noteText(mark: string, index: number): string {
  return Array.from({ length: 90 }, (_, line) => `${mark} note ${index} line ${line}: the höhe is ${(line * 7919 + index * 104_729) % 99_991}\n`).join('');
}

/** The text of the last result in a request, whatever its format. */
function lastResult(request: ProviderRequest): string {
  const last = request.messages.at(-1) ?? {};
  const content = last['output'] ?? last['content'];
  if (typeof content === 'string') return content;
  const result = (content as readonly WireObject[] | undefined)?.find(({ type }) => type === 'tool_result' || type === 'text' || type === 'input_text') ?? {};
  const inner = result['content'] ?? result['text'];
  return typeof inner === 'string' ? inner : textOf((inner as readonly WireObject[] | undefined)?.[0]?.['text']);
}
