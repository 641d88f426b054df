import { bindingOf } from '../core/talk/obligation.ts';
import type { HostSession } from './host-session.ts';
import { leavingActions } from './leaving-actions.ts';
import { saidIn } from './said.ts';

/** Sentences of the user that are named to the summarizer, and characters of all of them. */
const MOST_SENTENCES = 10;
const MOST_CHARACTERS = 1_500;

/** What is added to the instructions of the host's summarizer: the user's rules, letter for letter, those that bind most first. */
export function summarizerInstructions({ prepared, stands }: HostSession): string {
  const actions = leavingActions(prepared.classified, stands);
  const { latest, binding } = saidIn(prepared.classified, (index) => actions[index] !== 'keep');
  const sentences: string[] = [];
  let characters = 0;
  for (const index of [...binding, ...latest]) {
    const span = prepared.classified[index]?.span;
    const text = span?.text.trim().replace(/\s+/g, ' ') ?? '';
    const isRule = span?.kind === 'text' && span.provenance === 'user' && bindingOf(text).weight > 0;
    if (!isRule || sentences.includes(text) || characters + text.length > MOST_CHARACTERS || sentences.length === MOST_SENTENCES) continue;
    sentences.push(text);
    characters += text.length;
  }
  if (sentences.length === 0) return '';
  return ['Repeat these sentences of the user letter for letter in the summary, and soften none of them:', ...sentences.map((text) => `> ${text}`)].join('\n');
}
