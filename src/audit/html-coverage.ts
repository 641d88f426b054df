import { RATIO_CEILING } from '../core/checkpoint/gates/ratio.ts';
import { html, type Markup } from './html.ts';
import { FINDING_WORDS } from './in-words.ts';
import type { AuditSegment } from './report.ts';

const [WIDTH, HEIGHT, TOP, BOTTOM, LEFT] = [400, 150, 18, 130, 30];
/** The axis of ratios is logarithmic: 1:1 to 1000:1. */
const DECADES = 3;

/** Source tokens for one of the summary, segment by segment: the higher, the thinner. */
export function coverageChart(segments: readonly AuditSegment[]): Markup {
  const step = (WIDTH - LEFT) / Math.max(segments.length, 1);
  const line = heightOf(RATIO_CEILING);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Source tokens for one token of the summary, by segment; the same figures stand in the table below">
<line x1="${LEFT}" x2="${WIDTH}" y1="${line}" y2="${line}"/><text class="faint" x="0" y="${line + 3}">${RATIO_CEILING}:1</text>
${segments.map((segment, index) => column(segment, LEFT + index * step, step))}
<text class="faint" x="0" y="${HEIGHT - 8}">turn</text></svg>`;
}

function column(segment: AuditSegment, x: number, step: number): Markup {
  const { ratio, findings, turns } = segment;
  const top = ratio === null ? TOP : heightOf(ratio);
  const kind = ratio === null ? 'none' : findings.length > 0 ? 'found' : 'covered';
  const [middle, width] = [round(x + step / 2), round(step * 0.7)];
  const words = findings.map((finding) => FINDING_WORDS[finding]).join('; ');
  return html`<g><title>turns ${turns[0]} to ${turns[1]}${words === '' ? '' : `: ${words}`}</title>
<rect class="${kind}" x="${round(middle - width / 2)}" y="${top}" width="${width}" height="${round(BOTTOM - top)}"/>
<text x="${middle}" y="${round(top - 4)}" text-anchor="middle">${ratio === null ? 'none' : Math.round(ratio)}</text>
<text class="faint" x="${middle}" y="${HEIGHT - 8}" text-anchor="middle">${turns[0]}</text></g>`;
}

function heightOf(ratio: number): number {
  const share = Math.min(1, Math.max(0.02, Math.log10(Math.max(1, ratio)) / DECADES));
  return round(BOTTOM - share * (BOTTOM - TOP));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
