/** The platform's `AbortSignal`; what is used of it where a program has no types of its platform about. */
export type AbortSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; readonly reason: unknown; throwIfAborted(): void };
