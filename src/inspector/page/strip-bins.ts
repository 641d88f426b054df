/** What the strip draws of a span, as a number. */
export const SHADES = ['authoritative', 'recoverable-valid', 'recoverable-invalidated', 'disposable', 'gone'] as const;
export type Shade = (typeof SHADES)[number];

export interface StripSpans {
  /** Tokens before each span; one longer than there are spans. */
  readonly starts: Float64Array;
  /** By span, a place in `SHADES`. */
  readonly shades: Uint8Array;
  /** By span: 1 where it stays. */
  readonly stays: Uint8Array;
}

/** One entry a device pixel: a strip of 50,000 spans takes no more drawing than the screen is wide. */
export interface StripBins {
  /** The shade that has most of the tokens; 255 where there is nothing. */
  readonly before: Uint8Array;
  /** The same of what stays, 255 where nothing does. */
  readonly after: Uint8Array;
  /** Share of the tokens that stays, 0 to 1. */
  readonly share: Float32Array;
}

export const NOTHING = 255;

/** Linear in the spans in sight and the pixels. `from` and `to` in tokens. */
export function binStrip({ starts, shades, stays }: StripSpans, from: number, to: number, pixels: number): StripBins {
  const before = new Uint8Array(pixels).fill(NOTHING);
  const after = new Uint8Array(pixels).fill(NOTHING);
  const share = new Float32Array(pixels);
  const all = new Float64Array(SHADES.length);
  const kept = new Float64Array(SHADES.length);
  const tokensOfPixel = (to - from) / Math.max(1, pixels);
  let span = spanAt(starts, from);
  for (let pixel = 0; pixel < pixels; pixel++) {
    all.fill(0);
    kept.fill(0);
    const left = from + pixel * tokensOfPixel;
    const right = left + tokensOfPixel;
    for (; span < shades.length; span++) {
      const overlap = Math.min(starts[span + 1] ?? 0, right) - Math.max(starts[span] ?? 0, left);
      const shade = shades[span] ?? 0;
      if (overlap > 0) {
        all[shade] = (all[shade] ?? 0) + overlap;
        if (stays[span] === 1) kept[shade] = (kept[shade] ?? 0) + overlap;
      }
      // It goes on in the next pixel.
      if ((starts[span + 1] ?? 0) > right) break;
    }
    before[pixel] = most(all);
    after[pixel] = most(kept);
    const total = sum(all);
    share[pixel] = total === 0 ? 0 : sum(kept) / total;
  }
  return { before, after, share };
}

/** The span that stands at a place in tokens: the last that begins at or before it and has any. */
export function spanAt(starts: Float64Array, tokens: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

function most(tokens: Float64Array): number {
  let best = NOTHING;
  let bestTokens = 0;
  for (let shade = 0; shade < tokens.length; shade++) {
    const found = tokens[shade] ?? 0;
    if (found > bestTokens) {
      best = shade;
      bestTokens = found;
    }
  }
  return best;
}

function sum(tokens: Float64Array): number {
  return tokens.reduce((total, one) => total + one, 0);
}
