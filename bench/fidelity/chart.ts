/** A line of a chart: one value, 0 to 1, for each place on the x axis. */
export interface Series {
  readonly name: string;
  /** One character for the terminal. */
  readonly sign: string;
  /** For the drawing: colours on light and on dark ground. */
  readonly light: string;
  readonly dark: string;
  readonly isDashed?: boolean;
  readonly values: readonly number[];
}

export interface Chart {
  readonly title: string;
  readonly xTitle: string;
  readonly xLabels: readonly string[];
  readonly series: readonly Series[];
}

const ROWS = 20;
const COLUMNS = 60;

/** The chart in text: shares from 0 % to 100 % upwards, lines between the values. The first series lies on top. */
export function textChart(chart: Chart): string {
  const grid = Array.from({ length: ROWS + 1 }, () => Array.from({ length: COLUMNS + 1 }, () => ' '));
  for (const { sign, values } of chart.series.toReversed()) {
    for (let column = 0; column <= COLUMNS; column++) {
      const at = (column / COLUMNS) * (values.length - 1);
      const isPlace = Math.abs(at - Math.round(at)) * COLUMNS < (values.length - 1) / 2;
      const row = grid[Math.round((1 - between(values, at)) * ROWS)];
      if (row !== undefined && (isPlace || column % 2 === 0)) row[column] = isPlace ? sign : '·';
    }
  }
  const lines = grid.map((cells, row) => `${row % 5 === 0 ? `${String(100 - row * 5).padStart(3)} %` : '     '} │${cells.join('')}`);
  const places = Array.from({ length: COLUMNS + 4 }, () => ' ');
  for (const [index, label] of chart.xLabels.entries()) {
    const start = Math.min(COLUMNS + 4 - label.length, Math.round((index / Math.max(1, chart.xLabels.length - 1)) * COLUMNS));
    for (const [offset, character] of [...label].entries()) places[start + offset] = character;
  }
  const legend = chart.series.map(({ sign, name }) => `        ${sign}  ${name}`);
  return [chart.title, ...lines, `      └${'─'.repeat(COLUMNS + 1)}`, `       ${places.join('').trimEnd()}   ${chart.xTitle}`, ...legend].join('\n');
}

function between(values: readonly number[], at: number): number {
  const low = values[Math.floor(at)] ?? 0;
  const high = values[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

const WIDTH = 640;
const PLOT = { left: 56, top: 44, width: 560, height: 260 };
const LEGEND_ROW = 22;

/** Charts one under the other, as an SVG without scripts or fonts of its own: readable on light and on dark ground. */
export function svgCharts(charts: readonly Chart[]): string {
  let top = 0;
  const parts: string[] = [];
  for (const [number, chart] of charts.entries()) {
    parts.push(`<g transform="translate(0 ${top})">`, ...svgChart(chart, number), '</g>');
    top += PLOT.top + PLOT.height + 56 + chart.series.length * LEGEND_ROW;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="${escaped(charts.map(({ title }) => title).join('; '))}">`,
    ...styleOf(charts),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function styleOf(charts: readonly Chart[]): readonly string[] {
  const series = charts.flatMap((chart, index) => chart.series.map((one, place) => ({ ...one, name: nameOf(index, place) })));
  const colours = (ground: 'light' | 'dark'): string => series.map((one) => `.${one.name}{stroke:${one[ground]};fill:${one[ground]}}`).join('');
  return [
    '<style>',
    'text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:15px}.axis{stroke:#d0d7de}path{stroke-width:2.5}path.line{fill:none}.dashed{stroke-dasharray:6 5}',
    colours('light'),
    `@media (prefers-color-scheme:dark){text{fill:#e6edf3}.axis{stroke:#3d444d}${colours('dark')}}`,
    '</style>',
  ];
}

function nameOf(chart: number, place: number): string {
  return `c${chart}s${place}`;
}

function svgChart(chart: Chart, number: number): readonly string[] {
  const { left, top, width, height } = PLOT;
  const x = (place: number): number => Math.round(left + (place / Math.max(1, chart.xLabels.length - 1)) * width);
  const y = (share: number): number => Math.round(top + (1 - share) * height);
  const lines = [`<text class="title" x="8" y="22">${escaped(chart.title)}</text>`];
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    lines.push(
      `<path class="axis" d="M${left} ${y(share)}H${left + width}" stroke-width="1"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
    );
  }
  for (const [place, label] of chart.xLabels.entries())
    lines.push(`<text x="${x(place)}" y="${top + height + 20}" text-anchor="middle">${escaped(label)}</text>`);
  lines.push(`<text x="${left + width}" y="${top + height + 40}" text-anchor="end">${escaped(chart.xTitle)}</text>`);
  for (const [index, { values, isDashed, name }] of [...chart.series.entries()].reverse()) {
    const style = nameOf(number, index);
    const d = values.map((value, place) => `${place === 0 ? 'M' : 'L'}${x(place)} ${y(value)}`).join('');
    lines.push(`<path class="${style} line${isDashed === true ? ' dashed' : ''}" d="${d}"/>`);
    for (const [place, value] of values.entries()) lines.push(`<circle class="${style}" cx="${x(place)}" cy="${y(value)}" r="4"/>`);
    const row = top + height + 60 + index * LEGEND_ROW;
    lines.push(
      `<path class="${style} line${isDashed === true ? ' dashed' : ''}" d="M${left} ${row}h34"/><text x="${left + 44}" y="${row + 4}">${escaped(name)}</text>`,
    );
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
