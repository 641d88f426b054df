import { readFileSync } from 'node:fs';
import type { CallerTool } from '../core/classify/tools/caller-tool.ts';
import { ConfigError } from '../core/errors/config-error.ts';

const SHAPE = 'A list, as [{"name": "lookup", "effect": "read-only"}, {"name": "save", "effect": "write-file", "argument": "target"}].';

/** What the caller's own tools do, from a JSON file (`--tools`). */
export async function readToolsFile(path: string): Promise<readonly CallerTool[]> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError({ what: `The tools file ${path} cannot be read`, option: '--tools', next: SHAPE, cause });
  }
  const { callerToolsSchema } = await import('../schema/saved-plan-schema.ts'); // zod takes a tenth of a second to load
  const parsed = callerToolsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ConfigError({ what: `${path} does not describe tools${where === '' ? '' : ` (at ${where})`}`, option: '--tools', next: SHAPE });
}
