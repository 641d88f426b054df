import { z } from 'zod';
import type { InsertedRange } from './insertions.ts';

/**
 * What was put into a file, so that it can be taken out to the letter: places and a hash, nothing of the file itself, as
 * configurations hold keys.
 */
export interface InstallRecord {
  /** SHA-256 (hex) of the file's text with what was put in. */
  readonly hash: string;
  /** The file was made by us. */
  readonly isNew: boolean;
  readonly inserted: readonly InsertedRange[];
  /** Containers of a JSON config that were there before, as `hooks/PreCompact`: they stay, even where they are empty. */
  readonly containers: readonly string[];
}

/** By the path of the file, links followed. */
export type InstallRecords = Readonly<Record<string, InstallRecord>>;

const RECORDS = z.object({
  schemaVersion: z.literal(1),
  files: z.record(
    z.string(),
    z.object({
      hash: z.string(),
      isNew: z.boolean(),
      inserted: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() })),
      containers: z.array(z.string()),
    }),
  ),
});

/** None where the text is not one of ours: then what is ours is found by what it says. */
export function parseRecords(text: string | undefined): InstallRecords {
  if (text === undefined) return {};
  try {
    return RECORDS.parse(JSON.parse(text)).files;
  } catch {
    return {};
  }
}

export function formatRecords(records: InstallRecords): string {
  return `${JSON.stringify({ schemaVersion: 1, files: records }, null, 2)}\n`;
}
