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
  recall: 'auto',
  strategy: 'split',
  /** Lines of a section of the state record; the rest is behind handles (DESIGN §7: bounded). */
  stateRecordLines: 12,
} as const;
