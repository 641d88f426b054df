import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Orders, one JSON object a line. */
export class OrderStore {
  constructor(path) {
    this.path = path;
  }

  /** All of a batch or nothing of it. */
  append(orders) {
    const text = orders.map((order) => `${JSON.stringify(order)}\n`).join('');
    appendFileSync(this.path, text);
    return orders.length;
  }

  *read() {
    if (!existsSync(this.path)) return;
    const lines = readFileSync(this.path, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      try {
        yield JSON.parse(line);
      } catch (cause) {
        throw new SyntaxError(`${this.path}:${index + 1}: not JSON`, { cause });
      }
    }
  }

  /** Written beside and renamed, so that readers see the old file or the new one. */
  replace(orders) {
    const beside = `${this.path}.new`;
    writeFileSync(beside, [...orders].map((order) => `${JSON.stringify(order)}\n`).join(''));
    renameSync(beside, this.path);
  }

  clear() {
    rmSync(this.path, { force: true });
  }

  count() {
    let count = 0;
    for (const _ of this.read()) count++;
    return count;
  }
}
