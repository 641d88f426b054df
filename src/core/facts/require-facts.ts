import type { CallChain } from './call-chain.ts';
import type { Fact, FactKind, FactSource } from './fact.ts';

/** Required facts that one source may have: each is repeated letter for letter, so they must stay few. */
const REQUIRED_FACTS = 6;
/** Of a failure: errors, codes, counts. */
const REQUIRED_ERRORS = 3;
/** Of a success. */
const REQUIRED_OUTCOMES = 2;
/** Of what the assistant said: the statements that reverse an earlier one, the latest first. */
const REQUIRED_CORRECTIONS = 3;
const REQUIRED_CONCLUSIONS = 2;

/** One source with what was found in it. */
export interface MinedSource {
  readonly source: FactSource;
  readonly chain: CallChain | undefined;
  readonly facts: readonly Fact[];
}

/**
 * F9, over the sources of one region: the last outcome of every tool chain (the errors of one that no later success
 * closed among them), what reversed an earlier outcome, corrections, and the region's final outputs.
 */
export function requireFacts(sources: readonly MinedSource[]): ReadonlySet<Fact> {
  const required = new Set<Fact>();
  const require = (facts: readonly Fact[]): void => {
    for (const fact of facts) required.add(fact);
  };
  for (const { facts } of lastOfChains(sources)) require(endOf(facts));
  for (const { facts } of reversals(sources)) require(outcomes(facts).slice(-1));
  for (const { source, facts } of sources) if (source.origin !== 'output') require(lastOf(facts, ['correction'], REQUIRED_CORRECTIONS));
  const lastOutput = sources.findLast(({ chain }) => chain !== undefined);
  if (lastOutput !== undefined) require(endOf(lastOutput.facts));
  const lastSaid = sources.findLast(({ source }) => source.origin === 'narration');
  if (lastSaid !== undefined) require(lastOf(lastSaid.facts, ['outcome', 'state', 'count', 'error'], REQUIRED_CONCLUSIONS));
  return required;
}

/** The last exchange of every chain. A look ends nothing. */
function lastOfChains(sources: readonly MinedSource[]): Iterable<MinedSource> {
  const last = new Map<string, MinedSource>();
  for (const mined of sources) if (mined.chain !== undefined && !mined.chain.isLook) last.set(mined.chain.key, mined);
  return last.values();
}

/** Exchanges that ended otherwise than the one before them in their chain: failure after success, or the reverse, or another count of failures. */
function* reversals(sources: readonly MinedSource[]): Iterable<MinedSource> {
  const earlier = new Map<string, string>();
  for (const mined of sources) {
    if (mined.chain === undefined || mined.chain.isLook) continue;
    const end = signatureOf(mined);
    const previous = earlier.get(mined.chain.key);
    if (previous !== undefined && previous !== end) yield mined;
    earlier.set(mined.chain.key, end);
  }
}

function signatureOf({ source, facts }: MinedSource): string {
  const failures = facts.flatMap(({ kind, anchor }) =>
    kind === 'count' ? (/\b(\d{1,9}) (?:failed|failures?|failing|errors?|problems?)\b/.exec(anchor)?.[1] ?? []) : [],
  );
  const hasFailed = source.hasFailed || facts.some(({ kind }) => kind === 'error');
  return `${hasFailed ? 'failed' : 'done'} ${failures.at(-1) ?? ''}`;
}

function endOf(facts: readonly Fact[]): readonly Fact[] {
  const errors = facts.filter(({ kind }) => kind === 'error');
  if (errors.length === 0) return [...lastOf(facts, ['exit'], 1), ...outcomes(facts)];
  // The name of a failed test says less than what it failed with.
  const telling = errors.filter(({ anchor }) => /error|exception|panic|fatal|fail|cannot|could not|not /i.test(anchor));
  const named =
    telling.length >= REQUIRED_ERRORS
      ? [...telling.slice(0, 1), ...telling.slice(1 - REQUIRED_ERRORS)]
      : [...telling, ...errors.filter((one) => !telling.includes(one))].slice(0, REQUIRED_ERRORS);
  return [...named, ...lastOf(facts, ['exit'], 1), ...lastOf(facts, ['count', 'outcome'], REQUIRED_FACTS - REQUIRED_ERRORS - 1)];
}

/** What it ended with: its last outcomes and its last count; where it has none, the last it says at all. A path of the call is in the *changed* record. */
function outcomes(facts: readonly Fact[]): readonly Fact[] {
  const found = [...lastOf(facts, ['outcome'], REQUIRED_OUTCOMES), ...lastOf(facts, ['count'], 1)];
  if (found.length > 0) return found;
  const said = facts.filter(({ offset }) => offset >= 0);
  return lastOf(said, ['state', 'hash', 'url', 'port', 'path', 'quantity', 'version', 'identifier'], 1);
}

function lastOf(facts: readonly Fact[], kinds: readonly FactKind[], count: number): readonly Fact[] {
  return facts.filter(({ kind }) => kinds.includes(kind)).slice(-count);
}
