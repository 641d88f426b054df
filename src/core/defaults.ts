/** Every default of an option: one constant, shown by `--help` and by the docs from here. */
export const DEFAULTS = {
  /** Share of the window, or of the tokens that came in, where no target is given. */
  targetShare: 0.4,
  /** Share of the target that the latest exchanges may take as recent (DESIGN §4). */
  keepRecentShare: 0.1,
  /** Latest exchanges that are kept whole, however large. */
  keepRecentExchanges: 2,
  /** A fenced or tagged block in a user turn above this many tokens is an attachment. */
  attachmentTokens: 1000,
  /** Share of `protectedBudget` at which the warning event comes (E9). */
  protectedBudgetWarnShare: 0.8,
  /** Share of the target that all checkpoints may take together. */
  checkpointShare: 0.15,
  /** A plan for less than this share of the window needs no checkpoint (E13). */
  smallPlanShare: 0.1,
  /** Facts that each segment of a checkpoint has to keep (F5). */
  minFactsPerSegment: 3,
  /** Source tokens below which a segment is not cut (F1). */
  minSegmentTokens: 400,
  /** Share of the window at which a live request is compacted (DESIGN §8). */
  triggerShare: 0.7,
  /** Share of the window down to which a live request is compacted (DESIGN §8). */
  lowerMarkShare: 0.4,
  onExhausted: 'externalize',
  onSummarizerError: 'fallback',
  summarizerConcurrency: 4,
  recall: 'auto',
  overflow: 'halt',
  strategy: 'split',
  /** Lines of a section of the state record; the rest is behind handles (DESIGN §7: bounded). */
  stateRecordLines: 12,
} as const;
