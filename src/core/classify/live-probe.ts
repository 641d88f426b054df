import type { ExchangeFacts } from './exchange-facts.ts';
import type { HandleState } from './span-class.ts';

/**
 * The state of a file's handle by the file as it is now: gone, or (where the exchange shows all of its text) with another
 * hash is invalidated. Where only a part was read or edited, the hash of the whole says nothing.
 */
export function probedState(facts: ExchangeFacts, probe: (path: string) => string | null | undefined, hash: (text: string) => string): HandleState {
  const paths = facts.isWrite ? facts.touches.named : facts.reading?.kind === 'file' ? [facts.reading.path] : [];
  for (const path of paths) {
    const now = probe(path);
    if (now === null) return 'invalidated';
    if (now === undefined || facts.wholeText === undefined) continue;
    if (!formsOf(facts.wholeText).some((text) => hash(text) === now)) return 'invalidated';
  }
  return 'valid';
}

/** Tools show a file with or without its last line break, some with numbers in front of its lines. */
function formsOf(text: string): readonly string[] {
  const plain = withoutNumbers(text);
  const forms = plain === undefined ? [text] : [text, plain];
  return forms.flatMap((form) => [form, `${form}\n`]);
}

const NUMBERED = /^ {0,9}(\d{1,9})(?:→|\t)/;

function withoutNumbers(text: string): string | undefined {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const match = NUMBERED.exec(line);
    if (match === null || Number(match[1]) !== at + 1) return undefined;
    lines[at] = line.slice(match[0].length);
  }
  return lines.join('\n');
}
