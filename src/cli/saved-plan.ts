import { readFileSync } from 'node:fs';
import { ConfigError } from '../core/errors/config-error.ts';
import { sha256 } from '../hash.ts';
import type { PlanningFlags } from './planning-flags.ts';

/** A plan as `holdfast plan --json` prints it: it carries the input's hash and length, and the options that made it. */
export interface SavedPlan {
  readonly schemaVersion: 1;
  readonly input: { readonly sha256: string; readonly characters: number };
  readonly options: PlanningFlags;
}

export function savedPlanOf(source: string, options: PlanningFlags): SavedPlan {
  return { schemaVersion: 1, input: { sha256: sha256(source), characters: source.length }, options };
}

const HOW_TO_SAVE = 'Save one with `holdfast plan FILE --json > plan.json`.';

/** The options of a saved plan, if it was made for this very input (P68). */
export async function readSavedPlan(path: string, source: string): Promise<PlanningFlags> {
  const { savedPlanSchema } = await import('../schema/saved-plan-schema.ts'); // zod takes a tenth of a second to load
  const parsed = savedPlanSchema.safeParse(readJson(path));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new ConfigError({ what: `${path} is not a plan of holdfast${where === '' ? '' : ` (at ${where})`}`, option: '--plan', next: HOW_TO_SAVE });
  }
  const { input, options } = parsed.data;
  if (input.sha256 !== sha256(source)) {
    throw new ConfigError({
      code: 'plan-stale',
      what: `The plan was made for another input (${input.characters} characters then, ${source.length} now)`,
      option: '--plan',
      next: 'Plan again: `holdfast plan FILE --json`.',
    });
  }
  return options;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError({ what: `The plan ${path} cannot be read`, option: '--plan', next: HOW_TO_SAVE, cause });
  }
}
