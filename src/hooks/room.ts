import { ConfigError } from '../core/errors/config-error.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';

/** What a note may take: tokens for the window, characters as hosts cap what a hook says. */
export interface Budget {
  readonly tokens: TokenCount;
  readonly characters: number;
}

/** Claude Code shows about 10,000 characters of a hook's output and puts the rest into a file (formats.md 9.1). */
export const DEFAULT_BUDGET: Budget = { tokens: 2_500, characters: 9_500 };

/** No line of a note takes less. */
const LEAST_TOKENS = 4;

/** Takes lines as long as they fit beside those that stand in any case. */
export class Room {
  private tokens: TokenCount = 0;
  private characters = 0;
  private readonly budget: Budget;
  private readonly counter: TokenCounter;

  /** @throws ConfigError where not even `standing` fits. */
  constructor(budget: Budget, standing: readonly string[], counter: TokenCounter) {
    this.counter = counter;
    const taken = this.sizeOf(standing);
    this.budget = { tokens: budget.tokens - taken.tokens, characters: budget.characters - taken.characters };
    if (this.budget.tokens >= 0 && this.budget.characters >= 0) return;
    throw new ConfigError({
      what: `A budget of ${budget.tokens} tokens leaves no room for a note, which takes ${taken.tokens} before it says anything`,
      option: '--budget',
      next: `Give more; the default is ${DEFAULT_BUDGET.tokens}.`,
    });
  }

  /** All of the lines, or none. `share` of the room (0 to 1) is what may be full afterwards. */
  take(lines: readonly string[], share = 1): boolean {
    // Of a long session most of what is offered comes when the room is full: it is not counted.
    if (this.tokens + LEAST_TOKENS > this.budget.tokens * share) return false;
    const size = this.sizeOf(lines);
    const tokens = this.tokens + size.tokens;
    const characters = this.characters + size.characters;
    if (tokens > this.budget.tokens * share || characters > this.budget.characters * share) return false;
    this.tokens = tokens;
    this.characters = characters;
    return true;
  }

  /** Counted one by one, lines take no less than together. */
  private sizeOf(lines: readonly string[]): Budget {
    return {
      tokens: lines.reduce((sum, line) => sum + this.counter.count(`${line}\n`), 0),
      characters: lines.reduce((sum, line) => sum + line.length + 1, 0),
    };
  }
}
