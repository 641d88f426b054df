import type { Action } from '../../core/classify/span-class.ts';
import type { SpanKind } from '../../core/span.ts';
import type { Shade } from './strip-bins.ts';

export const SHADE_NAMES: Readonly<Record<Shade, string>> = {
  authoritative: 'authoritative',
  'recoverable-valid': 'recoverable, valid',
  'recoverable-invalidated': 'recoverable, invalidated',
  disposable: 'disposable',
  gone: 'left earlier',
};

export const FATES: Readonly<Record<Action, string>> = {
  keep: 'stays',
  drop: 'dropped',
  summarize: 'summarized',
  evict: 'evicted',
  evict_with_tombstone: 'evicted, tombstone',
};

export const WHY: Readonly<Record<Exclude<Action, 'keep'>, string>> = {
  drop: 'Disposable spans go first (E6). The archive holds it; nothing stands in its place.',
  summarize: 'Disposable spans go first (E6). What it says stands in a checkpoint, with a way back to this source.',
  evict: 'Its handle is valid and stands in the live index, so that the agent can read it again (E5).',
  evict_with_tombstone: 'A tombstone stands in its place, with the archive handle that gives it back letter for letter (E5).',
};

export const KINDS: Readonly<Record<SpanKind, string>> = {
  system: 'system',
  tools: 'tools',
  text: 'text',
  thinking: 'thinking',
  exchange: 'exchange',
  attachment: 'attachment',
  injected: 'injected',
  mode: 'mode',
  summary: 'summary',
  note: 'note',
  unknown: 'unknown',
};

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** `41.2k`, `1.2M`: for places where the last digit says nothing. */
export function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(value >= 1e7 ? 0 : 1)}M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(value >= 1e5 ? 0 : 1)}k`;
  return String(value);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;
}
