/** DESIGN §4: recoverable (E2), authoritative (E3), disposable (E4). */
export type SpanClass = 'disposable' | 'recoverable' | 'authoritative';

export type HandleState = 'valid' | 'invalidated' | 'none';

/** DESIGN §11. `summarize` is made by a checkpoint only. */
export type Action = 'keep' | 'drop' | 'summarize' | 'evict' | 'evict_with_tombstone';
