import type { Conversation, Edit } from '../../core/conversation.ts';
import { repairSurrogates } from '../json-surrogates.ts';
import type { WireDocument } from '../wire-document.ts';
import type { NoteRules } from '../wire-notes.ts';
import { renderOwn } from '../wire-render.ts';
import { blockPatches } from './cache-control.ts';
import { renderFreshAnthropic } from './render-fresh.ts';

const NOTE_RULES: NoteRules = {
  ownMessage: (text) => `{"role":"user","content":[{"type":"text","text":${JSON.stringify(text)}}]}`,
  isLeftAlone: () => false, // the server joins neighbours anyway (rule 1)
  joinsUsers: true,
};

export function renderAnthropic(conversation: Conversation, edit: Edit): string {
  if (conversation.format !== 'anthropic') return repairSurrogates(renderFreshAnthropic(conversation, edit));
  const document = conversation.document as WireDocument;
  return renderOwn(conversation, edit, document, {
    notes: NOTE_RULES,
    patchesOf: (fates) => blockPatches(conversation, document, fates),
  });
}
