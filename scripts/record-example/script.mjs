import { AFTER_COMPACTION, SUMMARY } from './chapters/after-compaction.mjs';
import { CUTOVER } from './chapters/cutover.mjs';
import { FIRST_REMEDY } from './chapters/first-remedy.mjs';
import { ORIENT } from './chapters/orient.mjs';
import { ROOT_CAUSE } from './chapters/root-cause.mjs';
import { compaction } from './step.mjs';

/** The whole session: fifteen prompts of the user and what the model answers to each. */
export const SCRIPT = [...ORIENT, ...FIRST_REMEDY, ...ROOT_CAUSE, ...CUTOVER];

/** The same up to the fix; then pi compacts, and the session goes on with what the summary left of it. */
export const COMPACTED_SCRIPT = [...ORIENT, ...FIRST_REMEDY, ...ROOT_CAUSE, compaction(SUMMARY), ...AFTER_COMPACTION];
