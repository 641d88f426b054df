import type { Chart, Series } from './chart.ts';
import { type Compacted, type Outcome, PEERS, type Peer, type TextFigures, type TextPeer } from './measure.ts';

export const TARGETS = [0.1, 0.2, 0.3] as const;
/** The target at which the chart by place is drawn. */
const PLACE_TARGET = 0.2;

/** What came of one session, by target. */
export interface SessionRow {
  readonly name: string;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  /** Required facts of its material. */
  readonly required: number;
}

const NAMES: Readonly<Record<Peer, string>> = {
  ours: 'holdfast',
  oldest: 'oldest turns dropped',
  greedy: 'greedy from the head',
  freeForm: 'free-form prose',
};
const LOOKS: Readonly<Record<Peer | 'named', Pick<Series, 'sign' | 'light' | 'dark'>>> = {
  ours: { sign: '●', light: '#0969da', dark: '#58a6ff' },
  named: { sign: '○', light: '#1a7f37', dark: '#3fb950' },
  oldest: { sign: 'x', light: '#cf222e', dark: '#ff7b72' },
  greedy: { sign: 'g', light: '#9a6700', dark: '#d29922' },
  freeForm: { sign: 'f', light: '#8250df', dark: '#bc8cff' },
};

/** A table's cells; the first row is its head. */
export type Table = readonly (readonly string[])[];

function compactedAt(rows: readonly SessionRow[], target: number): readonly { readonly name: string; readonly outcome: Compacted }[] {
  return rows.flatMap(({ name, outcomes }) => {
    const outcome = outcomes.get(target);
    return outcome?.kind === 'compacted' && outcome.required > 0 ? [{ name, outcome }] : [];
  });
}

/** Sessions that ours compacted at each target: only over these a curve compares like with like. */
function comparable(rows: readonly SessionRow[]): readonly SessionRow[] {
  return rows.filter((row) => TARGETS.every((target) => compactedAt([row], target).length === 1));
}

/** Shares over all facts of these sessions together. */
function pooled(rows: readonly SessionRow[], target: number, held: (one: Compacted) => number): number {
  const all = compactedAt(rows, target).map(({ outcome }) => outcome);
  return share(
    all.reduce((sum, one) => sum + held(one), 0),
    all.reduce((sum, one) => sum + one.required, 0),
  );
}

export function charts(rows: readonly SessionRow[]): readonly Chart[] {
  const same = comparable(rows);
  const places = placeFigures(rows);
  return [
    {
      title: `Required facts in the window, ${same.length} sessions`,
      xTitle: 'window, share of the source',
      xLabels: TARGETS.map(percent),
      series: [
        ...PEERS.map((peer) => ({ name: NAMES[peer], ...LOOKS[peer], values: TARGETS.map((target) => pooled(same, target, (one) => one.inWindow[peer])) })),
        {
          name: 'holdfast, or behind a handle named there',
          ...LOOKS.named,
          isDashed: true,
          values: TARGETS.map((target) => pooled(same, target, (one) => one.inWindowOrNamed)),
        },
      ],
    },
    {
      title: `Of what left at ${percent(PLACE_TARGET)}: required facts in the text, by place`,
      xTitle: 'tenth of what left',
      xLabels: places.map((_, tenth) => String(tenth + 1)),
      series: TEXT_PEERS.map((peer) => ({ name: NAMES[peer], ...LOOKS[peer], values: places.map((place) => share(place[peer], place.left)) })),
    },
  ];
}

const TEXT_PEERS: readonly TextPeer[] = ['ours', 'greedy', 'freeForm'];

function placeFigures(rows: readonly SessionRow[]): readonly TextFigures[] {
  const all = compactedAt(rows, PLACE_TARGET).map(({ outcome }) => outcome.tenths);
  return Array.from({ length: 10 }, (_, tenth) => sumOf(all.flatMap((tenths) => tenths[tenth] ?? [])));
}

function sumOf(figures: readonly TextFigures[]): TextFigures {
  const sum = (key: keyof TextFigures): number => figures.reduce((total, one) => total + one[key], 0);
  return { left: sum('left'), ours: sum('ours'), greedy: sum('greedy'), freeForm: sum('freeForm') };
}

/** Over all sessions that were compacted, and over those of the curve. */
export function totalsTable(rows: readonly SessionRow[]): Table {
  const line = (name: string, some: readonly SessionRow[], target: number): readonly string[] => {
    const all = compactedAt(some, target);
    return [
      percent(target),
      `${name}: ${all.length}`,
      String(all.reduce((sum, { outcome }) => sum + outcome.required, 0)),
      ...PEERS.map((peer) => percent(pooled(some, target, (one) => one.inWindow[peer]))),
      percent(pooled(some, target, (one) => one.inWindowOrNamed)),
    ];
  };
  return [
    ['window', 'sessions', 'required facts', ...PEERS.map((peer) => NAMES[peer]), 'holdfast or named'],
    ...TARGETS.map((target) => line('the same at each target', comparable(rows), target)),
    ...TARGETS.map((target) => line('all that were compacted', rows, target)),
  ];
}

/** The texts alone, each of the size of our checkpoint's. */
export function textsTable(rows: readonly SessionRow[]): Table {
  return [
    ['window', 'required facts that left', 'tokens of text', ...TEXT_PEERS.map((peer) => NAMES[peer])],
    ...TARGETS.map((target) => {
      const all = compactedAt(rows, target).map(({ outcome }) => outcome);
      const sum = sumOf(all.flatMap(({ tenths }) => tenths));
      const tokens = all.reduce((total, one) => total + one.checkpointTokens, 0);
      return [percent(target), String(sum.left), tokens.toLocaleString('en-US'), ...TEXT_PEERS.map((peer) => percent(share(sum[peer], sum.left)))];
    }),
  ];
}

export function sessionsTable(rows: readonly SessionRow[]): Table {
  return [
    ['session', 'window', 'tokens', 'after', 'text', 'required', ...PEERS.map((peer) => NAMES[peer]), 'holdfast or named'],
    ...rows.flatMap((row) =>
      TARGETS.flatMap((target) =>
        compactedAt([row], target).map(({ name, outcome }) => [
          name,
          percent(target),
          outcome.tokensBefore.toLocaleString('en-US'),
          outcome.tokensAfter.toLocaleString('en-US'),
          outcome.checkpointTokens.toLocaleString('en-US'),
          String(outcome.required),
          ...PEERS.map((peer) => percent(share(outcome.inWindow[peer], outcome.required))),
          percent(share(outcome.inWindowOrNamed, outcome.required)),
        ]),
      ),
    ),
  ];
}

/** What is in no figure above: sessions that were refused (E7), had nothing to do, or have no required fact. */
export function absentTable(rows: readonly SessionRow[]): Table {
  const absent = rows.filter((row) => TARGETS.some((target) => compactedAt([row], target).length === 0));
  return [
    ['session', 'required', ...TARGETS.map(percent)],
    ...absent.map((row) => [row.name, String(row.required), ...TARGETS.map((target) => fateOf(row, target))]),
  ];
}

function fateOf({ outcomes, required }: SessionRow, target: number): string {
  const outcome = outcomes.get(target);
  switch (outcome?.kind) {
    case 'refused':
      return `refused, floor ${percent(outcome.floorTokens / outcome.tokensBefore)}`;
    case 'compacted':
      return required === 0 ? 'compacted, nothing required' : 'compacted';
    default:
      return 'nothing to do';
  }
}

/** F9, F12: what is required stands in the window, or behind a handle that the window names. */
export function lostAt(rows: readonly SessionRow[], target: number): readonly string[] {
  return compactedAt(rows, target)
    .filter(({ outcome }) => outcome.inWindowOrNamed < outcome.required)
    .map(
      ({ name, outcome }) => `${name}: ${outcome.required - outcome.inWindowOrNamed} of ${outcome.required} required facts stand nowhere at ${percent(target)}`,
    );
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function percent(value: number): string {
  return `${Number((value * 100).toFixed(1))} %`;
}
