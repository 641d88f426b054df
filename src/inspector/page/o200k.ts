import type { TokenCounter } from '../../core/token-count.ts';
import { visitCut } from '../../tokens/unbroken-run.ts';

type Encoding = Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens'>;

/** C25: what looks like a special token is the text that it is. */
const NO_SPECIAL_TOKENS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** The same counter as the server's, over the same vocabulary, which the server has and gives. */
export async function loadO200k(): Promise<TokenCounter> {
  const address = new URL('o200k/encoding/o200k_base.js', self.location.href).href;
  const { countTokens } = (await import(address)) as Encoding;
  return {
    name: 'o200k_base',
    count: (text) => {
      let tokens = 0;
      visitCut(text, (piece) => {
        tokens += countTokens(piece, NO_SPECIAL_TOKENS);
      });
      return tokens;
    },
  };
}
