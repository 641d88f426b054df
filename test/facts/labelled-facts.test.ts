import { describe, expect, it } from 'vitest';
import { hasTranscripts } from '../transcripts/corpus.ts';
import { labelsOf, type Measured, measurePart, PARTS, type Part, type Tally } from './labelled-facts.ts';

/** Just below what was measured when the table was finished; see README.md and docs/facts.md for what each part is. */
const BOUNDS: Readonly<Record<Part, { readonly recall: number; readonly precision: number; readonly requiredRecall: number }>> = {
  first: { recall: 0.97, precision: 0.97, requiredRecall: 0.9 },
  second: { recall: 0.86, precision: 0.84, requiredRecall: 0.83 },
  third: { recall: 0.81, precision: 0.89, requiredRecall: 0.75 },
  'held-back': { recall: 0.72, precision: 0.89, requiredRecall: 0.68 },
};

const share = (part: number, whole: number): string => (whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`);
const figures = (tally: Tally): string =>
  `recall ${share(tally.labelsFound, tally.labels)} of ${tally.labels}, precision ${share(tally.factsLabelled, tally.facts)} of ${tally.facts}, required ${share(tally.requiredFound, tally.required)} of ${tally.required}`;

function print(part: Part, { all, sessions, kinds }: Measured): void {
  const lines = [`facts, ${part}: ${figures(all)}`];
  for (const [file, tally] of sessions) lines.push(`  ${file}: ${figures(tally)}`);
  for (const [kind, tally] of [...kinds].sort(([, a], [, b]) => b.labels - a.labels)) lines.push(`  ${kind}: ${figures(tally)}`);
  console.info(lines.join('\n'));
}

describe('the labelled set', () => {
  it('has at least 400 facts of at least 5 sessions, and holds no text', () => {
    const sessions = PARTS.flatMap(labelsOf);
    const labels = sessions.flatMap(({ spans }) => spans.flatMap((span) => span.labels));
    expect(labels.length).toBeGreaterThanOrEqual(400);
    expect(new Set(sessions.map(({ file }) => file)).size).toBeGreaterThanOrEqual(5);
    for (const label of labels) expect(Object.keys(label).sort().join(' ')).toMatch(/^kind length offset (?:required )?sha256$/);
  });
});

describe.skipIf(!hasTranscripts)('F5, F9: facts against what a careful reader wants verbatim', () => {
  it.each(PARTS)('%s: recall and precision are not below what was measured', async (part) => {
    const measured = await measurePart(part);
    print(part, measured);
    const { all } = measured;
    const { recall, precision, requiredRecall } = BOUNDS[part];
    expect(all.labelsFound / all.labels).toBeGreaterThanOrEqual(recall);
    expect(all.factsLabelled / all.facts).toBeGreaterThanOrEqual(precision);
    expect(all.requiredFound / all.required).toBeGreaterThanOrEqual(requiredRecall);
  });
});
