import { readFileSync } from 'node:fs';

const ENVIRONMENTS = ['dev', 'staging', 'prod'];

/** `config/<env>/limits.conf` as sections of numbers and words. */
export function loadLimits(environment, root = '.') {
  if (!ENVIRONMENTS.includes(environment)) {
    throw new RangeError(`unknown environment: ${environment}; one of ${ENVIRONMENTS.join(', ')}`);
  }
  return parseLimits(readFileSync(`${root}/config/${environment}/limits.conf`, 'utf8'));
}

export function parseLimits(text) {
  const limits = {};
  let section;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*$/, '').trim();
    if (line === '') continue;
    const heading = /^\[(\w+)\]$/.exec(line);
    if (heading) {
      section = limits[heading[1]] = {};
      continue;
    }
    const setting = /^(\w+)\s*=\s*(\S+)$/.exec(line);
    if (!setting || !section) throw new SyntaxError(`limits.conf:${index + 1}: ${raw}`);
    const [, name, value] = setting;
    section[name] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return limits;
}

/** Throws where a batch is larger than the environment allows. */
export function assertBatch(batchSize, limits, environment) {
  const { max_batch: maximum } = limits.migration;
  if (batchSize > maximum) {
    throw new RangeError(`batch of ${batchSize} is above max_batch = ${maximum} in config/${environment}/limits.conf`);
  }
}
