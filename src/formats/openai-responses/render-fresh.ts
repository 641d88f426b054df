import type { Conversation, Edit } from '../../core/conversation.ts';
import type { Media } from '../../core/span.ts';
import { type CallContent, type FreshMessage, type FreshPart, type FreshResult, freshMessages } from '../fresh-message.ts';

type Role = 'system' | 'user' | 'assistant';

/** A conversation of another format as a bare array of items. */
export function renderFreshResponses(conversation: Conversation, edit: Edit): string {
  // The provider takes back only reasoning that it made itself, on this wire.
  const fresh = freshMessages(conversation, edit, { keepsThinking: () => false });
  const freeText = new Set(fresh.flatMap((message) => (message.role === 'results' ? [] : message.parts.flatMap(freeTextId))));
  return `[${fresh.flatMap((message) => itemsOf(message, freeText)).join(',')}]`;
}

/** A user or system message with one text, given as a literal. */
export function inputMessage(role: Role, literal: string): string {
  return `{"type":"message","role":"${role}","content":[{"type":"input_text","text":${literal}}]}`;
}

/** Calls whose argument is one free text have a type of their own here, and so have their outputs. */
function freeTextId(part: FreshPart): readonly string[] {
  return part.type === 'call' && typeof part.call.input === 'string' ? [part.id] : [];
}

function itemsOf(message: FreshMessage, freeText: ReadonlySet<string>): readonly string[] {
  if (message.role === 'results') return message.results.map((one) => resultItem(one, freeText.has(one.id)));
  const said = message.parts.filter((part) => part.type !== 'call' && !(part.type === 'text' && part.text === ''));
  const calls = message.parts.flatMap((part) => (part.type === 'call' ? [callItem(part.id, part.call)] : []));
  if (said.length === 0) return calls;
  const parts = said.map((part) => partText(part, message.role)).join(',');
  return [`{"type":"message","role":"${message.role}","content":[${parts}]}`, ...calls];
}

function partText(part: FreshPart, role: Role): string {
  if (part.type === 'media') return mediaPart(part.media, role);
  return part.type === 'text' ? textPart(part.text, role) : '';
}

function textPart(text: string, role: Role): string {
  return role === 'assistant'
    ? `{"type":"output_text","text":${JSON.stringify(text)},"annotations":[]}`
    : `{"type":"input_text","text":${JSON.stringify(text)}}`;
}

function callItem(id: string, call: CallContent): string {
  const head = `"call_id":${JSON.stringify(id)},"name":${JSON.stringify(call.name)}`;
  if (typeof call.input === 'string') return `{"type":"custom_tool_call",${head},"input":${JSON.stringify(call.input)}}`;
  return `{"type":"function_call",${head},"arguments":${JSON.stringify(call.inputText ?? JSON.stringify(call.input ?? {}))}}`;
}

function resultItem({ id, result }: FreshResult, isFreeText: boolean): string {
  const media = result.media ?? [];
  const texts = result.text === '' ? [] : [textPart(result.text, 'user')];
  const output = media.length === 0 ? JSON.stringify(result.text) : `[${[...texts, ...media.map((one) => mediaPart(one, 'user'))].join(',')}]`;
  return `{"type":"${isFreeText ? 'custom_tool_call_output' : 'function_call_output'}","call_id":${JSON.stringify(id)},"output":${output}}`;
}

/** Parts on the input's side; what this wire has no part for is text that holds its JSON. */
function mediaPart(media: Media, role: Role): string {
  const { mediaType, base64, url } = media;
  const dataUrl = base64 === undefined ? undefined : `data:${mediaType};base64,${base64}`;
  if (role === 'user' && mediaType.startsWith('image/') && (dataUrl ?? url) !== undefined) {
    return JSON.stringify({ type: 'input_image', image_url: dataUrl ?? url, detail: 'auto' });
  }
  if (role === 'user' && mediaType === 'application/pdf' && (dataUrl ?? url) !== undefined) {
    return JSON.stringify({ type: 'input_file', ...(dataUrl === undefined ? { file_url: url } : { filename: 'document.pdf', file_data: dataUrl }) });
  }
  return textPart(JSON.stringify(media.value) ?? '', role);
}
