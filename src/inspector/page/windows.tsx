import { useSignal } from '@preact/signals';
import { excerpt } from './foreign-text.ts';
import { actionAt, decided, refusal, ruleAt, select, selectedNote, selectedSpan, selectNote, session, shadeOf, tokensAfter } from './state.ts';
import { VirtualList } from './virtual-list.tsx';
import { contentOf, pieceName, pieceText, rowOf, rowsAfter, rowsBefore, type WindowRow } from './window-rows.ts';
import { FATES, number } from './words.ts';

const ROW_HEIGHT = 68;

/** What the model sees, before and after: side by side, or one at a time where there is no room. */
export function Windows() {
  const side = useSignal<'before' | 'after'>('before');
  const before = session.value?.tokensBefore ?? 0;
  return (
    <section class="panel windows" data-side={side.value} aria-label="What the model sees">
      <fieldset class="sides">
        <legend class="unseen">Which window</legend>
        {(['before', 'after'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={side.value === name}
            onClick={() => {
              side.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <WindowList name="before" rows={rowsBefore.value} title="Before" tokens={before} empty="The session has no messages." />
      <WindowList
        name="after"
        rows={rowsAfter.value}
        title="After"
        tokens={tokensAfter.value}
        empty="Nothing stays."
        remark={refusal.value !== undefined ? 'refused: unchanged' : decided.value === undefined ? 'notes follow' : undefined}
      />
    </section>
  );
}

interface WindowListProps {
  readonly name: 'before' | 'after';
  readonly title: string;
  readonly rows: readonly WindowRow[];
  readonly tokens: number;
  readonly empty: string;
  readonly remark?: string | undefined;
}

function WindowList({ name, title, rows, tokens, empty, remark }: WindowListProps) {
  return (
    <div class={`window window-${name}`}>
      <h2>
        {title} <span class="faint">{number(tokens)} tokens</span>
        {remark === undefined ? null : <span class="remark">{remark}</span>}
      </h2>
      <VirtualList
        id={`window-${name}`}
        label={`${title}: what the model sees`}
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        selected={rowOf(rows, selectedSpan.value, name === 'after' ? selectedNote.value : undefined)}
        onSelect={(at) => choose(rows[at])}
        empty={empty}
        row={(at) => <Row row={rows[at]} />}
      />
    </div>
  );
}

function choose(row: WindowRow | undefined): void {
  if (row?.kind === 'piece') select(row.spanIndex);
  if (row?.kind === 'note') selectNote(row.note);
}

function Row({ row }: { readonly row: WindowRow | undefined }) {
  if (row === undefined) return null;
  if (row.kind === 'note') {
    const text = decided.value?.notes[row.note]?.text ?? '';
    return (
      <>
        <span class="row-head">
          <span class="swatch shade-note" aria-hidden="true" />
          <span class="role">note of holdfast</span>
        </span>
        <span class="row-text mono">{excerpt(text.split('\n').slice(1).join(' '))}</span>
      </>
    );
  }
  const content = contentOf(row);
  const span = session.value?.spans[row.spanIndex];
  const role = session.value?.messages[row.message]?.role ?? '';
  const action = actionAt(row.spanIndex);
  const isCode = content?.type === 'call' || content?.type === 'result';
  return (
    <>
      <span class="row-head">
        <span class={`swatch shade-${shadeOf(ruleAt(row.spanIndex))}`} aria-hidden="true" />
        <span class="role">{pieceName(content, role)}</span>
        <span class="faint">{span?.id}</span>
        {action === 'keep' ? null : <span class="fate">{FATES[action]}</span>}
        <span class="tokens">{number(session.value?.tokens[row.spanIndex] ?? 0)}</span>
      </span>
      <bdi class={isCode ? 'row-text mono' : 'row-text'}>{excerpt(pieceText(content)) || '(empty)'}</bdi>
    </>
  );
}
