import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishedSchemas } from '../../scripts/published-schemas.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { plan } from '../../src/compact.ts';
import { cliSchemas, receiptSchema } from '../../src/schema/receipt-schema.ts';
import { arbitraryCase, FORMATS, isRefused, runCase, runsOf } from '../properties/compacting.ts';

describe('DESIGN §11: the published schemas', () => {
  it.each(Object.entries(publishedSchemas()))('schema/%s is what its source gives (`npm run schema` writes it)', (name, text) => {
    expect(readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8')).toBe(text);
  });

  it.each(FORMATS)('receipts and errors fit them [%s]', async (format) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async (one) => {
        const { outcome, source } = await runCase(format, one);
        if (isRefused(outcome)) cliSchemas.error.parse(JSON.parse(JSON.stringify({ schemaVersion: 1, error: outcome.toJSON() })));
        else {
          const receipt: unknown = JSON.parse(JSON.stringify(outcome.receipt));
          receiptSchema.parse(receipt);
          expect(outcome.receipt.spans.reduce((sum, span) => sum + span.tokens, 0)).toBe(outcome.receipt.tokensBefore);
        }
        receiptSchema.parse(JSON.parse(JSON.stringify(await plan(source, { archive: memory(), format, maxTokens: 10_000_000 }))));
      }),
      runsOf(15),
    );
  });
});
