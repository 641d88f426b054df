import type { Span } from '../span.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { HandleState, SpanClass } from './span-class.ts';

type Fits = Rule['fits'];

function rule(id: string, spanClass: SpanClass, handleState: HandleState, title: string, fits: Fits): Rule {
  return { id, spanClass, handleState, title, fits };
}

const canRecall = (context: RuleContext): boolean => context.recall !== 'off';
const isUserText = (span: Span): boolean => span.kind === 'text' && span.provenance === 'user';
const isAssistantText = (span: Span): boolean => span.kind === 'text' && span.provenance === 'assistant';
const isLargeEcho = (span: Span, context: RuleContext): boolean => span.injection?.kind === 'command-echo' && span.text.length > context.attachmentCharacters;
const isExchange = (span: Span): boolean => span.kind === 'exchange';

/**
 * The table of DESIGN §4, one rule a row: position first; then foreign summaries; then the rows from top to bottom,
 * the more specific structure first; redundant spans where they may lower; `unknown` last.
 */
export const RULES: readonly Rule[] = [
  rule('fixed', 'authoritative', 'none', 'system prompt and tool definitions: never touched', (s) => s.kind === 'system' || s.kind === 'tools'),
  rule('pending', 'authoritative', 'none', 'a call with no result yet', (s) => s.exchange?.isPending === true),
  rule('recent', 'authoritative', 'none', 'among the latest exchanges, kept whole', (s, c) => isExchange(s) && c.isRecent(s)),
  rule(
    'thinking-demanded',
    'disposable',
    'none',
    'thinking of the open turn: stays as long as a call of its message stays, as the wire demands',
    (s) => s.isDemanded === true,
  ),
  rule('pinned', 'authoritative', 'none', 'pinned by the host or the caller', (s) => s.isPinned === true),
  rule(
    'summary-remade',
    'disposable',
    'none',
    "another tool's summary whose source is still held: re-made from it",
    (s) => s.kind === 'summary' && s.isSourceHeld === true,
  ),
  rule('summary-foreign', 'authoritative', 'none', "another tool's summary: its meaning exists only here", (s) => s.kind === 'summary'),
  rule('note-foreign', 'authoritative', 'none', 'a note of holdfast that this archive does not know', (s) => s.kind === 'note'),
  rule(
    'inclusion-valid',
    'recoverable',
    'valid',
    'a file that the harness included, not written since',
    (s, c) => s.injection?.path !== undefined && c.analysisOf(s)?.handleState === 'valid',
  ),
  rule('inclusion-invalidated', 'recoverable', 'invalidated', 'a file that the harness included, written since', (s) => s.injection?.path !== undefined),
  rule(
    'harness-redundant',
    'disposable',
    'none',
    'a harness block that stands again later, letter for letter',
    (s, c) => s.kind === 'injected' && c.isRepeatedLater(s),
  ),
  rule(
    'echo-archived',
    'recoverable',
    'invalidated',
    "a large output of the user's own command: archived, and the agent can recall it",
    (s, c) => isLargeEcho(s, c) && canRecall(c),
  ),
  rule('harness-latest', 'authoritative', 'none', 'the latest harness block of its kind', (s, c) => s.kind === 'injected' && c.isLatestOfKind(s)),
  rule('harness-older', 'disposable', 'none', 'an older harness block of its kind', (s) => s.kind === 'injected'),
  rule('mode-latest', 'authoritative', 'none', 'the mode or permission state in force', (s, c) => s.kind === 'mode' && c.isLatestOfKind(s)),
  rule('mode-older', 'disposable', 'none', 'a mode or permission state that another replaced', (s) => s.kind === 'mode'),
  rule(
    'attachment-redundant',
    'disposable',
    'none',
    'an attachment that stands again later, letter for letter',
    (s, c) => s.kind === 'attachment' && c.isRepeatedLater(s),
  ),
  rule(
    'attachment-archived',
    'recoverable',
    'invalidated',
    'an attachment of the user: archived, and the agent can recall it',
    (s, c) => s.kind === 'attachment' && canRecall(c),
  ),
  rule('attachment', 'authoritative', 'none', 'an attachment of the user', (s) => s.kind === 'attachment'),
  rule(
    'user-answer',
    'authoritative',
    'none',
    "the user's answer, approval or refusal",
    (s, c) => s.exchange?.isUserAnswer === true || c.analysisOf(s)?.effect.effect === 'ask' || (isUserText(s) && c.isReply(s)),
  ),
  rule('user-redundant', 'disposable', 'none', "the user's text that stands again later, letter for letter", (s, c) => isUserText(s) && c.isRepeatedLater(s)),
  rule('user-text', 'authoritative', 'none', 'text that the user wrote', (s) => isUserText(s)),
  rule('plan-latest', 'authoritative', 'none', 'the latest plan, with every state and qualifier', (s, c) => c.planStandingOf(s) === 'latest'),
  rule(
    'final-redundant',
    'disposable',
    'none',
    "the assistant's text that stands again later, letter for letter",
    (s, c) => isAssistantText(s) && s.endsTurn === true && c.isRepeatedLater(s),
  ),
  rule(
    'final-text',
    'authoritative',
    'none',
    "the assistant's text that ended its turn: what the user read and relied on",
    (s) => isAssistantText(s) && s.endsTurn === true,
  ),
  rule('plan-open', 'authoritative', 'none', 'an earlier plan with items that no later plan holds', (s, c) => c.planStandingOf(s) === 'open'),
  rule('plan-superseded', 'disposable', 'none', 'an earlier plan whose items all stand in a later one', (s, c) => c.planStandingOf(s) === 'superseded'),
  rule('narration', 'disposable', 'none', "the assistant's text beside tool calls", (s) => isAssistantText(s)),
  rule('thinking', 'disposable', 'none', 'thinking of a finished turn', (s) => s.kind === 'thinking'),
  rule('read-superseded', 'disposable', 'none', 'the same content was read again later', (s, c) => c.analysisOf(s)?.supersededBy !== undefined),
  rule(
    'recalled',
    'recoverable',
    'valid',
    'recalled from the archive: its handle stays',
    (s, c) => c.analysisOf(s)?.effect.effect === 'recall' && c.analysisOf(s)?.handleState === 'valid',
  ),
  rule(
    'write-last',
    'recoverable',
    'valid',
    'the last write of a file: the file holds it',
    (s, c) => c.analysisOf(s)?.isLastWrite === true && c.analysisOf(s)?.handleState === 'valid',
  ),
  rule(
    'write-superseded',
    'recoverable',
    'invalidated',
    'a write that a later one replaced',
    (s, c) => isWrite(s, c) && c.analysisOf(s)?.handleState === 'invalidated',
  ),
  rule(
    'read-valid',
    'recoverable',
    'valid',
    'read-only and repeatable, not written since',
    (s, c) => isRepeatable(s, c) && c.analysisOf(s)?.handleState === 'valid',
  ),
  rule(
    'read-invalidated',
    'recoverable',
    'invalidated',
    'read-only, but what it read was written since',
    (s, c) => isRepeatable(s, c) && c.analysisOf(s)?.handleState === 'invalidated',
  ),
  rule(
    'one-shot-archived',
    'recoverable',
    'invalidated',
    'changed something or cannot be repeated: archived, and the agent can recall it',
    (s, c) => isExchange(s) && canRecall(c),
  ),
  rule('one-shot', 'authoritative', 'none', 'changed something or cannot be repeated', (s) => isExchange(s)),
  rule('unknown', 'authoritative', 'none', 'of a type that holdfast does not know', () => true),
];

function isWrite(span: Span, context: RuleContext): boolean {
  return context.analysisOf(span)?.effect.effect === 'write-file';
}

function isRepeatable(span: Span, context: RuleContext): boolean {
  return context.analysisOf(span)?.isRepeatable === true;
}
