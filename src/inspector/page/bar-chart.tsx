import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { themeShown } from './theme.ts';

export interface Bars {
  readonly label: string;
  /** Names of the groups, from left to right. */
  readonly names: readonly string[];
  /** Drawn behind each other, the first behind all; `null` for no bar. */
  readonly series: readonly { readonly label: string; readonly colour: string; readonly values: readonly (number | null)[] }[];
  readonly format: (value: number) => string;
  /** A level that is not to be passed. */
  readonly bound?: { readonly value: number; readonly label: string } | undefined;
}

const HEIGHT = 170;
const DRAW_MS = 60;
/** Names that would run into each other are left out. */
const LABEL_PIXELS = 44;
const BAR_SHARE = 0.72;
const BAR_PIXELS = 64;
const FONT = '11px system-ui, sans-serif';

/** Bars, drawn by uPlot. The figures stand in a table beside it, as a drawing can be read by few machines. */
export function BarChart({ bars }: { readonly bars: Bars }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | null>(null);
  const width = useSignal(0);
  const shown = useSignal(bars);
  shown.value = bars;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    observer.observe(element);
    width.value = element.clientWidth;
    return () => {
      observer.disconnect();
      drawn.current?.destroy();
    };
  }, []);

  useSignalEffect(() => {
    themeShown.value;
    const element = place.current;
    if (element === null || width.value === 0) return;
    const [wanted, room] = [shown.value, width.value];
    // While the slider moves there is something new each frame: what stands for a moment is drawn.
    const timer = setTimeout(() => {
      drawn.current?.destroy();
      drawn.current = new uPlot(optionsOf(wanted, room, element), dataOf(wanted), element);
    }, DRAW_MS);
    return () => clearTimeout(timer);
  });

  return <div class="chart" ref={place} role="img" aria-label={bars.label} />;
}

function dataOf({ names, series }: Bars): uPlot.AlignedData {
  return [names.map((_, index) => index), ...series.map(({ values }) => [...values])];
}

function optionsOf({ names, series, format, bound }: Bars, width: number, element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const bar = uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_PIXELS], radius: 0.08 });
  const axis = { stroke: colour('faint'), font: FONT, ticks: { show: false }, grid: { stroke: colour('line'), width: 1 } };
  const every = Math.max(1, Math.ceil((names.length * LABEL_PIXELS) / width));
  const highest = Math.max(1, bound?.value ?? 0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: [0, highest * 1.08] } },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: names.map((_, index) => index),
        values: (_, splits) => splits.map((at) => (at % every === 0 ? (names[at] ?? '') : '')),
      },
      { ...axis, size: 52, values: (_, splits) => splits.map(format) },
    ],
    series: [
      {},
      ...series.map((one) => ({ label: one.label, fill: colour(one.colour), width: 0, points: { show: false }, ...(bar === undefined ? {} : { paths: bar }) })),
    ],
    hooks: bound === undefined ? {} : { draw: [(plot) => drawBound(plot, bound, colour('refused'))] },
  };
}

function drawBound(plot: uPlot, bound: NonNullable<Bars['bound']>, colour: string): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(bound.value, 'y', true));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.fillText(bound.label, bbox.left + bbox.width - 2, y - 4);
  ctx.restore();
}
