/** One handle for spans by index: a lone one has its own, a run shares one. */
export function runHandle<T>(
  spanIndexes: readonly number[],
  handles: { readonly handleOf: (spanIndex: number) => T; readonly groupHandleOf: (spanIndexes: readonly number[]) => T },
): T {
  const [first] = spanIndexes;
  return spanIndexes.length === 1 && first !== undefined ? handles.handleOf(first) : handles.groupHandleOf(spanIndexes);
}
