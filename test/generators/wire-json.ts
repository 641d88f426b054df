/** Seeded JSON text for tests: any white space, any escapes, as other writers would have it. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomJsonText(value: unknown, seed: number): string {
  return writeValue(value, seeded(seed));
}

export function randomLiteral(text: string, seed: number): string {
  return writeString(text, seeded(seed));
}

/** Members that no reader of holdfast knows, with values that a round trip through `JSON.stringify` would change. */
const STRANGE_MEMBERS = ['"x_big":12345678901234567890', '"x_huge":1e400', '"x_twice":1,"x_twice":2', '"x_zero":-0.0', '"x_path":"a\\/b\\u00e9"'];

export function writeValue(value: unknown, random: Random, isStrange = false): string {
  if (typeof value === 'string') return writeString(value, random);
  if (Array.isArray(value))
    return `[${space(random)}${value.map((element) => writeValue(element, random, isStrange) + space(random)).join(`,${space(random)}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${writeString(key, random)}${space(random)}:${space(random)}${writeValue(member, random, isStrange)}${space(random)}`);
  if (isStrange && random() < 0.3)
    members.splice(Math.floor(random() * (members.length + 1)), 0, STRANGE_MEMBERS[Math.floor(random() * STRANGE_MEMBERS.length)] ?? '');
  return `{${space(random)}${members.join(`,${space(random)}`)}}`;
}

/** Both halves of a pair are written alike: half of one beside an escape is nothing that UTF-8 can carry. */
function writeString(text: string, random: Random): string {
  let literal = '';
  for (const character of text) {
    const chance = random();
    if (chance < 0.1 || (chance < 0.4 && /[\ud800-\udfff]/.test(character))) literal += escapesOf(character, chance < 0.05);
    else literal += character === '/' && chance < 0.5 ? '\\/' : character.isWellFormed() ? JSON.stringify(character).slice(1, -1) : character;
  }
  return `"${literal}"`;
}

function escapesOf(character: string, isUpper: boolean): string {
  return character
    .split('')
    .map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .map((hex) => `\\u${isUpper ? hex.toUpperCase() : hex}`)
    .join('');
}

function space(random: Random): string {
  const chance = random();
  if (chance < 0.6) return '';
  return chance < 0.8 ? ' ' : chance < 0.9 ? '\n  ' : '\t\r\n';
}
