import { isHelpOpen, query, select, selectedSpan, selectTurn, session, setTarget, targetTokens, zoom, zoomOut } from './state.ts';
import { toggleTheme } from './theme.ts';

/** What the help lists. */
export const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['←', '→'], 'the span before, the next span'],
  [['Shift ←', 'Shift →'], 'the turn before, the next turn'],
  [['Home', 'End'], 'on the strip: the first span, the last span'],
  [['↑', '↓'], 'in a list: the row above, the row below'],
  [['[', ']'], 'a lower target, a higher target'],
  [['+', '−', '0'], 'zoom the strip in, out, whole; wheel with Ctrl zooms, with Shift moves'],
  [['r'], 'recall the source of the span'],
  [['b', 'a', 'd'], 'go to the window before, after, to the span'],
  [['/'], 'search'],
  [['t'], 'light or dark'],
  [['?'], 'this help'],
  [['Esc'], 'close, or clear the search'],
];

const TARGET_STEP = 0.01;

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape') return clear(event);
    if (isTyping(event.target) || isHelpOpen.value) return;
    const act = actionOf(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

function actionOf({ key, shiftKey, target }: KeyboardEvent): (() => void) | undefined {
  // A range moves by arrows itself.
  if (isRange(target) && key.startsWith('Arrow')) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return () => (shiftKey ? selectTurn(-1) : select(selectedSpan.value - 1));
    case 'ArrowRight':
      return () => (shiftKey ? selectTurn(1) : select(selectedSpan.value + 1));
    case '[':
      return () => setTarget(targetTokens.value - TARGET_STEP * (session.value?.tokensBefore ?? 0));
    case ']':
      return () => setTarget(targetTokens.value + TARGET_STEP * (session.value?.tokensBefore ?? 0));
    case '+':
    case '=':
      return () => zoom(0.5);
    case '-':
      return () => zoom(2);
    case '0':
      return zoomOut;
    case 'r':
      return () => document.getElementById('recall')?.click();
    case 'b':
      return () => focusOn('window-before');
    case 'a':
      return () => focusOn('window-after');
    case 'd':
      return () => focusOn('detail');
    case '/':
      return () => focusOn('search');
    case 't':
      return toggleTheme;
    case '?':
      return () => {
        isHelpOpen.value = true;
      };
    default:
      return undefined;
  }
}

function clear(event: KeyboardEvent): void {
  if (isHelpOpen.value) return;
  event.preventDefault();
  query.value = '';
  if (isTyping(event.target)) (event.target as HTMLElement).blur();
}

function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'range';
}

function isRange(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'range';
}
