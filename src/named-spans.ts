import type { ClassifiedSpan } from './core/classify/classify.ts';
import type { Conversation } from './core/conversation.ts';
import { ConfigError } from './core/errors/config-error.ts';
import { wholeIdOf } from './core/sentence-id.ts';
import type { Span, SpanId } from './core/span.ts';
import type { PlanningOptions } from './options.ts';

/** Spans that the caller named: the id of a text that was cut stands for all its sentences. */
export interface NamedSpans {
  readonly pins: ReadonlySet<string>;
  /** Span id to reason (E8). */
  readonly releases: ReadonlyMap<string, string>;
}

/** Ids that name no span are left out here; `checkNamed` refuses them. */
export function namedSpans(spans: readonly Span[], options: PlanningOptions): NamedSpans {
  const pins = new Set<string>(options.pin);
  const release = new Map(Object.entries(options.release ?? {}));
  if (pins.size === 0 && release.size === 0) return { pins, releases: release };
  const releases = new Map<string, string>();
  const pinned = new Set<string>();
  for (const { id } of spans) {
    const whole = wholeIdOf(id) ?? id;
    const reason = release.get(id) ?? release.get(whole);
    if (reason !== undefined) releases.set(id, reason);
    if (pins.has(id) || pins.has(whole)) pinned.add(id);
  }
  return { pins: pinned, releases };
}

export function withPins(conversation: Conversation, pins: ReadonlySet<string>): Conversation {
  if (pins.size === 0) return conversation;
  return { ...conversation, spans: conversation.spans.map((span) => (pins.has(span.id) ? { ...span, isPinned: true } : span)) };
}

/** Rules whose spans the wire or the request needs: releasing one would break what is sent. */
const UNRELEASED: Readonly<Record<string, string>> = {
  fixed: 'System prompts and tool definitions are never touched; change them in your harness.',
  pending: 'Its result is still to come, and would have no call; release it when it is there.',
  'thinking-demanded': 'The provider wants the thinking of an open turn back; it leaves when the turn is finished.',
};

/** Throws `ConfigError` where a pin or a release names no span, or one that cannot be pinned or released. */
export function checkNamed(classified: readonly ClassifiedSpan[], isGone: (spanIndex: number) => boolean, options: PlanningOptions): void {
  const pins = options.pin ?? [];
  const release = Object.entries(options.release ?? {});
  if (pins.length === 0 && release.length === 0) return;
  const byId = new Map<string, ClassifiedSpan[]>();
  for (const one of classified) {
    for (const id of new Set<SpanId>([one.span.id, wholeIdOf(one.span.id) ?? one.span.id])) {
      const known = byId.get(id);
      if (known) known.push(one);
      else byId.set(id, [one]);
    }
  }
  for (const [id, reason] of release) checkRelease(id, reason, byId.get(id));
  for (const id of pins) checkPin(id, byId.get(id), isGone);
}

function checkRelease(id: string, reason: string, named: readonly ClassifiedSpan[] | undefined): void {
  if (named === undefined) throw unknownSpan('release', id);
  const held = named.find((one) => UNRELEASED[one.rule.id] !== undefined);
  if (held !== undefined) {
    throw new ConfigError({ what: `The span ${id} cannot be released (${held.rule.title})`, option: 'release', next: UNRELEASED[held.rule.id] ?? '' });
  }
  if (reason.trim() !== '') return;
  throw new ConfigError({
    what: `The release of ${id} has no reason`,
    option: 'release',
    next: 'Give one, as `--release ID=REASON`: it goes into the ledger.',
  });
}

function checkPin(id: string, named: readonly ClassifiedSpan[] | undefined, isGone: (spanIndex: number) => boolean): void {
  if (named === undefined) throw unknownSpan('pin', id);
  if (!named.every((one) => isGone(one.span.index))) return;
  throw new ConfigError({
    what: `The span ${id} left in an earlier compaction`,
    option: 'pin',
    next: 'Recall it by its handle, or compact your own copy again with the pin.',
  });
}

function unknownSpan(option: string, id: string): ConfigError {
  return new ConfigError({ what: `There is no span ${id}`, option, next: 'Take the id from `holdfast plan --explain`, as t12.3.' });
}
