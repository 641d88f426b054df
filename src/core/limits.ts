/** Every bound on size, depth and count, with its name and number (DESIGN §10). Beyond one: an error that names it. */
export const LIMITS = {
  /** Characters of one input. V8 cannot hold a longer string than about 512 MiB of UTF-16 units. */
  INPUT_CHARACTERS: 500_000_000,
  /** Bytes of a file from which `plan` reads it as a stream. */
  STREAMED_BYTES: 256_000_000,
  /** Nesting of JSON values; deeper ones would overflow the stack of readers that recurse. */
  JSON_DEPTH: 512,
  /** Messages of one conversation. */
  MESSAGES: 2_000_000,
  /** Spans of one conversation. */
  SPANS: 4_000_000,
  /** Parts that a text is cut into (E8a): each is archived with the block that it stands in, so more would be quadratic in it. */
  SENTENCES_OF_TEXT: 256,
  /** Characters of a label beside a tombstone or in the live index. */
  LABEL_CHARACTERS: 96,
  /** Characters of a stable handle in the live index: a path must stand whole to be of use. */
  HANDLE_CHARACTERS: 192,
  /** Characters of a snippet around what a search found. */
  SNIPPET_CHARACTERS: 200,
  /** Characters of a plan's item in the state record. */
  PLAN_ITEM_CHARACTERS: 400,
  /** Warnings that a receipt lists one by one; the rest is counted. */
  WARNINGS: 200,
  /** Characters of one marker line that the parser reads; a longer one is no marker. */
  MARKER_CHARACTERS: 512,
  /** Characters of a fact's anchor: a text has to repeat them letter for letter. */
  ANCHOR_CHARACTERS: 160,
  /** A run of characters without a break is cut here for counting, as BPE is quadratic in it (C24). */
  UNBROKEN_RUN_CHARACTERS: 256,
} as const;
