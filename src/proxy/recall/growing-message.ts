import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { numberOf } from './wire.ts';

/** A message of Chat Completions as its deltas make it; members that we do not know too, as servers add their own. */
export class GrowingMessage {
  readonly #members: Record<string, unknown> = {};
  readonly #calls = new Map<number, Record<string, unknown>>();

  grow(delta: JsonObject): void {
    for (const [name, value] of Object.entries(delta)) {
      if (name === 'tool_calls') continue;
      this.#members[name] = joined(this.#members[name], value);
    }
    if (!Array.isArray(delta['tool_calls'])) return;
    for (const call of delta['tool_calls'].filter(isObject)) this.#growCall(call);
  }

  #growCall(delta: JsonObject): void {
    const { index: _, function: called, ...rest } = delta;
    const number = numberOf(delta, 'index');
    const call = this.#calls.get(number) ?? {};
    this.#calls.set(number, call);
    for (const [name, value] of Object.entries(rest)) call[name] ??= value;
    if (!isObject(called)) return;
    const before = isObject(call['function']) ? call['function'] : {};
    call['function'] = { ...before, ...called, name: before['name'] ?? called['name'], arguments: joined(before['arguments'], called['arguments']) ?? '' };
  }

  whole(): JsonObject {
    const calls = [...this.#calls.values()];
    return { ...this.#members, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  }
}

/** Texts and lists grow; of all else the last that says something stands. */
function joined(before: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return before;
  if (typeof before === 'string' && typeof value === 'string') return `${before}${value}`;
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return value;
}
