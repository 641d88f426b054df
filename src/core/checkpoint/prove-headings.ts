import type { FactSource } from '../facts/fact.ts';
import { readsAsHeading } from '../markers/heading-form.ts';
import { headingOf } from './fact-text.ts';

export interface WithoutForgedHeadings {
  readonly text: string;
  readonly cut: readonly string[];
}

/**
 * DESIGN §10: a surrogate's text without the lines that read as a heading or an entry of a note and are no heading of its
 * own sources: what a tool printed does not say whose words follow. For the writer, and for `verify` (F14).
 */
export function withoutForgedHeadings(text: string, sources: readonly FactSource[]): WithoutForgedHeadings {
  const lines = text.split('\n');
  const suspect = lines.filter(readsAsHeading);
  if (suspect.length === 0) return { text, cut: [] };
  const headings = new Set(sources.map(headingOf));
  const cut = suspect.filter((line) => !headings.has(line));
  if (cut.length === 0) return { text, cut };
  return { text: lines.filter((line) => !readsAsHeading(line) || headings.has(line)).join('\n'), cut };
}
