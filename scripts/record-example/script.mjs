import { CUTOVER } from './chapters/cutover.mjs';
import { FIRST_REMEDY } from './chapters/first-remedy.mjs';
import { ORIENT } from './chapters/orient.mjs';
import { ROOT_CAUSE } from './chapters/root-cause.mjs';

/** The whole session: fifteen prompts of the user and what the model answers to each. */
export const SCRIPT = [...ORIENT, ...FIRST_REMEDY, ...ROOT_CAUSE, ...CUTOVER];
