import { type Archive, createCompactor } from 'holdfast';

/** Sends a body to your provider. `inputTokens` of its usage: not cached, written to the cache and read from it, together. */
export type Send = (body: string) => Promise<{ readonly answer: unknown; readonly inputTokens: number }>;

/** Stands before every call of the model, for any number of conversations. Give it the whole history each time, as without it. */
export function compacting(send: Send, { archive, window }: { readonly archive: Archive; readonly window: number }): (request: object) => Promise<unknown> {
  const compactor = createCompactor({
    format: 'anthropic',
    window,
    archive,
    onEvent: ({ name, message }) => console.log(`${name}: ${message}`),
  });
  return async (request) => {
    const live = await compactor.prepare(JSON.stringify(request));
    const { answer, inputTokens } = await send(live.text);
    live.measured({ inputTokens });
    return answer;
  };
}
