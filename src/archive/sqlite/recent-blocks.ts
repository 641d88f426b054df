/** A pack or a sheet as it was read. */
interface Block {
  readonly byteCount: number;
  holds(id: number): boolean;
}

/** Reads come in the order of writing, so few are enough. */
const BLOCKS_MAX = 32;
/** A larger one is one large raw, and is not kept. */
const BLOCK_BYTES_MAX = 1_048_576;

/** What was read and decompressed lately, newest first. Numbers are never given twice, so it does not become wrong. */
export class RecentBlocks<Kind extends Block> {
  readonly #blocks: Kind[] = [];

  find(id: number): Kind | undefined {
    const index = this.#blocks.findIndex((block) => block.holds(id));
    if (index > 0) this.#blocks.unshift(...this.#blocks.splice(index, 1));
    return index === -1 ? undefined : this.#blocks[0];
  }

  add(block: Kind): void {
    if (block.byteCount > BLOCK_BYTES_MAX) return;
    this.#blocks.unshift(block);
    if (this.#blocks.length > BLOCKS_MAX) this.#blocks.pop();
  }

  clear(): void {
    this.#blocks.length = 0;
  }
}
