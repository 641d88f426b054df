import { decided, decision, decisionFailure, isPlannerReady, refusal, session, setTarget, step, targetTokens, tokensAfter } from './state.ts';
import { number, percent, short } from './words.ts';

/** Steps of the slider from nothing to everything. */
const STEPS = 400;

/** How much may stay, and what comes of it. */
export function TargetBar() {
  const opened = session.value;
  if (opened === undefined) return null;
  const most = opened.tokensBefore;
  const target = targetTokens.value;
  const refused = refusal.value;
  const after = tokensAfter.value;
  const isExact = decision.value?.targetTokens === target;
  return (
    <section class="panel target" aria-label="Target">
      <dl class="figures">
        <Figure name="came in" value={number(most)} detail="tokens" />
        <Figure name="target" value={number(target)} detail={percent(target / most)} testId="target-tokens" />
        {refused === undefined ? (
          <Figure name="after" value={number(after)} detail={`${percent(1 - after / most)} less`} testId="tokens-after" isMain />
        ) : (
          <Figure name="floor" value={refused.floorTokens === undefined ? '–' : number(refused.floorTokens)} detail="cannot be less" testId="floor" isMain />
        )}
      </dl>
      <div class="slider">
        <label for="target">
          Target <kbd>[</kbd> <kbd>]</kbd>
        </label>
        <input
          id="target"
          type="range"
          min={1}
          max={STEPS}
          step={1}
          value={Math.max(1, Math.round((target / most) * STEPS))}
          disabled={!isPlannerReady.value}
          aria-valuetext={`${number(target)} tokens, ${percent(target / most)}`}
          onInput={(event) => setTarget((Number(event.currentTarget.value) / STEPS) * most)}
        />
        <span class="scale" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{short(Math.round(most * share))}</span>
          ))}
        </span>
      </div>
      <p
        class={refused === undefined ? 'state' : 'state refused'}
        role="status"
        data-testid="plan-state"
        data-exact={isExact}
        data-step-ms={step.value?.elapsedMs}
      >
        {stateOf(refused)}
      </p>
    </section>
  );
}

function stateOf(refused: { readonly what: string; readonly next: string } | undefined): string {
  if (decisionFailure.value !== undefined) return decisionFailure.value;
  if (refused !== undefined) return `Refused: ${refused.what}. ${refused.next}`;
  const exact = decided.value;
  if (!isPlannerReady.value && exact === undefined) return 'Getting ready to plan…';
  if (exact === undefined) return step.value === undefined ? 'Planning…' : `Planned in ${step.value.elapsedMs.toFixed(0)} ms; writing the checkpoint…`;
  if (exact.status === 'unchanged') return exact.events[0]?.message ?? 'Nothing is to be done.';
  const left = exact.actions.filter((action) => action !== 'keep').length;
  const notes = exact.notes.length === 1 ? 'one note' : `${exact.notes.length} notes`;
  return `${number(left)} of ${number(exact.actions.length)} spans leave; ${notes} of ${number(exact.noteTokens)} tokens stand in their place. ${number(exact.cache.unchangedPrefixTokens)} tokens of prefix stay cached.`;
}

function Figure(props: { readonly name: string; readonly value: string; readonly detail: string; readonly testId?: string; readonly isMain?: boolean }) {
  return (
    <div class={props.isMain === true ? 'figure main' : 'figure'}>
      <dt>{props.name}</dt>
      <dd>
        <strong data-testid={props.testId}>{props.value}</strong> <span class="faint">{props.detail}</span>
      </dd>
    </div>
  );
}
