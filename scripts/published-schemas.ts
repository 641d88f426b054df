import { z } from 'zod';
import { cliSchemas, receiptSchema } from '../src/schema/receipt-schema.ts';

/** File name to text, of each schema that the package publishes. */
export function publishedSchemas(): Readonly<Record<string, string>> {
  const verbs = Object.fromEntries(Object.entries(cliSchemas).map(([verb, schema]) => [verb, z.toJSONSchema(schema)]));
  return {
    'receipt.json': `${JSON.stringify(z.toJSONSchema(receiptSchema), null, 2)}\n`,
    'cli.json': `${JSON.stringify({ description: 'What each verb of holdfast prints with --json, version 1', verbs }, null, 2)}\n`,
  };
}
