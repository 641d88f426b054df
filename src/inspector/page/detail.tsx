import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { InspectedSource, InspectedSpan } from '../inspected-session.ts';
import { fetchSource } from './fetch.ts';
import { shown } from './foreign-text.ts';
import { actionAt, decided, isGone, refusal, ruleAt, select, selectedNote, selectedSpan, selectNamed, session, shadeOf, spanOf } from './state.ts';
import { FATES, KINDS, number, SHADE_NAMES, WHY } from './words.ts';

/** The span, or the note, that is looked at. */
export function Detail() {
  const note = selectedNote.value;
  const text = note === undefined ? undefined : decided.value?.notes[note]?.text;
  const span = spanOf(selectedSpan.value);
  return (
    <section class="panel detail" id="detail" aria-label="Selected span" tabIndex={-1}>
      {text !== undefined ? (
        <NoteDetail text={text} />
      ) : span === undefined ? (
        <p class="empty">The session has no spans.</p>
      ) : (
        <SpanDetail span={span} key={span.id} />
      )}
    </section>
  );
}

function SpanDetail({ span }: { readonly span: InspectedSpan }) {
  const { index } = span;
  const rule = ruleAt(index);
  const action = actionAt(index);
  const handle = session.value?.handles[index] ?? '';
  const one = session.value?.classes[index];
  const gone = isGone(index);
  return (
    <>
      <header class="detail-head">
        <h2>
          <span class={`swatch shade-${gone ? 'gone' : shadeOf(rule)}`} aria-hidden="true" />
          {span.id} <span class="faint">{`${span.provenance} ${KINDS[span.kind]}, turn ${span.turn}`}</span>
        </h2>
        <p class="moves">
          <button type="button" class="quiet" aria-label="Previous span" onClick={() => select(index - 1)}>
            ←
          </button>
          <button type="button" class="quiet" aria-label="Next span" onClick={() => select(index + 1)}>
            →
          </button>
        </p>
      </header>
      <dl class="facts" data-testid="receipt">
        <Fact name="fate">
          <strong class={action === 'keep' && !gone ? 'stays' : 'leaves'} data-testid="fate">
            {gone ? 'left earlier' : FATES[action]}
          </strong>
        </Fact>
        <Fact name="why">{whyOf(index, span)}</Fact>
        <Fact name="class">{SHADE_NAMES[shadeOf(rule)]}</Fact>
        <Fact name="rule">
          <code data-testid="rule">{rule?.id}</code> {rule?.title}
        </Fact>
        <Fact name="tokens">{number(session.value?.tokens[index] ?? 0)}</Fact>
        {one?.sourceHandle === undefined || rule?.handleState === 'none' ? null : (
          <Fact name="handle">
            <bdi>
              <code>{shown(one.sourceHandle)}</code>
            </bdi>{' '}
            <span class="faint">{rule?.handleState}</span>
          </Fact>
        )}
        <Fact name="archive">
          <code data-testid="handle">{handle}</code>
        </Fact>
      </dl>
      {span.exchange === undefined ? null : <Call span={span} />}
      <h3>{span.exchange === undefined ? 'Text' : 'Result'}</h3>
      <ForeignText text={span.text} empty={span.exchange?.isPending === true ? 'No result yet.' : emptyTextOf(span)} testId="span-text" />
      <Recall span={span} />
    </>
  );
}

function emptyTextOf(span: InspectedSpan): string {
  const content = span.pieces[0]?.content;
  return content?.type === 'media' ? `${content.media.mediaType}: its bytes are not shown.` : 'No text.';
}

function whyOf(index: number, span: InspectedSpan): ComponentChildren {
  const action = actionAt(index);
  const rule = ruleAt(index);
  if (isGone(index)) return 'An earlier compaction took it; its source is in the archive.';
  if (refusal.value !== undefined) return 'The target is refused, so nothing leaves (E7).';
  if (action !== 'keep') {
    const segment = action === 'summarize' ? segmentOf(span.turn) : undefined;
    return segment === undefined ? WHY[action] : `${WHY[action]} (${segment})`;
  }
  if (rule?.spanClass === 'authoritative') return 'Authoritative spans are protected (E5).';
  return 'It could leave, but the target is met without it (E6).';
}

function segmentOf(turn: number): string | undefined {
  for (const checkpoint of decided.value?.checkpoints ?? []) {
    const segment = checkpoint.segments.find(({ turns, outcome }) => outcome === 'covered' && turns[0] <= turn && turn <= turns[1]);
    if (segment !== undefined) return `${checkpoint.id}, segment ${segment.index}`;
  }
  return undefined;
}

function Call({ span }: { readonly span: InspectedSpan }) {
  const { exchange } = span;
  if (exchange === undefined) return null;
  const text = typeof exchange.input === 'string' ? exchange.input : (JSON.stringify(exchange.input, null, 2) ?? '');
  return (
    <>
      <h3>
        Call <code>{shown(exchange.toolName)}</code>
      </h3>
      <ForeignText text={text} empty="No arguments." />
    </>
  );
}

/** Characters that are shown at once: a line of megabytes would take seconds to lay out. */
const SHOWN_CHARACTERS = 20_000;

function ForeignText({ text, empty, testId }: { readonly text: string; readonly empty: string; readonly testId?: string }) {
  const limit = useSignal(SHOWN_CHARACTERS);
  useEffect(() => {
    limit.value = SHOWN_CHARACTERS;
  }, [text]);
  if (text === '') return <p class="empty">{empty}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre class="foreign" dir="auto" tabIndex={0} data-testid={testId}>
        {shown(text.slice(0, limit.value))}
      </pre>
      {text.length > limit.value ? (
        <p class="more">
          <span class="faint">{`${number(limit.value)} of ${number(text.length)} characters`}</span>{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              limit.value *= 4;
            }}
          >
            show more
          </button>
        </p>
      ) : null}
    </>
  );
}

/** The source letter for letter, from the archive where it is there, else from the file. */
function Recall({ span }: { readonly span: InspectedSpan }) {
  const source = useSignal<InspectedSource | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const recall = async (): Promise<void> => {
    problem.value = undefined;
    try {
      source.value = await fetchSource(span.id);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <div class="recall">
      <button type="button" id="recall" class="accent" onClick={() => void recall()}>
        Recall the source <kbd class="key-in-button">r</kbd>
      </button>
      {problem.value === undefined ? null : (
        <p class="refused" role="alert">
          {problem.value}
        </p>
      )}
      {source.value === undefined ? null : (
        <>
          <h3>
            Source <span class="faint">{source.value.from === 'archive' ? 'from the archive, letter for letter' : 'from the file, letter for letter'}</span>
          </h3>
          {source.value.raws.map((raw, at) => (
            <ForeignText key={at} text={raw} empty="Empty." testId="source" />
          ))}
        </>
      )}
    </div>
  );
}

const HANDLE = /(hf_[a-z2-7]{20})/;

/** A note as it will stand; what it names can be looked at. */
function NoteDetail({ text }: { readonly text: string }) {
  return (
    <>
      <header class="detail-head">
        <h2>
          <span class="swatch shade-note" aria-hidden="true" />
          Note of holdfast <span class="faint">in the user's role, without authority</span>
        </h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre class="foreign tall" tabIndex={0} data-testid="note-text">
        {shown(text)
          .split(HANDLE)
          .map((part, at) =>
            at % 2 === 0 ? (
              part
            ) : (
              <button key={at} type="button" class="handle" onClick={() => selectNamed(part)}>
                {part}
              </button>
            ),
          )}
      </pre>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
