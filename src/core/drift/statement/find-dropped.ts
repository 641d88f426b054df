import type { Finding } from '../drift.ts';
import { findAsked, findDone, findOption, findSign } from './dropped/form.ts';
import { findGap } from './dropped/gap.ts';
import { findHead, findLabel } from './dropped/head.ts';
import type { Shortened } from './dropped/shortened.ts';
import { findTail, findTailOfHeading } from './dropped/tail.ts';

/**
 * What was left out of a line must be a piece that closes: from mark to mark, a phrase that a preposition opens, adverbs. A
 * verb or a word that governs what is told is none: `the flag prevents retries` without its verb says the opposite.
 */
export function findDropped(shortened: Shortened): Finding | undefined {
  return (
    findGap(shortened) ??
    findOption(shortened) ??
    findLabel(shortened) ??
    findHead(shortened) ??
    findTail(shortened) ??
    findSign(shortened) ??
    findDone(shortened) ??
    findAsked(shortened)
  );
}

/** The same of a heading, by which a statement says where its line stood: what stands at its end may be left out. */
export function findDroppedOfHeading(shortened: Shortened): Finding | undefined {
  return findGap(shortened) ?? findHead(shortened) ?? findTailOfHeading(shortened);
}
