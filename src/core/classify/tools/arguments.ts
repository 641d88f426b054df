import type { PlanItem, ToolEffect, ToolRule } from './tool-rule.ts';

/** A tool call's arguments, as they come: nothing of them is known to be as its schema says. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The first of these that is a text with something in it. */
export function textOf(input: Arguments, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** A number, also where it is written as a text. */
export function numberOf(input: Arguments, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = input[name];
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
    if (number !== undefined && Number.isSafeInteger(number)) return number;
  }
  return undefined;
}

/** Objects of a list, whatever else is in it. */
function objectsOf(value: unknown): readonly Arguments[] {
  return Array.isArray(value) ? value.filter((one): one is Arguments => typeof one === 'object' && one !== null && !Array.isArray(one)) : [];
}

/** Lines that an offset (from 1) and a count tell; `undefined` for the whole file. */
export function rangeOf(offset: number | undefined, count: number | undefined): string | undefined {
  if (offset === undefined && count === undefined) return undefined;
  const start = Math.max(1, offset ?? 1);
  return count === undefined || count <= 0 ? `${start}-` : `${start}-${start + count - 1}`;
}

export function readFile(path: string | undefined, range?: string): ToolEffect | null {
  return path === undefined ? null : { effect: 'read-file', path, ...(range === undefined ? {} : { range }) };
}

export function fetchUrl(url: string | undefined): ToolEffect | null {
  return url === undefined ? null : { effect: 'fetch-url', url };
}

export function writeFile(path: string | undefined, isWhole: boolean): ToolEffect | null {
  return path === undefined ? null : { effect: 'write-file', paths: [path], isWhole };
}

/** Plan items of a list of objects; `null` where no item can be read. */
export function planOf(list: unknown, textNames: readonly string[], stateNames: readonly string[] = ['status', 'state']): ToolEffect | null {
  const items: PlanItem[] = [];
  for (const one of objectsOf(list)) {
    const text = textOf(one, ...textNames);
    if (text === undefined) continue;
    const id = textOf(one, 'id') ?? (typeof one['id'] === 'number' ? String(one['id']) : undefined);
    items.push({ text, state: textOf(one, ...stateNames) ?? 'pending', ...(id === undefined ? {} : { id }) });
  }
  return Array.isArray(list) ? { effect: 'plan', items } : null;
}

/** Rows that share what they do, by names parted by blanks. */
export function toolRules(names: string, source: string, effectOf: ToolRule['effectOf']): readonly ToolRule[] {
  return names.split(' ').map((name) => ({ name, source, effectOf }));
}

/** Rows of tools that change something, show what is gone the next moment, or answer differently each time. */
export function oneShotRules(names: string, source: string): readonly ToolRule[] {
  return toolRules(names, source, () => ({ effect: 'one-shot' }));
}
