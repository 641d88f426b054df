import { START_TEXT, systemInUserRole } from '../../core/compare-across-formats.ts';
import type { Conversation, Edit, FormatName } from '../../core/conversation.ts';
import type { Media } from '../../core/span.ts';
import { type CallContent, type FreshMessage, type FreshPart, type FreshResult, freshMessages } from '../fresh-message.ts';

/** Formats whose signed thinking is this provider's own. */
const SIGNED_FORMATS: ReadonlySet<FormatName> = new Set(['anthropic', 'claude-code']);
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly blocks: string[];
}

/** A conversation of another format as `{"system"?, "messages"}`. */
export function renderFreshAnthropic(conversation: Conversation, edit: Edit): string {
  const isSigned = SIGNED_FORMATS.has(conversation.format);
  const fresh = freshMessages(conversation, edit, {
    // Rule 6: only the open turn's thinking is demanded, and only as the provider signed it.
    keepsThinking: (thinking, isDemanded) => isSigned && isDemanded && (thinking.signature !== undefined || thinking.redacted === true),
  });
  const firstSpoken = fresh.findIndex((message) => message.role !== 'system');
  const leading = fresh.slice(0, firstSpoken === -1 ? fresh.length : firstSpoken);
  const system = leading.flatMap((message) => (message.role === 'results' ? [] : message.parts.flatMap(systemBlocks)));
  const messages = joinRoles(fresh.slice(leading.length));
  if (messages[0]?.role === 'assistant') messages.unshift({ role: 'user', blocks: [textBlock(START_TEXT)] });
  const list = messages.map(({ role, blocks }) => `{"role":"${role}","content":[${blocks.join(',')}]}`).join(',');
  return `{${system.length === 0 ? '' : `"system":[${system.join(',')}],`}"messages":[${list}]}`;
}

/** Neighbours of one role are one message, so that results stand first in the one behind their calls (rules 1 to 3). */
function joinRoles(fresh: readonly FreshMessage[]): WireMessage[] {
  const messages: WireMessage[] = [];
  for (const message of fresh) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = message.role === 'results' ? message.results.map(resultBlock) : message.parts.flatMap((part) => blocksOf(part, message.role));
    if (blocks.length === 0) continue;
    const last = messages.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else messages.push({ role, blocks: [...blocks] });
  }
  return messages;
}

function systemBlocks(part: FreshPart): readonly string[] {
  return part.type === 'text' && part.text.trim() !== '' ? [textBlock(part.text)] : [];
}

function blocksOf(part: FreshPart, role: 'system' | 'user' | 'assistant'): readonly string[] {
  switch (part.type) {
    case 'text':
      // Rule 11: a text that is empty or white space is refused.
      if (part.text.trim() === '') return [];
      // C15: this wire has no system message in the middle of the list.
      return [textBlock(role === 'system' ? systemInUserRole(part.text) : part.text)];
    case 'media':
      return [mediaBlock(part.media, role)];
    case 'thinking': {
      const { thinking } = part;
      return thinking.redacted
        ? [`{"type":"redacted_thinking","data":${JSON.stringify(thinking.signature ?? thinking.text)}}`]
        : [`{"type":"thinking","thinking":${JSON.stringify(thinking.text)},"signature":${JSON.stringify(thinking.signature)}}`];
    }
    case 'call':
      return [`{"type":"tool_use","id":${JSON.stringify(part.id)},"name":${JSON.stringify(part.call.name)},"input":${inputText(part.call)}}`];
  }
}

/** An object in its exact characters where the source has them; anything else is wrapped, as the wire wants an object. */
function inputText(call: CallContent): string {
  const isObject = typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input);
  if (isObject) return call.inputText ?? JSON.stringify(call.input);
  return `{"input":${JSON.stringify(call.input ?? null)}}`;
}

function resultBlock({ id, result }: FreshResult): string {
  const media = result.media ?? [];
  const text =
    media.length === 0
      ? JSON.stringify(result.text)
      : `[${[...(result.text.trim() === '' ? [] : [textBlock(result.text)]), ...media.map((one) => mediaBlock(one, 'user'))].join(',')}]`;
  return `{"type":"tool_result","tool_use_id":${JSON.stringify(id)},"content":${text}${result.isError ? ',"is_error":true' : ''}}`;
}

/** Images and PDF as blocks of their own in the user's role; what this wire has no block for is text that holds its JSON. */
function mediaBlock(media: Media, role: 'system' | 'user' | 'assistant'): string {
  const type = media.mediaType;
  const isPdf = type === 'application/pdf';
  if (role === 'user' && (isPdf || IMAGE_TYPES.has(type)) && media.base64 !== undefined) {
    const source = { type: 'base64', media_type: type, data: media.base64 };
    return JSON.stringify({ type: isPdf ? 'document' : 'image', source });
  }
  if (role === 'user' && (isPdf || type.startsWith('image/')) && media.url !== undefined) {
    return JSON.stringify({ type: isPdf ? 'document' : 'image', source: { type: 'url', url: media.url } });
  }
  return textBlock(JSON.stringify(media.value) ?? '');
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}
