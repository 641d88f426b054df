import type { SessionEvent } from '../inspected-session.ts';
import { binStrip, NOTHING, SHADES, type StripSpans } from './strip-bins.ts';

export interface StripSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export interface StripScene {
  readonly spans: StripSpans;
  readonly view: { readonly from: number; readonly to: number };
  readonly selected: number;
  readonly hovered: number | undefined;
  readonly events: readonly SessionEvent[];
  readonly found: Uint32Array | undefined;
}

/** Heights in CSS pixels, from above: events, what came in, a gap, what stays, hits of the search. */
const LANES = { events: 14, before: 56, gap: 5, after: 26, hits: 7 } as const;
const STRIP_HEIGHT = Object.values(LANES).reduce((sum, height) => sum + height, 0);

/** One rectangle for each run of device pixels of one shade. */
export function drawStrip(canvas: HTMLCanvasElement, { width, height, ratio }: StripSize, scene: StripScene): void {
  const pixels = Math.max(1, Math.round(width * ratio));
  const rows = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixels) canvas.width = pixels;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  context.clearRect(0, 0, pixels, rows);
  const bins = binStrip(scene.spans, scene.view.from, scene.view.to, pixels);
  const colours = SHADES.map((shade) => colour(`shade-${shade}`));
  const top = LANES.events * ratio;
  const second = (LANES.events + LANES.before + LANES.gap) * ratio;
  runs(bins.before, (from, to, shade) => {
    context.fillStyle = colours[shade] ?? '';
    context.fillRect(from, top, to - from, LANES.before * ratio);
  });
  context.fillStyle = colour('hole');
  context.fillRect(0, second, pixels, LANES.after * ratio);
  runs(bins.after, (from, to, shade) => {
    context.fillStyle = colours[shade] ?? '';
    // A pixel of which little stays is low.
    for (let pixel = from; pixel < to; pixel++) {
      const filled = Math.max(ratio, (bins.share[pixel] ?? 0) * LANES.after * ratio);
      context.fillRect(pixel, second + LANES.after * ratio - filled, 1, filled);
    }
  });
  drawMarks(context, pixels, ratio, scene, colour);
}

function drawMarks(context: CanvasRenderingContext2D, pixels: number, ratio: number, scene: StripScene, colour: (name: string) => string): void {
  const { from, to } = scene.view;
  const { starts } = scene.spans;
  const placeOf = (tokens: number): number => ((tokens - from) / (to - from)) * pixels;
  const isInSight = (place: number): boolean => place >= -2 && place <= pixels + 2;
  let last = -1;
  for (const event of scene.events) {
    const place = Math.round(placeOf(starts[event.spanIndex] ?? 0));
    // Thousands of failures are as many marks as there are pixels.
    if (!isInSight(place) || (event.what !== 'compaction' && place === last)) continue;
    last = place;
    context.fillStyle = colour(`event-${event.what}`);
    if (event.what === 'compaction') context.fillRect(place - ratio, 0, 2 * ratio, (LANES.events + LANES.before + LANES.gap + LANES.after) * ratio);
    context.fillRect(place - ratio, (event.what === 'compaction' ? 0 : 5) * ratio, 2 * ratio, (event.what === 'compaction' ? 12 : 6) * ratio);
  }
  context.fillStyle = colour('accent');
  const hitsTop = (STRIP_HEIGHT - LANES.hits + 2) * ratio;
  for (const index of scene.found ?? []) {
    const place = placeOf(starts[index] ?? 0);
    if (isInSight(place)) context.fillRect(Math.round(place) - ratio, hitsTop, Math.max(2 * ratio, 1), (LANES.hits - 2) * ratio);
  }
  for (const [index, name] of [[scene.hovered, 'mark-hover'] as const, [scene.selected, 'mark'] as const]) {
    if (index === undefined) continue;
    const left = placeOf(starts[index] ?? 0);
    const width = Math.max(2 * ratio, placeOf(starts[index + 1] ?? 0) - left);
    if (left + width < 0 || left > pixels) continue;
    context.strokeStyle = colour(name);
    context.lineWidth = 2 * ratio;
    context.strokeRect(
      Math.round(left) - ratio / 2,
      (LANES.events - 2) * ratio,
      Math.round(width) + ratio,
      (LANES.before + LANES.gap + LANES.after + 4) * ratio,
    );
  }
}

function runs(values: Uint8Array, draw: (from: number, to: number, value: number) => void): void {
  let from = 0;
  for (let at = 1; at <= values.length; at++) {
    if (at < values.length && values[at] === values[from]) continue;
    const value = values[from] ?? NOTHING;
    if (value !== NOTHING) draw(from, at, value);
    from = at;
  }
}
