import { useComputed } from '@preact/signals';
import { RATIO_CEILING } from '../../core/checkpoint/gates/ratio.ts';
import { BarChart } from './bar-chart.tsx';
import { decilesOf, segmentsOf } from './coverage.ts';
import { decided, refusal, selectNamed, session, spanOf, starts, stays } from './state.ts';
import { number, short } from './words.ts';

/** What stays of each tenth of the session, and how well the checkpoint stands for what left. */
export function CoveragePanel() {
  const deciles = useComputed(() => decilesOf(session.value?.tokens ?? [], starts.value, stays.value, (index) => spanOf(index)?.turn ?? 0));
  const segments = segmentsOf(decided.value?.checkpoints ?? []);
  const names = deciles.value.map(({ turns }) => `t${turns[0]}`);
  return (
    <section class="panel coverage" aria-label="Coverage by decile">
      <h2>Coverage by decile</h2>
      <BarChart
        bars={{
          label: 'Tokens that came in and tokens that stay, by tenth of the session',
          names,
          series: [
            { label: 'came in', colour: 'hole', values: deciles.value.map((decile) => decile.sourceTokens) },
            { label: 'stay', colour: 'accent', values: deciles.value.map((decile) => decile.keptTokens) },
          ],
          format: short,
        }}
      />
      <p class="faint key">
        <span class="swatch hole" aria-hidden="true" /> came in <span class="swatch kept" aria-hidden="true" /> stays letter for letter
      </p>
      <h3>Checkpoint</h3>
      {segments.length === 0 ? (
        <p class="empty">{emptyText()}</p>
      ) : (
        <>
          <BarChart
            bars={{
              label: 'Coverage ratio of each written segment: source tokens for one token of its text',
              names: segments.map(({ name }) => name),
              series: [{ label: 'ratio', colour: 'accent', values: segments.map((segment) => segment.ratio) }],
              format: (value) => `${Math.round(value)}:1`,
              bound: { value: RATIO_CEILING, label: `ceiling ${RATIO_CEILING}:1 (F7)` },
            }}
          />
          <section class="table-room" aria-label="Segments of the checkpoint">
            <table>
              <thead>
                <tr>
                  <th scope="col">segment</th>
                  <th scope="col">turns</th>
                  <th scope="col">source</th>
                  <th scope="col">text</th>
                  <th scope="col">ratio</th>
                  <th scope="col">facts</th>
                  <th scope="col">outcome</th>
                </tr>
              </thead>
              <tbody>
                {segments.map((segment) => (
                  <tr key={segment.name}>
                    <th scope="row">
                      <button type="button" class="handle" onClick={() => selectNamed(segment.handle)}>
                        {segment.name}
                      </button>
                    </th>
                    <td>{`${segment.turns[0]}–${segment.turns[1]}`}</td>
                    <td>{number(segment.sourceTokens)}</td>
                    <td>{number(segment.summaryTokens)}</td>
                    <td>{segment.ratio === null ? '–' : `${segment.ratio}:1`}</td>
                    <td>{`${segment.factsRetained}/${segment.facts}`}</td>
                    <td>
                      <span class={`outcome ${segment.outcome}`}>{segment.outcome}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </section>
  );
}

function emptyText(): string {
  if (refusal.value !== undefined) return 'The target is refused: no checkpoint is written.';
  if (decided.value === undefined) return 'The checkpoint is written when the slider rests.';
  return 'No checkpoint: little leaves (E13), or what leaves stands behind handles of its own.';
}
