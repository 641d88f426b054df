/** Numbers, the largest first. */
export class MaxHeap {
  private readonly values: number[] = [];

  push(value: number): void {
    const { values } = this;
    let at = values.length;
    values.push(value);
    for (let parent = (at - 1) >> 1; at > 0 && (values[parent] ?? 0) < value; parent = (at - 1) >> 1) {
      values[at] = values[parent] ?? 0;
      at = parent;
    }
    values[at] = value;
  }

  /** The largest, where it is at least `least`. */
  popFrom(least: number): number | undefined {
    const { values } = this;
    const largest = values[0];
    if (largest === undefined || largest < least) return undefined;
    const last = values.pop() ?? 0;
    if (values.length > 0) this.sink(last);
    return largest;
  }

  private sink(value: number): void {
    const { values } = this;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const child = (values[left + 1] ?? Number.NEGATIVE_INFINITY) > (values[left] ?? Number.NEGATIVE_INFINITY) ? left + 1 : left;
      if ((values[child] ?? Number.NEGATIVE_INFINITY) <= value) break;
      values[at] = values[child] ?? 0;
      at = child;
    }
    values[at] = value;
  }
}
