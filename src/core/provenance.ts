/** Who put a span there (DESIGN §2). From structure, never from the text's own claim. */
export type Provenance = 'system' | 'user' | 'assistant' | 'tool' | 'harness' | 'holdfast';
