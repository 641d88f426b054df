import { RULES } from '../../core/classify/rules.ts';
import type { Conversation, Message } from '../../core/conversation.ts';
import type { Span } from '../../core/span.ts';
import type { TokenCounter } from '../../core/token-count.ts';
import { cachingCounter } from '../../tokens/caching-counter.ts';
import { estimateCounter } from '../../tokens/estimate-counter.ts';
import type { InspectedSession, InspectedSpan } from '../inspected-session.ts';
import { type PlanGround, planStep } from '../plan-step.ts';
import { readShared } from '../shared-strings.ts';
import { loadO200k } from './o200k.ts';
import { ACTIONS, type Found, type PlannedStep, type PlannerReply, type PlannerRequest } from './planner-messages.ts';

// A worker: plans while the page draws. It takes the newest request of each kind and leaves out those in between.

const MOST_FOUND = 2000;

async function openGround(): Promise<PlanGround> {
  const response = await fetch(new URL('session.json', self.location.href));
  if (!response.ok) throw new Error(`the session cannot be read (${response.status})`);
  const session = readShared(await response.text()) as InspectedSession;
  return groundOf(session, await counterNamed(session.terms.tokenizer));
}

async function counterNamed(name: string): Promise<TokenCounter> {
  return cachingCounter(name.startsWith('estimate') ? estimateCounter() : await loadO200k());
}

function groundOf(session: InspectedSession, counter: TokenCounter): PlanGround {
  const spans = session.spans.map(wholeSpan);
  const rules = new Map(RULES.map((rule) => [rule.id, rule]));
  return {
    conversation: conversationOf(session, spans),
    classified: session.classes.map(({ rule: id, ...others }, index) => {
      const span = spans[index];
      const rule = rules.get(id);
      if (span === undefined || rule === undefined) throw new Error('E1: every span has a rule of the table');
      return { ...others, span, rule, handleState: rule.handleState };
    }),
    tokens: session.tokens,
    tokensBefore: session.tokensBefore,
    handles: session.handles,
    terms: session.terms,
    counter,
  };
}

/** Source characters are not sent: planning reads none of them. */
function wholeSpan(span: InspectedSpan): Span {
  return { ...span, pieces: span.pieces.map((piece) => ({ ...piece, raw: '' })) };
}

function conversationOf({ messages, format, recognizedAs, warnings }: InspectedSession, spans: readonly Span[]): Conversation {
  return {
    format,
    recognizedAs,
    warnings,
    spans,
    messages: messages.map((one, index) => messageOf(one, index, spans)),
    tools: [],
    brokenRaws: [],
    isIllFormed: false,
    document: undefined,
  };
}

function messageOf({ role, isVisible, spanIndexes }: InspectedSession['messages'][number], message: number, spans: readonly Span[]): Message {
  const taken = new Map<number, number>();
  const pieces = spanIndexes.flatMap((spanIndex) => {
    const nth = taken.get(spanIndex) ?? 0;
    taken.set(spanIndex, nth + 1);
    const piece = spans[spanIndex]?.pieces.filter((one) => one.message === message)[nth];
    return piece === undefined ? [] : [{ spanIndex, piece }];
  });
  return { role, isVisible, pieces };
}

function plan(ground: PlanGround, targetTokens: number): PlannedStep {
  const start = performance.now();
  const { planned, refusal, recent } = planStep(ground, targetTokens);
  const places = new Map(ACTIONS.map((action, place) => [action, place]));
  const actions = new Uint8Array(ground.classified.length);
  for (const [index, action] of (planned?.actions ?? []).entries()) actions[index] = places.get(action) ?? 0;
  return {
    kind: 'planned',
    targetTokens,
    actions,
    recent: Uint32Array.from(recent),
    tokensAfter: planned?.tokensAfter ?? ground.tokensBefore,
    noteTokens: planned?.noteTokens ?? 0,
    refusal: refusal === undefined ? undefined : { what: refusal.what, next: refusal.next, floorTokens: refusal.floorTokens },
    elapsedMs: performance.now() - start,
  };
}

/** All words, in any case, anywhere in a span: its text, its call, its id and its handles. */
function search(ground: PlanGround, query: string): Found {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const indexes: number[] = [];
  let count = 0;
  for (const { span, sourceHandle } of words.length === 0 ? [] : ground.classified) {
    const call = span.exchange === undefined ? '' : `${span.exchange.toolName} ${JSON.stringify(span.exchange.input) ?? ''}`;
    const text = `${span.id} ${ground.handles[span.index] ?? ''} ${sourceHandle ?? ''} ${call} ${span.text}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    count++;
    if (indexes.length < MOST_FOUND) indexes.push(span.index);
  }
  return { kind: 'found', query, indexes: Uint32Array.from(indexes), count };
}

const waiting = new Map<PlannerRequest['kind'], PlannerRequest>();
let ground: PlanGround | undefined;
let isWorking = false;

function reply(message: PlannerReply): void {
  self.postMessage(message);
}

/** Between two steps the queue of messages is looked at, so that what is overtaken is not planned. */
function work(): void {
  const [next] = waiting.values();
  if (ground === undefined || next === undefined) {
    isWorking = false;
    return;
  }
  isWorking = true;
  waiting.delete(next.kind);
  reply(next.kind === 'plan' ? plan(ground, next.targetTokens) : search(ground, next.query));
  setTimeout(work, 0);
}

self.addEventListener('message', (event: MessageEvent<PlannerRequest>) => {
  waiting.set(event.data.kind, event.data);
  if (!isWorking) work();
});

openGround().then(
  (opened) => {
    ground = opened;
    reply({ kind: 'ready' });
    if (!isWorking) work();
  },
  (error: unknown) => reply({ kind: 'failed', what: error instanceof Error ? error.message : String(error) }),
);
