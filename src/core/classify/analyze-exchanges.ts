import { earlier, LaterWrites } from '../handles/later-writes.ts';
import { resolvePath } from '../handles/path.ts';
import { redact } from '../redact/redact.ts';
import type { Span } from '../span.ts';
import { type ExchangeFacts, exchangeFacts, type FactsOptions } from './exchange-facts.ts';
import { probedState } from './live-probe.ts';
import type { HandleState } from './span-class.ts';
import { supersededReads } from './superseded-reads.ts';
import type { ToolEffect } from './tools/tool-rule.ts';

export interface AnalyzeOptions extends FactsOptions {
  /** SHA-256, hex, of a file as it is now; `null` where it is gone, `undefined` where that cannot be told. */
  readonly probe?: ((path: string) => string | null | undefined) | undefined;
}

/** What the table of rules needs to know of an exchange. Indexes are those of spans. */
export interface ExchangeAnalysis {
  readonly effect: ToolEffect;
  /** Obtaining it again changes nothing (E2). */
  readonly isRepeatable: boolean;
  /** The stable handle that the agent itself can use; bounded, one line. */
  readonly handle?: string;
  readonly handleState: HandleState;
  /** The exchange that may have changed what this one read or wrote; the nearest one. */
  readonly invalidatedBy?: number;
  /** The later read that holds the same content. */
  readonly supersededBy?: number;
  readonly isLastWrite?: boolean;
  readonly supersededWriteBy?: number;
  /** Resolved paths that it wrote, or that it names and may have written. */
  readonly changedPaths: readonly string[];
}

/**
 * What each exchange does (and each file inclusion, which is a read), whether it can be had again, by which handle, and
 * whether that still holds. Pure but for `probe` and `isArchived`; n log n in the spans.
 *
 * What invalidates (DESIGN §4, *Handles*; in doubt a handle counts as invalidated, which costs a tombstone and loses
 * nothing). A file handle: a later write to the path or to a directory above it, or below it (it was one itself), by a tool, by a shell command that is not
 * read-only and names it, or by one that changes whole trees in its directory (`git checkout`, `patch`); an unknown tool
 * that names it. A command handle: a write to or below the paths that it names, or below its directory where it names
 * none; and any later exchange that may have changed anything. A URL: nothing in the transcript.
 */
export function analyzeExchanges(spans: readonly Span[], options: AnalyzeOptions): ReadonlyMap<number, ExchangeAnalysis> {
  const facts = new Map<number, ExchangeFacts>();
  for (const span of spans) if (span.exchange) facts.set(span.index, exchangeFacts(span, span.exchange, options));
  const superseded = supersededReads(spans, facts);
  const probe = remembered(options.probe);
  const later = new Later();
  const analyses: [number, ExchangeAnalysis][] = [];
  for (const span of spans.toReversed()) {
    const one = facts.get(span.index);
    if (one === undefined) {
      const path = span.injection?.path;
      if (path !== undefined) analyses.push([span.index, inclusionOf(path, later)]);
      continue;
    }
    const invalidatedBy = later.invalidatorOf(one);
    analyses.push([span.index, analysisOf(one, invalidatedBy, superseded.get(span.index), probe, options)]);
    later.add(one, span.index);
  }
  return new Map(analyses.reverse());
}

/** A file that the harness put into the user's turn: as a read of it, its handle the path. */
function inclusionOf(path: string, later: Later): ExchangeAnalysis {
  const invalidatedBy = later.nearestOn(path);
  return {
    effect: { effect: 'read-file', path },
    isRepeatable: true,
    handle: redact(path),
    handleState: invalidatedBy === undefined ? 'valid' : 'invalidated',
    ...(invalidatedBy === undefined ? {} : { invalidatedBy }),
    changedPaths: [],
  };
}

function analysisOf(
  facts: ExchangeFacts,
  invalidatedBy: number | undefined,
  supersededBy: number | undefined,
  probe: AnalyzeOptions['probe'],
  options: AnalyzeOptions,
): ExchangeAnalysis {
  const written: HandleState = invalidatedBy === undefined ? 'valid' : 'invalidated';
  const handleState = facts.handle === undefined ? 'none' : written === 'valid' && probe ? probedState(facts, probe, options.hash) : written;
  return {
    effect: facts.effect,
    isRepeatable: facts.isRepeatable,
    ...(facts.handle === undefined ? {} : { handle: facts.handle }),
    handleState,
    ...(invalidatedBy === undefined ? {} : { invalidatedBy }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(facts.isWrite ? { isLastWrite: invalidatedBy === undefined } : {}),
    ...(facts.isWrite && invalidatedBy !== undefined ? { supersededWriteBy: invalidatedBy } : {}),
    changedPaths: facts.touches.named,
  };
}

/** All that comes after the exchange that is looked at. */
class Later {
  private readonly writes = new LaterWrites();
  private changing: number | undefined;

  add(facts: ExchangeFacts, index: number): void {
    const { named, loose, tree } = facts.touches;
    for (const path of named) this.writes.add(path, index);
    for (const path of loose) this.writes.add(path, index);
    if (tree !== undefined) this.writes.add(tree, index, true);
    if (facts.isChanging) this.changing = index;
  }

  nearestOn(path: string): number | undefined {
    return this.writes.nearestOn(resolvePath(path) ?? path);
  }

  /** The nearest later exchange that invalidates this one's handle, or supersedes its write. */
  invalidatorOf(facts: ExchangeFacts): number | undefined {
    const { reading } = facts;
    if (facts.isWrite) return nearest(facts.touches.named, (path) => this.writes.nearestOn(path));
    if (reading?.kind === 'file') return this.writes.nearestOnOrIn(reading.path);
    if (reading?.kind === 'below')
      return earlier(
        this.changing,
        nearest(reading.paths, (path) => this.writes.nearestBelow(path)),
      );
    return undefined;
  }
}

function nearest(paths: readonly string[], find: (path: string) => number | undefined): number | undefined {
  return paths.reduce<number | undefined>((found, path) => earlier(found, find(path)), undefined);
}

/** A file is looked at once, however often it was read. */
function remembered(probe: AnalyzeOptions['probe']): AnalyzeOptions['probe'] {
  if (probe === undefined) return undefined;
  const known = new Map<string, string | null | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, probe(path));
    return known.get(path);
  };
}
