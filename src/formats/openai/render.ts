import type { Conversation, Edit } from '../../core/conversation.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import { memberNamed, readContainer } from '../json-text.ts';
import type { MessagePlace, WireDocument } from '../wire-document.ts';
import type { OutMessage } from '../wire-edit.ts';
import type { NoteRules } from '../wire-notes.ts';
import { renderOwn } from '../wire-render.ts';
import { renderFreshOpenai } from './render-fresh.ts';

export function renderOpenai(conversation: Conversation, edit: Edit): string {
  if (conversation.format !== 'openai') return repairSurrogates(renderFreshOpenai(conversation, edit));
  const document = conversation.document as WireDocument;
  return renderOwn(conversation, edit, document, { notes: noteRules(document), patchesOf: () => new Map() });
}

function noteRules(document: WireDocument): NoteRules {
  const isAlternating = alternates(document.places);
  return {
    ownMessage: (text) => `{"role":"user","content":${JSON.stringify(text)}}`,
    // Some servers want a string here; where the input shows that this one takes users in a row, it is left as it is.
    isLeftAlone: (neighbour) => !isAlternating && hasStringContent(neighbour),
    joinsUsers: isAlternating,
  };
}

/** Rule 7: some servers want strict alternation; an input that keeps to it gets an output that does. */
function alternates(places: readonly (MessagePlace | undefined)[]): boolean {
  let previous: string | undefined;
  for (const place of places) {
    if (place === undefined) continue;
    if (place.role === 'user' && (previous === 'user' || previous === 'tool' || previous === 'function')) return false;
    previous = place.role;
  }
  return true;
}

function hasStringContent(out: OutMessage): boolean {
  const item = memberNamed(readContainer(out.raw), 'content');
  return item !== undefined && out.raw[item.valueStart] === '"';
}
