import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface VirtualListProps {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** Row that is marked and brought into sight when it changes; -1 for none. */
  readonly selected: number;
  readonly row: (index: number) => ComponentChildren;
  readonly onSelect: (index: number) => void;
  readonly empty: string;
}

/** Rows above and below what is in sight. */
const SPARE_ROWS = 6;
/** Browsers draw nothing beyond some 33 million pixels: longer lists are scaled. */
const MOST_PIXELS = 8_000_000;

/** A list of any length: only the rows in sight are in the document. */
export function VirtualList(props: VirtualListProps) {
  const { id, label, count, rowHeight, selected, row, onSelect, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const full = count * rowHeight;
  const scale = full > MOST_PIXELS ? full / MOST_PIXELS : 1;

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    height.value = element.clientHeight;
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || selected < 0) return;
    const room = element.clientHeight;
    const first = element.scrollTop * scale;
    const wanted = selected * rowHeight;
    if (wanted < first || wanted + rowHeight > first + room) element.scrollTop = (wanted - room / 3) / scale;
  }, [selected, count]);

  useSignalEffect(() => {
    if (scroller.current !== null && scroller.current.scrollTop !== top.value) top.value = scroller.current.scrollTop;
  });

  const first = Math.max(0, Math.floor((top.value * scale) / rowHeight) - SPARE_ROWS);
  const end = Math.min(count, Math.ceil((top.value * scale + height.value) / rowHeight) + SPARE_ROWS);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  const key = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height.value / rowHeight) - 1);
    const next = { ArrowDown: selected + 1, ArrowUp: selected - 1, PageDown: selected + page, PageUp: selected - page, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(Math.max(0, Math.min(next, count - 1)));
  };

  return (
    <div
      ref={scroller}
      class="list"
      id={id}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected >= first && selected < end ? `${id}-${selected}` : undefined}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
      onKeyDown={key}
    >
      {count === 0 ? (
        // An empty listbox has no option to be in.
        <div class="empty" role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
          {empty}
        </div>
      ) : (
        <div class="list-room" role="presentation" style={{ height: `${full / scale}px` }}>
          {rows.map((index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the listbox's
            <div
              key={index}
              id={`${id}-${index}`}
              class="row"
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{
                height: `${rowHeight}px`,
                transform: `translateY(${scale === 1 ? index * rowHeight : top.value + (index * rowHeight - top.value * scale)}px)`,
              }}
              onMouseDown={(event) => {
                // The list has the focus, its rows never.
                event.preventDefault();
                scroller.current?.focus({ preventScroll: true });
              }}
              onClick={() => onSelect(index)}
            >
              {row(index)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
