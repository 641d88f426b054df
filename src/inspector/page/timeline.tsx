import type { SessionEvent } from '../inspected-session.ts';
import { excerpt } from './foreign-text.ts';
import { select, selectedSpan, session, spanOf } from './state.ts';
import { VirtualList } from './virtual-list.tsx';
import { number } from './words.ts';

const ROW_HEIGHT = 34;

/** Compactions that the host made, refusals and failures, in the order of the session. */
export function Timeline() {
  const events = session.value?.events ?? [];
  const count = (what: SessionEvent['what']): number => events.filter((event) => event.what === what).length;
  return (
    <section class="panel timeline" aria-label="Timeline">
      <h2>
        Timeline{' '}
        <span class="faint">{`${plural(count('compaction'), 'compaction')}, ${plural(count('refusal'), 'refusal')}, ${plural(count('failure'), 'failure')}`}</span>
      </h2>
      <VirtualList
        id="timeline"
        label="Compactions, refusals and failures"
        count={events.length}
        rowHeight={ROW_HEIGHT}
        selected={events.findIndex((event) => event.spanIndex === selectedSpan.value)}
        onSelect={(at) => select(events[at]?.spanIndex ?? 0)}
        empty="Nothing was compacted, refused or failed."
        row={(at) => <EventRow event={events[at]} />}
      />
    </section>
  );
}

function EventRow({ event }: { readonly event: SessionEvent | undefined }) {
  if (event === undefined) return null;
  return (
    <span class="row-head">
      <span class={`event event-${event.what}`}>{event.what}</span>
      <span class="faint">t{event.turn}</span>
      <bdi class="grow">{event.what === 'compaction' ? compactionText(event) : callText(event)}</bdi>
    </span>
  );
}

function callText({ by, spanIndex }: SessionEvent): string {
  const input = spanOf(spanIndex)?.exchange?.input;
  const first = typeof input === 'object' && input !== null ? Object.values(input).find((value) => typeof value === 'string') : input;
  return excerpt(`${by} ${typeof first === 'string' ? first : ''}`, 140);
}

function compactionText({ by, trigger, tokensBefore, tokensAfter, line }: SessionEvent): string {
  const sizes = [tokensBefore, tokensAfter].filter((tokens) => tokens !== undefined).map(number);
  return [
    by,
    trigger === undefined ? undefined : excerpt(trigger, 20),
    sizes.length === 0 ? undefined : `${sizes.join(' → ')} tokens`,
    line === undefined ? undefined : `line ${line}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function plural(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`;
}
