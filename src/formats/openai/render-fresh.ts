import type { Conversation, Edit } from '../../core/conversation.ts';
import type { Media } from '../../core/span.ts';
import { type CallContent, type FreshMessage, type FreshPart, type FreshResult, freshMessages } from '../fresh-message.ts';

/** A conversation of another format as a bare array of messages. */
export function renderFreshOpenai(conversation: Conversation, edit: Edit): string {
  // No wire field takes another provider's thinking back.
  const fresh = freshMessages(conversation, edit, { keepsThinking: () => false });
  return `[${fresh.flatMap((message, index) => messagesOf(message, fresh[index - 1])).join(',')}]`;
}

function messagesOf(message: FreshMessage, previous: FreshMessage | undefined): readonly string[] {
  if (message.role === 'results') return resultMessages(message.results, hasPending(previous, message.results));
  const parts = message.parts.filter((part) => part.type !== 'text' || part.text !== '');
  if (parts.length === 0) return [];
  if (message.role === 'assistant') return [assistantMessage(parts)];
  return [`{"role":"${message.role}","content":${contentOf(parts, message.role)}}`];
}

function assistantMessage(parts: readonly FreshPart[]): string {
  const said = parts.filter((part) => part.type !== 'call');
  const calls = parts.filter((part) => part.type === 'call').map((part) => callText(part.id, part.call));
  const content = said.length === 0 ? 'null' : contentOf(said, 'assistant');
  return `{"role":"assistant","content":${content}${calls.length === 0 ? '' : `,"tool_calls":[${calls.join(',')}]`}}`;
}

/** One text is a string, which every server takes. */
function contentOf(parts: readonly FreshPart[], role: 'system' | 'user' | 'assistant'): string {
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') return JSON.stringify(first.text);
  return `[${parts.map((part) => partText(part, role)).join(',')}]`;
}

function partText(part: FreshPart, role: 'system' | 'user' | 'assistant'): string {
  if (part.type === 'text') return textPart(part.text);
  return part.type === 'media' ? mediaPart(part.media, role) : '';
}

function callText(id: string, call: CallContent): string {
  const name = JSON.stringify(call.name);
  const given = JSON.stringify(call.inputText ?? JSON.stringify(call.input ?? {}));
  return `{"id":${JSON.stringify(id)},"type":"function","function":{"name":${name},"arguments":${given}}}`;
}

function hasPending(calling: FreshMessage | undefined, results: readonly FreshResult[]): boolean {
  const callCount = calling === undefined || calling.role === 'results' ? 0 : calling.parts.filter((part) => part.type === 'call').length;
  return callCount > results.length;
}

/**
 * Rule 4: tool messages carry no images; they follow, all of them, in one user message behind all results. While a call
 * still waits, no user message may stand there, so they are text.
 */
function resultMessages(results: readonly FreshResult[], isPending: boolean): readonly string[] {
  const messages = results.map(({ id, result }) => {
    const inText = isPending ? (result.media ?? []).map((media) => JSON.stringify(media.value)) : [];
    return `{"role":"tool","tool_call_id":${JSON.stringify(id)},"content":${JSON.stringify([result.text, ...inText].join('\n'))}}`;
  });
  const media = isPending ? [] : results.flatMap(({ result }) => result.media ?? []);
  if (media.length > 0) messages.push(`{"role":"user","content":[${media.map((one) => mediaPart(one, 'user')).join(',')}]}`);
  return messages;
}

/** Parts in the user's role; what this wire has no part for is text that holds its JSON. */
function mediaPart(media: Media, role: 'system' | 'user' | 'assistant'): string {
  const { mediaType, base64, url } = media;
  const dataUrl = base64 === undefined ? undefined : `data:${mediaType};base64,${base64}`;
  if (role === 'user' && mediaType.startsWith('image/') && (dataUrl ?? url) !== undefined) {
    return JSON.stringify({ type: 'image_url', image_url: { url: dataUrl ?? url } });
  }
  if (role === 'user' && (mediaType === 'audio/wav' || mediaType === 'audio/mp3') && base64 !== undefined) {
    return JSON.stringify({ type: 'input_audio', input_audio: { data: base64, format: mediaType.slice('audio/'.length) } });
  }
  if (role === 'user' && mediaType === 'application/pdf' && dataUrl !== undefined) {
    return JSON.stringify({ type: 'file', file: { filename: 'document.pdf', file_data: dataUrl } });
  }
  return textPart(JSON.stringify(media.value) ?? '');
}

function textPart(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}
