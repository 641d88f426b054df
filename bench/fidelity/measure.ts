import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { surrogateCounter } from '../../src/core/count-span.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { holdsAnchor } from '../../src/core/facts/anchors.ts';
import type { Fact } from '../../src/core/facts/fact.ts';
import { prepare } from '../../src/prepare.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { ourWindow } from './our-window.ts';
import { dropOldest, freeFormSummary, greedySummary, type PeerRequest } from './peers.ts';
import { type Material, materialOf } from './required-facts.ts';
import type { Session } from './sessions.ts';

/** Who is compared, in the order of tables and drawings. */
export const PEERS = ['ours', 'oldest', 'greedy', 'freeForm'] as const;
export type Peer = (typeof PEERS)[number];

/** One session at one target. */
export type Outcome = Compacted | Refused | { readonly kind: 'unchanged' };

export interface Compacted {
  readonly kind: 'compacted';
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Required facts of the session's material. */
  readonly required: number;
  /** Of these, those that stand in the window itself. */
  readonly inWindow: Readonly<Record<Peer, number>>;
  /** In ours, or behind an archive handle that stands in it. */
  readonly inWindowOrNamed: number;
  readonly checkpointTokens: number;
  /** Of the required facts whose span left, those that the texts alone hold, each of the checkpoint's size; by tenth of the material that left. */
  readonly tenths: readonly TextFigures[];
}

/** Required facts of a part of the material that left, and those that a text of the same size holds. */
export type TextFigures = Readonly<Record<'left' | TextPeer, number>>;
export type TextPeer = Exclude<Peer, 'oldest'>;

export interface Refused {
  readonly kind: 'refused';
  readonly tokensBefore: number;
  readonly targetTokens: number;
  readonly floorTokens: number;
}

/** The material of a session, whatever the target: nothing counts as recent. */
export async function readMaterial(session: Session): Promise<Material> {
  const archive = memory({ tenantKey: 'bench' });
  const prepared = await prepare(session.read(), { ...optionsFor(session), target: 0.5, keepRecentExchanges: 0, keepRecentTokens: 0 }, archive);
  return materialOf(prepared.classified);
}

export async function measureSession(session: Session, material: Material, target: number): Promise<Outcome> {
  const archive = memory({ tenantKey: 'bench' });
  const done = await compact(session.read(), { ...optionsFor(session), target, archive }).catch((error: unknown) => {
    if (error instanceof CompactionInvariantError) return error;
    throw error;
  });
  if (done instanceof CompactionInvariantError) {
    const { targetTokens, floorTokens } = done;
    return { kind: 'refused', tokensBefore: Math.round(targetTokens / target), targetTokens, floorTokens };
  }
  const { receipt, text } = done;
  const entry = await archive.compaction(receipt.compactionId);
  if (entry === undefined) return { kind: 'unchanged' };
  const window = await ourWindow(text, entry, archive);
  const { required } = material;
  const hasLeft = ({ spanId }: Pick<Fact, 'spanId'>): boolean => !window.isKept(spanId);
  const checkpointTokens = receipt.checkpoints.reduce((sum, one) => sum + one.segments.reduce((total, segment) => total + segment.summaryTokens, 0), 0);
  const tail = dropOldest(receipt.spans, receipt.tokensAfter);
  const region = regionOf(material, hasLeft);
  const count = surrogateCounter(await loadO200k());
  // The same spans leave as in ours, and a text may take all that our notes take: so the windows are of one size.
  const whole = { ...region, allowanceTokens: receipt.noteTokens, count };
  const greedy = greedySummary(whole);
  const freeForm = freeFormSummary(whole);
  const countIn = (holds: (fact: Fact) => boolean): number => required.filter(holds).length;
  return {
    kind: 'compacted',
    tokensBefore: receipt.tokensBefore,
    tokensAfter: receipt.tokensAfter,
    required: required.length,
    inWindow: {
      ours: countIn((fact) => window.holds(fact)),
      oldest: countIn((fact) => tail.has(fact.spanId)),
      greedy: countIn((fact) => !hasLeft(fact) || holdsAnchor(greedy, fact.anchor)),
      freeForm: countIn((fact) => !hasLeft(fact) || holdsAnchor(freeForm, fact.anchor)),
    },
    inWindowOrNamed: countIn((fact) => window.holds(fact) || window.isNamed(fact)),
    checkpointTokens,
    tenths: tenthsOf(region, { ...whole, allowanceTokens: checkpointTokens }, (fact) => window.isSummarized(fact)),
  };
}

/** What left of the material. `Fact.source` is an index into what is left of `sources`. */
function regionOf(material: Material, hasLeft: (one: Pick<Fact, 'spanId'>) => boolean): Pick<PeerRequest, 'sources' | 'facts'> {
  const indexes = new Map<number, number>();
  const sources = material.sources.filter((source, index) => hasLeft(source) && indexes.set(index, indexes.size) !== undefined);
  const facts = material.facts.flatMap((fact) => {
    const source = indexes.get(fact.source);
    return source === undefined ? [] : [{ ...fact, source }];
  });
  return { sources, facts };
}

function tenthsOf(region: Pick<PeerRequest, 'sources' | 'facts'>, request: PeerRequest, isSummarized: (fact: Fact) => boolean): readonly TextFigures[] {
  const greedy = greedySummary(request);
  const freeForm = freeFormSummary(request);
  const length = region.sources.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  const tenthOf = region.sources.map(({ text }) => {
    const middle = before + text.length / 2;
    before += text.length;
    return Math.min(9, Math.floor((middle * 10) / Math.max(1, length)));
  });
  return Array.from({ length: 10 }, (_, tenth) => {
    const left = region.facts.filter((fact) => fact.isRequired && tenthOf[fact.source] === tenth);
    const countIn = (holds: (fact: Fact) => boolean): number => left.filter(holds).length;
    return {
      left: left.length,
      ours: countIn(isSummarized),
      greedy: countIn((fact) => holdsAnchor(greedy, fact.anchor)),
      freeForm: countIn((fact) => holdsAnchor(freeForm, fact.anchor)),
    };
  });
}

function optionsFor({ fileName }: Session): { readonly recall: 'cli'; readonly fileName: string; readonly onInvalid: 'repair' } {
  return { recall: 'cli', fileName, onInvalid: 'repair' };
}
