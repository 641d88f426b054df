import { computed, effect, signal } from '@preact/signals';
import type { Rule } from '../../core/classify/rule.ts';
import { RULES } from '../../core/classify/rules.ts';
import type { Action } from '../../core/classify/span-class.ts';
import type { InspectedDecision, InspectedRefusal, InspectedSession, InspectedSpan } from '../inspected-session.ts';
import { fetchDecision, fetchSession } from './fetch.ts';
import { connectPlanner, type Planner } from './planner-client.ts';
import { ACTIONS, type Found, type PlannedStep } from './planner-messages.ts';
import { SHADES, spanAt } from './strip-bins.ts';

// All that the page knows, and what follows from it. Components read signals and call the functions below.

export const session = signal<InspectedSession | undefined>(undefined);
/** Why there is nothing to show. */
export const failure = signal<string | undefined>(undefined);
export const isPlannerReady = signal(false);

export const targetTokens = signal(0);
/** The newest step of the slider. */
export const step = signal<PlannedStep | undefined>(undefined);
/** The whole decision, or the refusal, at the target at which the slider rests. */
export const decision = signal<InspectedDecision | InspectedRefusal | undefined>(undefined);
export const decisionFailure = signal<string | undefined>(undefined);

/** What is looked at: a span, or a note of the output. */
export const selectedSpan = signal(0);
export const selectedNote = signal<number | undefined>(undefined);

export const query = signal('');
export const found = signal<Found | undefined>(undefined);
export const isHelpOpen = signal(false);
/** What of the session the strip shows, in tokens. */
export const view = signal<{ readonly from: number; readonly to: number }>({ from: 0, to: 1 });

const rulesById = new Map<string, Rule>(RULES.map((rule) => [rule.id, rule]));

/** Tokens before each span; one longer than there are spans. */
export const starts = computed(() => {
  const tokens = session.value?.tokens ?? [];
  const sums = new Float64Array(tokens.length + 1);
  for (let index = 0; index < tokens.length; index++) sums[index + 1] = (sums[index] ?? 0) + (tokens[index] ?? 0);
  return sums;
});
export const totalTokens = computed(() => Math.max(1, starts.value.at(-1) ?? 0));

const gone = computed(() => new Set(session.value?.terms.gone));
const recent = computed(() => new Set(step.value?.recent));

/** The decision, where it is of this target; a step of the slider says the same before it comes, without checkpoints. */
export const decided = computed((): InspectedDecision | undefined => {
  const one = decision.value;
  return one !== undefined && one.targetTokens === targetTokens.value && 'actions' in one ? one : undefined;
});

export const refusal = computed(() => {
  const one = decision.value;
  if (one !== undefined && one.targetTokens === targetTokens.value) return 'refusal' in one ? one.refusal : undefined;
  return step.value?.targetTokens === targetTokens.value ? step.value.refusal : undefined;
});

/** By span index, as places in `ACTIONS`. */
const actions = computed((): Uint8Array => {
  const exact = decided.value;
  if (exact !== undefined) return Uint8Array.from(exact.actions, (action) => ACTIONS.indexOf(action));
  if (refusal.value !== undefined || step.value === undefined) return new Uint8Array(session.value?.spans.length ?? 0);
  return step.value.actions;
});

export const tokensAfter = computed(() => {
  const before = session.value?.tokensBefore ?? 0;
  if (refusal.value !== undefined) return before;
  return decided.value?.tokensAfter ?? Math.min(before, step.value?.tokensAfter ?? before);
});

export function ruleAt(index: number): Rule | undefined {
  const id = recent.value.has(index) ? 'recent' : session.value?.classes[index]?.rule;
  return id === undefined ? undefined : rulesById.get(id);
}

export function actionAt(index: number): Action {
  return ACTIONS[actions.value[index] ?? 0] ?? 'keep';
}

export function isGone(index: number): boolean {
  return gone.value.has(index);
}

export function spanOf(index: number): InspectedSpan | undefined {
  return session.value?.spans[index];
}

/** By span, a place in `SHADES`. */
export const shades = computed(() => {
  const count = session.value?.spans.length ?? 0;
  const all = new Uint8Array(count);
  for (let index = 0; index < count; index++) all[index] = SHADES.indexOf(isGone(index) ? 'gone' : shadeOf(ruleAt(index)));
  return all;
});

/** By place in `SHADES`: tokens of all its spans. */
export const tokensByShade = computed(() => {
  const sums = new Float64Array(SHADES.length);
  for (let index = 0; index < shades.value.length; index++) {
    const shade = shades.value[index] ?? 0;
    sums[shade] = (sums[shade] ?? 0) + (session.value?.tokens[index] ?? 0);
  }
  return sums;
});

export function shadeOf(rule: Rule | undefined): (typeof SHADES)[number] {
  if (rule?.spanClass === 'recoverable') return rule.handleState === 'valid' ? 'recoverable-valid' : 'recoverable-invalidated';
  return rule?.spanClass ?? 'authoritative';
}

export const stays = computed(() => {
  const all = new Uint8Array(actions.value.length);
  for (let index = 0; index < all.length; index++) all[index] = actions.value[index] === 0 && !isGone(index) ? 1 : 0;
  return all;
});

let planner: Planner | undefined;

/** Reads the session and starts the planner. */
export async function open(): Promise<void> {
  try {
    planner = connectPlanner({
      ready: () => {
        isPlannerReady.value = true;
      },
      planned: (planned) => {
        step.value = planned;
      },
      found: (hits) => {
        if (hits.query === query.value) found.value = hits;
      },
      failed: (what) => {
        failure.value = what;
      },
    });
    const opened = await fetchSession();
    session.value = opened;
    view.value = { from: 0, to: totalTokens.value };
    setTarget(opened.targetTokens);
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

/** How long the slider rests before the whole decision is asked for. */
const REST_MS = 250;
let resting: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

export function setTarget(tokens: number): void {
  const most = session.value?.tokensBefore ?? 1;
  const target = Math.max(1, Math.min(Math.round(tokens), most));
  targetTokens.value = target;
  planner?.plan(target);
  decisionFailure.value = undefined;
  asking?.abort();
  clearTimeout(resting);
  resting = setTimeout(() => void ask(target), REST_MS);
}

/** A decision keeps the server busy, and the planner has files of it to read first. */
const whenPlannerReady = new Promise<void>((resolve) => {
  isPlannerReady.subscribe((isReady) => isReady && resolve());
});

async function ask(target: number): Promise<void> {
  asking = new AbortController();
  const { signal: aborted } = asking;
  await whenPlannerReady;
  if (aborted.aborted) return;
  try {
    const answer = await fetchDecision(target, aborted);
    if (targetTokens.value === target) decision.value = answer;
  } catch (error) {
    if (!aborted.aborted) decisionFailure.value = error instanceof Error ? error.message : String(error);
  }
}

export function select(index: number): void {
  const count = session.value?.spans.length ?? 0;
  if (count === 0) return;
  selectedSpan.value = Math.max(0, Math.min(index, count - 1));
  selectedNote.value = undefined;
  showOnStrip(selectedSpan.value);
}

export function selectNote(note: number): void {
  selectedNote.value = note;
}

/** The span with this id or handle, or the first of those behind a shared handle. */
export function selectNamed(name: string): boolean {
  const index = session.value?.spans.findIndex((span) => span.id === name) ?? -1;
  const byHandle = index >= 0 ? index : (session.value?.handles.indexOf(name) ?? -1);
  const member = byHandle >= 0 ? byHandle : (decided.value?.groups[name]?.[0] ?? -1);
  if (member < 0) return false;
  select(member);
  return true;
}

/** By turns: to the first span of the next one, or of this or the one before. */
export function selectTurn(direction: 1 | -1): void {
  const spans = session.value?.spans ?? [];
  let index = selectedSpan.value;
  const turn = spans[index]?.turn;
  if (direction === 1) while (index < spans.length - 1 && spans[index]?.turn === turn) index++;
  else {
    const atStart = spans[index - 1]?.turn !== turn;
    if (atStart && index > 0) index--;
    const wanted = spans[index]?.turn;
    while (index > 0 && spans[index - 1]?.turn === wanted) index--;
  }
  select(index);
}

export function selectAt(tokens: number): void {
  select(spanAt(starts.value, tokens));
}

const MOST_ZOOM = 4000;

export function zoom(factor: number, center = middleOf(selectedSpan.value)): void {
  const { from, to } = view.value;
  const total = totalTokens.value;
  const width = Math.min(total, Math.max(total / MOST_ZOOM, 40, (to - from) * factor));
  const share = Math.min(1, Math.max(0, (center - from) / (to - from)));
  setView(center - width * share, width);
}

export function zoomOut(): void {
  view.value = { from: 0, to: totalTokens.value };
}

function setView(from: number, width: number): void {
  const start = Math.max(0, Math.min(from, totalTokens.value - width));
  view.value = { from: start, to: start + width };
}

export function pan(tokens: number): void {
  const { from, to } = view.value;
  setView(from + tokens, to - from);
}

function middleOf(index: number): number {
  return ((starts.value[index] ?? 0) + (starts.value[index + 1] ?? 0)) / 2;
}

function showOnStrip(index: number): void {
  const { from, to } = view.value;
  const middle = middleOf(index);
  if (middle < from || middle > to) setView(middle - (to - from) / 2, to - from);
}

effect(() => {
  const wanted = query.value.trim();
  if (wanted === '') found.value = undefined;
  else planner?.search(query.value);
});
