/** Strings from this length are sent once: a result stands in a span's text, its piece and its exchange. */
const SHARED_CHARACTERS = 48;
/** Marks a reference; a string of the value that begins with it is shared as well, so that none is taken for one. */
const REFERENCE = '\u0001';

/** JSON in which a long string stands once, however often the value has it. `JSON.parse` and `readShared` give it back. */
export function writeShared(value: unknown): string {
  const strings: string[] = [];
  const known = new Map<string, string>();
  const json = JSON.stringify(value, (_key, found: unknown) => {
    if (typeof found !== 'string' || (found.length < SHARED_CHARACTERS && !found.startsWith(REFERENCE))) return found;
    let reference = known.get(found);
    if (reference === undefined) {
      reference = `${REFERENCE}${strings.length}`;
      known.set(found, reference);
      strings.push(found);
    }
    return reference;
  });
  return `{"strings":${JSON.stringify(strings)},"value":${json}}`;
}

/** What `writeShared` was given. */
export function readShared(text: string): unknown {
  const { strings, value } = JSON.parse(text) as { readonly strings: readonly string[]; readonly value: unknown };
  return resolved(value, strings);
}

/** In place: keys are own properties already, whatever they are called. */
function resolved(value: unknown, strings: readonly string[]): unknown {
  if (typeof value === 'string') return value.startsWith(REFERENCE) ? (strings[Number(value.slice(1))] ?? '') : value;
  if (typeof value !== 'object' || value === null) return value;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const found = holder[key];
    if (typeof found === 'string' ? found.startsWith(REFERENCE) : typeof found === 'object') holder[key] = resolved(found, strings);
  }
  return value;
}
