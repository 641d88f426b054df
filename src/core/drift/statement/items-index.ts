import { bareName } from '../names.ts';
import { type Item, isSameItem } from './item.ts';

/** The items of a line by what they are found under: a line may have a thousand, and each of a statement is looked for. */
export class ItemsIndex {
  private readonly items: readonly Item[];
  private readonly lowered: string;
  private readonly byKey = new Map<string, number[]>();

  /** `lowered`: the line in lower case. */
  constructor(items: readonly Item[], lowered: string) {
    this.items = items;
    this.lowered = lowered;
    items.forEach((item, at) => {
      for (const key of keysOf(item)) {
        const list = this.byKey.get(key);
        if (list === undefined) this.byKey.set(key, [at]);
        else if (list.at(-1) !== at) list.push(at);
      }
    });
  }

  /** The items that bear out what a statement has, in order. */
  sameAs(said: Item): readonly Item[] {
    const places = new Set(keysOf(said).flatMap((key) => this.byKey.get(key) ?? []));
    // A name may stand within one: the only case that needs a look at each, and only where the line has it at all.
    if (said.kind !== 'word' && this.lowered.includes(bareName(said.text))) for (const at of this.items.keys()) places.add(at);
    const isSame = (at: number): boolean => isSameItem(this.items[at] as Item, said);
    return [...places]
      .filter(isSame)
      .sort((a, b) => a - b)
      .map((at) => this.items[at] as Item);
  }
}

function keysOf(item: Item): readonly string[] {
  if (item.kind === 'number') return [`# ${item.quantity?.value ?? ''}`, `# ${item.text.replace(/[^\d.]/g, '')}`];
  const state = item.state === undefined ? [] : [`= ${item.state.axis} ${item.state.isPositive}`];
  return [item.key, ...item.parts, ...state];
}
