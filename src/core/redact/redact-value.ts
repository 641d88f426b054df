import { redact } from './redact.ts';

/** A JSON value without secrets in its texts; a text's name counts, too (`{ "password": … }`). The same value where it holds none. */
export function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const redacted = value.map(redactValue);
    return redacted.every((one, index) => one === value[index]) ? value : redacted;
  }
  let isSame = true;
  const entries = Object.entries(value).map(([name, one]) => {
    const redacted = typeof one === 'string' ? redactNamed(name, one) : redactValue(one);
    if (redacted !== one) isSame = false;
    return [name, redacted] as const;
  });
  return isSame ? value : Object.fromEntries(entries);
}

function redactNamed(name: string, text: string): string {
  const prefix = `${name}: `;
  const named = redact(prefix + text);
  return named.startsWith(prefix) ? named.slice(prefix.length) : redact(text);
}
