/** A small seeded generator (mulberry32), so that made-up material is the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const NOUNS = ['order', 'invoice', 'ledger', 'batch', 'worker', 'queue', 'shard', 'customer', 'retry', 'cursor', 'payload', 'tenant'];
const VERBS = ['load', 'store', 'merge', 'split', 'check', 'close', 'drain', 'index', 'route', 'settle'];

/** Lines of plausible TypeScript, about ten tokens a line. */
export function codeOf(random: () => number, lineCount: number): string {
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from(
    { length: lineCount },
    () => `  const ${pick(NOUNS)}${Math.floor(random() * 1000)} = await ${pick(VERBS)}${pick(NOUNS)}(${pick(NOUNS)}, ${Math.floor(random() * 9999)});`,
  ).join('\n');
}
