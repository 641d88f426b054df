import type { RecallExchange } from '../recall-seam.ts';
import type { LastAnswer, Rounds } from './rounds.ts';
import type { RecallWire } from './wire.ts';

/** All that answering one client takes. */
export interface AnswerTask {
  readonly wire: RecallWire;
  readonly exchange: RecallExchange;
  readonly rounds: Rounds;
  /** Keeps the rounds that the client does not see for its next requests; nothing where there are none. */
  remember(last: LastAnswer): Promise<void>;
}
