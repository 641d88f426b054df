import { readFileSync } from 'node:fs';
import { ConfigError } from '../core/errors/config-error.ts';
import { sha256 } from '../hash.ts';
import type { PlanningOptions } from '../options.ts';

/** A plan as `holdfast plan --json` prints it: it carries the input's hash and length, and the options that made it. */
export interface SavedPlan {
  readonly schemaVersion: 1;
  readonly input: { readonly sha256: string; readonly characters: number };
  readonly options: PlanningOptions;
}

export function savedPlanOf(source: string, options: PlanningOptions): SavedPlan {
  return { schemaVersion: 1, input: { sha256: sha256(source), characters: source.length }, options };
}

/** The options of a saved plan, if it was made for this very input (P68). */
export function readSavedPlan(path: string, source: string): PlanningOptions {
  let saved: Partial<SavedPlan>;
  try {
    saved = JSON.parse(readFileSync(path, 'utf8')) as Partial<SavedPlan>;
  } catch (cause) {
    throw new ConfigError({ what: `The plan ${path} cannot be read`, option: '--plan', next: 'Save one with `holdfast plan FILE --json > plan.json`.', cause });
  }
  if (saved?.schemaVersion !== 1 || typeof saved.input?.sha256 !== 'string' || typeof saved.options !== 'object') {
    throw new ConfigError({ what: `${path} is not a plan of holdfast`, option: '--plan', next: 'Save one with `holdfast plan FILE --json > plan.json`.' });
  }
  if (saved.input.sha256 !== sha256(source)) {
    throw new ConfigError({
      code: 'plan-stale',
      what: `The plan was made for another input (${saved.input.characters} characters then, ${source.length} now)`,
      option: '--plan',
      next: 'Plan again: `holdfast plan FILE --json`.',
    });
  }
  return saved.options;
}
