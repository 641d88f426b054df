import { HoldfastError } from '../../core/errors/holdfast-error.ts';
import type { UpstreamAnswer } from '../recall-seam.ts';
import type { AnswerTask } from './answer-task.ts';
import type { ProviderAnswer } from './wire.ts';

/**
 * What the provider says to the results of its calls. The client's own request fitted: where it does not with what was
 * recalled (E7), the model learns that, and the client's turn goes on.
 *
 * @throws UpstreamError where no answer comes; HoldfastError where not even that fits.
 */
export async function nextAnswer({ rounds, exchange }: AnswerTask, answer: ProviderAnswer): Promise<UpstreamAnswer> {
  const body = await rounds.next(answer);
  try {
    return await exchange.upstream(body);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    return exchange.upstream(rounds.nextWithoutResults());
  }
}

function isTooLong(error: unknown): boolean {
  return HoldfastError.is(error) && (error.code === 'invariant-unmet' || error.code === 'fidelity-exhausted');
}
