import { FormatError } from '../core/errors/format-error.ts';
import { parseJson } from './json-syntax.ts';
import { isObject, type JsonObject } from './wire-document.ts';

/** What validation reads: values only, so that it shares nothing with rendering but the JSON parser. */
export interface CheckedInput {
  readonly messages: readonly JsonObject[];
  readonly body: JsonObject | undefined;
}

export function readChecked(source: string, title: string): CheckedInput {
  const value = parseJson(source);
  const list = Array.isArray(value) ? value : isObject(value) ? value['messages'] : undefined;
  if (!Array.isArray(list)) throw broken('', `This is not ${title}: there is no array of messages`);
  checkWellFormed(value);
  return {
    messages: list.map((message: unknown, index) => {
      if (!isObject(message)) throw broken(`messages[${index}]`, 'A message is not an object');
      return message;
    }),
    body: isObject(value) ? value : undefined,
  };
}

/** What `onInvalid: 'repair'` can mend; the rest has to come right. */
const REPAIRED: ReadonlySet<string> = new Set(['orphan-call', 'orphan-result', 'text-blank']);

export function broken(
  path: string,
  what: string,
  kind: 'format-invalid' | 'orphan-call' | 'orphan-result' | 'duplicate-id' | 'text-blank' = 'format-invalid',
): FormatError {
  return new FormatError({
    code: kind === 'text-blank' ? 'format-invalid' : kind,
    what,
    next: `The provider would refuse it: pass the conversation as it was sent${REPAIRED.has(kind) ? ', or let holdfast repair it (`--repair`)' : ''}.`,
    ...(path === '' ? {} : { path }),
  });
}

export function checkTypes(value: unknown, allowed: ReadonlySet<string>, path: string, what: string): void {
  if (typeof value !== 'string' || !allowed.has(value)) throw broken(path, what);
}

/** C18: every string and key is well formed. Not recursive: the walk keeps its own stack. */
export function checkWellFormed(root: unknown): void {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: '' }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw broken(path, 'A string holds half of a surrogate pair');
    } else if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) if (mayHoldString(element)) open.push({ value: element, path: `${path}[${index}]` });
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (!key.isWellFormed()) throw broken(path, 'A key holds half of a surrogate pair');
        if (mayHoldString(member)) open.push({ value: member, path: path === '' ? key : `${path}.${key}` });
      }
    }
  }
}

function mayHoldString(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
