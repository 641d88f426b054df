import { excerpt, shown } from './foreign-text.ts';
import { found, query, ruleAt, select, selectedSpan, selectNamed, session, shadeOf, spanOf } from './state.ts';
import { VirtualList } from './virtual-list.tsx';
import { KINDS, number } from './words.ts';

const ROW_HEIGHT = 52;
/** Characters before the first hit that are shown with it. */
const LEAD_CHARACTERS = 40;

export function SearchField() {
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const first = found.value?.indexes[0];
          if (!selectNamed(query.value.trim()) && first !== undefined) select(first);
        }}
      >
        <label for="search" class="unseen">
          Search spans
        </label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="Search text, calls, ids, handles"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
        <kbd class="hint">/</kbd>
      </form>
    </search>
  );
}

export function SearchResults() {
  if (query.value.trim() === '') return null;
  const hits = found.value;
  const indexes = hits?.indexes ?? new Uint32Array();
  return (
    <section class="panel results" aria-label="Search results">
      <h2>
        Search{' '}
        <span class="faint" role="status" data-testid="hits">
          {hits === undefined ? 'searching…' : hits.count === 1 ? '1 span' : `${number(hits.count)} spans`}
          {hits !== undefined && hits.count > indexes.length ? `, the first ${number(indexes.length)} are listed` : ''}
        </span>
      </h2>
      <VirtualList
        id="results"
        label="Spans that were found"
        count={indexes.length}
        rowHeight={ROW_HEIGHT}
        selected={indexes.indexOf(selectedSpan.value)}
        onSelect={(at) => select(indexes[at] ?? 0)}
        empty={hits === undefined ? 'Searching…' : `Nothing holds ${shown(query.value)}.`}
        row={(at) => <Hit index={indexes[at] ?? 0} />}
      />
    </section>
  );
}

function Hit({ index }: { readonly index: number }) {
  const span = spanOf(index);
  if (span === undefined) return null;
  const call = span.exchange === undefined ? '' : `${span.exchange.toolName} ${JSON.stringify(span.exchange.input) ?? ''} `;
  return (
    <>
      <span class="row-head">
        <span class={`swatch shade-${shadeOf(ruleAt(index))}`} aria-hidden="true" />
        <span class="role">{`${span.provenance} ${KINDS[span.kind]}`}</span>
        <span class="faint">{span.id}</span>
        <span class="tokens">{number(session.value?.tokens[index] ?? 0)}</span>
      </span>
      <bdi class="row-text one mono">{excerpt(around(`${call}${span.text}`), 160)}</bdi>
    </>
  );
}

/** From a little before the first word that was looked for. */
function around(text: string): string {
  const word = query.value.trim().split(/\s+/)[0] ?? '';
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at > LEAD_CHARACTERS ? `…${text.slice(at - LEAD_CHARACTERS)}` : text;
}
