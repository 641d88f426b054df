import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../core/token-count.ts';
import { cachingCounter } from './caching-counter.ts';

/** Counts characters, and remembers what it was asked. */
function recordingCounter(): TokenCounter & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: 'characters',
    asked,
    count(text) {
      asked.push(text);
      return text.length;
    },
  };
}

describe('DESIGN §12: nothing is counted twice', () => {
  it('§12: a text that was counted is not counted again', () => {
    const inner = recordingCounter();
    const counter = cachingCounter(inner);
    expect([counter.count('port 8080'), counter.count('port 8080'), counter.count('')]).toEqual([9, 9, 0]);
    expect(inner.asked).toEqual(['port 8080', '']);
    expect(counter.name).toBe('characters');
  });

  it('§12: for any texts, the counts are those of the counter behind it, and each is asked once where all fit', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 })), (texts) => {
        const inner = recordingCounter();
        const counter = cachingCounter(inner);
        expect(texts.map((text) => counter.count(text))).toEqual(texts.map((text) => text.length));
        expect(inner.asked).toEqual([...new Set(texts)]);
      }),
    );
  });

  it('§12: a text above the bound for keys is counted each time, so that the cache does not hold it', () => {
    const inner = recordingCounter();
    const counter = cachingCounter(inner, { keyCharactersMax: 3 });
    for (const text of ['abc', 'abc', 'abcd', 'abcd']) counter.count(text);
    expect(inner.asked).toEqual(['abc', 'abcd', 'abcd']);
  });

  it('§10: the cache is bounded: what was counted first goes first', () => {
    const inner = recordingCounter();
    const counter = cachingCounter(inner, { cacheCharactersMax: 6 });
    for (const text of ['aaa', 'bbb', 'ccc', 'bbb', 'aaa']) counter.count(text);
    expect(inner.asked).toEqual(['aaa', 'bbb', 'ccc', 'aaa']);
  });
});
