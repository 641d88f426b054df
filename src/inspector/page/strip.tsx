import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { drawStrip, type StripSize } from './draw-strip.ts';
import {
  actionAt,
  found,
  isGone,
  pan,
  ruleAt,
  select,
  selectAt,
  selectedSpan,
  selectTurn,
  session,
  shades,
  spanOf,
  starts,
  stays,
  tokensByShade,
  totalTokens,
  view,
  zoom,
  zoomOut,
} from './state.ts';
import { SHADES, spanAt } from './strip-bins.ts';
import { themeShown } from './theme.ts';
import { FATES, KINDS, number, percent, SHADE_NAMES } from './words.ts';

/** The conversation from end to end: above what came in, by class; below what stays. */
export function Strip() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal<StripSize>({ width: 0, height: 0, ratio: 1 });
  const hovered = useSignal<number | undefined>(undefined);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const measure = (): void => {
      size.value = { width: element.clientWidth, height: element.clientHeight, ratio: Math.min(3, devicePixelRatio || 1) };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    // A page is not scrolled by what zooms the strip.
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      const { from, to } = view.value;
      if (event.ctrlKey) zoom(Math.exp(event.deltaY / 200), from + (event.offsetX / element.clientWidth) * (to - from));
      else pan(((event.deltaX || event.deltaY) / element.clientWidth) * (to - from));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  useSignalEffect(() => {
    const element = canvas.current;
    // Colours come from the style sheet, so a change of theme is drawn as well.
    themeShown.value;
    const scene = {
      spans: { starts: starts.value, shades: shades.value, stays: stays.value },
      view: view.value,
      selected: selectedSpan.value,
      hovered: hovered.value,
      events: session.value?.events ?? [],
      found: found.value?.indexes,
    };
    const drawn = size.value;
    const frame = requestAnimationFrame(() => element !== null && drawStrip(element, drawn, scene));
    return () => cancelAnimationFrame(frame);
  });

  const tokensAtEvent = (event: MouseEvent): number => {
    const { from, to } = view.value;
    return from + (event.offsetX / Math.max(1, size.value.width)) * (to - from);
  };
  const index = selectedSpan.value;
  const isZoomed = view.value.to - view.value.from < totalTokens.value * 0.999;

  return (
    <section class="panel strip" aria-label="Conversation">
      <Legend />
      <div
        class="strip-focus"
        role="slider"
        tabIndex={0}
        aria-label="Spans of the conversation"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, (session.value?.spans.length ?? 1) - 1)}
        aria-valuenow={index}
        aria-valuetext={captionOf(index)}
        onKeyDown={(event) => stripKey(event)}
        onPointerMove={(event) => {
          hovered.value = spanAt(starts.value, tokensAtEvent(event));
        }}
        onPointerLeave={() => {
          hovered.value = undefined;
        }}
        onClick={(event) => selectAt(tokensAtEvent(event))}
        onDblClick={() => zoom(0.25)}
      >
        <canvas ref={canvas} class="strip-canvas" />
      </div>
      <div class="strip-foot">
        <p class="caption" data-testid="strip-caption">
          {captionOf(hovered.value ?? index)}
        </p>
        <p class="zoom">
          <button type="button" class="quiet" onClick={() => zoom(0.5)} aria-label="Zoom in">
            +
          </button>
          <button type="button" class="quiet" onClick={() => zoom(2)} aria-label="Zoom out" disabled={!isZoomed}>
            −
          </button>
          <button type="button" class="quiet" onClick={zoomOut} disabled={!isZoomed}>
            whole
          </button>
        </p>
      </div>
    </section>
  );
}

function stripKey(event: KeyboardEvent): void {
  const last = (session.value?.spans.length ?? 1) - 1;
  const moves: Readonly<Record<string, () => void>> = {
    Home: () => select(0),
    End: () => select(last),
    PageDown: () => selectTurn(1),
    PageUp: () => selectTurn(-1),
  };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

function captionOf(index: number): string {
  const span = spanOf(index);
  if (span === undefined) return '';
  const rule = ruleAt(index);
  const tokens = session.value?.tokens[index] ?? 0;
  const fate = isGone(index) ? 'left earlier' : FATES[actionAt(index)];
  return `${span.id} · ${span.provenance} ${KINDS[span.kind]} · ${number(tokens)} tokens · ${rule?.id ?? ''} · ${fate}`;
}

function Legend() {
  const sums = tokensByShade.value;
  return (
    <ul class="legend" aria-label="Classes and their share of the tokens">
      {SHADES.map((shade, place) =>
        (sums[place] ?? 0) > 0 ? (
          <li key={shade}>
            <span class={`swatch shade-${shade}`} aria-hidden="true" />
            {SHADE_NAMES[shade]} <span class="faint">{percent((sums[place] ?? 0) / totalTokens.value)}</span>
          </li>
        ) : null,
      )}
    </ul>
  );
}
