import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote } from '../../src/core/markers/note.ts';
import { parseSource } from '../../src/formats/index.ts';
import { recall } from '../../src/recall.ts';
import { verify } from '../../src/verify-output.ts';
import { arbitraryCase, type Case, FORMATS, type GeneratedFormat, isRefused, type Run, runCase, runsOf } from './compacting.ts';

function inEveryFormat(name: string, runs: number, check: (run: Run, one: Case, format: GeneratedFormat) => Promise<void>): void {
  it.each(FORMATS)(`${name} [%s]`, async (format) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async (one) => check(await runCase(format, one, { minSegmentTokens: 60 }), one, format)),
      runsOf(runs),
    );
  });
}

const segmentsOf = (run: Run) => (run.entry?.checkpoints ?? []).flatMap((checkpoint) => checkpoint.segments.map((segment) => ({ checkpoint, segment })));

describe('checkpoints of generated conversations', () => {
  inEveryFormat('F5–F8, F11: what stands passes its gates, by the figures of the receipt', 24, async (run) => {
    if (isRefused(run.outcome)) return;
    for (const checkpoint of run.outcome.receipt.checkpoints) {
      const covered = checkpoint.segments.filter((segment) => segment.outcome === 'covered');
      expect(covered.reduce((sum, segment) => sum + segment.summaryTokens, 0)).toBeLessThanOrEqual(checkpoint.allowanceTokens);
      const ratios = covered.map((segment) => segment.sourceTokens / segment.summaryTokens).sort((a, b) => a - b);
      const middle = ((ratios[(ratios.length - 1) >> 1] ?? 0) + (ratios[ratios.length >> 1] ?? 0)) / 2;
      for (const segment of covered) {
        const ratio = segment.sourceTokens / segment.summaryTokens;
        expect(ratio).toBeLessThanOrEqual(40);
        if (covered.length >= 3) expect(ratio).toBeLessThanOrEqual(3 * middle + 1e-9);
        expect(segment.factsRetained).toBeGreaterThanOrEqual(Math.min(3, segment.facts));
        if (segment.facts > 0) expect(segment.factsRetained).toBeGreaterThan(0);
      }
    }
  });

  inEveryFormat(
    'F1, E11, F12: segments cover their region once, each tied to bytes that the archive holds, by a handle in the output',
    18,
    async (run, _one, format) => {
      if (isRefused(run.outcome) || run.entry === undefined) return;
      const { outcome, entry, archive } = run;
      const markers = parseSource(outcome.text, { format })
        .spans.flatMap((span) => parseNote(span.text.trimEnd())?.checkpoints ?? [])
        .flatMap((one) => one.segments);
      const seen = new Set<string>();
      for (const { segment } of segmentsOf(run)) {
        expect(markers.some((one) => one.marker.handle === segment.handle && one.marker.outcome === segment.outcome)).toBe(true);
        const source = await recall(segment.handle, { archive });
        expect(source.length).toBeGreaterThanOrEqual(segment.spanIds.length);
        for (const id of segment.spanIds) {
          expect(seen.has(id)).toBe(false);
          seen.add(id);
          expect(entry.spans.find((span) => span.id === id)?.action).not.toBe('keep');
        }
      }
      for (const span of entry.spans) if (span.action === 'summarize') expect(seen.has(span.id)).toBe(true);
    },
  );

  inEveryFormat('no authoritative span is material, and no user text is said in other words', 18, async (run) => {
    if (isRefused(run.outcome) || run.entry === undefined) return;
    const classes = new Map(run.entry.spans.map((span) => [span.id, span.class]));
    for (const { segment } of segmentsOf(run)) for (const id of segment.spanIds) expect(classes.get(id)).not.toBe('authoritative');
  });

  inEveryFormat('F9, F14: `verify` finds every required fact again and the same figures, and a text that was tampered with is found', 12, async (run) => {
    if (isRefused(run.outcome) || run.entry === undefined || run.outcome.status === 'unchanged') return;
    const { outcome, archive } = run;
    await verify(outcome.text, { archive });
    const line = segmentsOf(run).flatMap(({ segment }) => segment.lines)[0];
    if (line === undefined || !/^[\w :./]+$/.test(line) || outcome.text.split(`> ${line}\\n`).length !== 2) return;
    await expect(verify(outcome.text.replace(`> ${line}\\n`, `> ${line} indeed\\n`), { archive })).rejects.toThrow();
  });

  inEveryFormat('same input, same bytes', 9, async (run, one, format) => {
    const again = await runCase(format, one, { minSegmentTokens: 60 });
    if (isRefused(run.outcome) || isRefused(again.outcome)) expect(isRefused(run.outcome)).toBe(isRefused(again.outcome));
    else expect(again.outcome.text).toBe(run.outcome.text);
  });
});
