import { canonicalJson } from '../../archive/canonical-json.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';

/** Members that name what they stand on, in any wire format: with one, the rest needs no look. */
const NAMES = ['signature', 'encrypted_content', 'call_id', 'tool_use_id', 'tool_call_id', 'id', 'data'] as const;

/**
 * What an entry of a history says, whatever a client adds to it (cache breakpoints, status), leaves out (ids of what is
 * not stored) or writes differently (a text as a string or as a block).
 */
export function essenceOfEntry(entry: unknown): string {
  if (!isObject(entry)) return canonicalJson(entry);
  const { content } = entry;
  const isMessage = typeof entry['role'] === 'string';
  if (!isMessage) return essenceOfUnit(entry);
  const calls = Array.isArray(entry['tool_calls']) ? entry['tool_calls'] : [];
  const units = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const parts = [...units.filter((unit) => !isBlank(unit)), ...calls].map((unit) => essenceOfUnit(unit));
  return canonicalJson([entry['role'], entry['tool_call_id'], ...parts]);
}

function essenceOfUnit(unit: unknown): string {
  if (!isObject(unit)) return canonicalJson(unit);
  // `text`, `input_text` and `output_text` are the same where a message stands.
  if (typeof unit['text'] === 'string') return canonicalJson(['text', unit['text']]);
  const name = NAMES.find((key) => typeof unit[key] === 'string' && unit[key] !== '');
  if (name !== undefined) return canonicalJson([unit['type'], unit[name]]);
  return canonicalJson(withoutBreakpoints(unit));
}

function withoutBreakpoints(unit: JsonObject): JsonObject {
  const { cache_control: _, ...rest } = unit;
  return rest;
}

/** A text that clients leave out, as the provider refuses it. */
export function isBlank(unit: unknown): boolean {
  return isObject(unit) && typeof unit['text'] === 'string' && unit['text'].trim() === '';
}
