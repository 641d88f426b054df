import type { ToolDefinition } from '../conversation.ts';
import { argumentsText, callHandle, callTarget, commandHandle, commandTarget } from '../handles/command-handle.ts';
import { fileHandle } from '../handles/file-handle.ts';
import type { Hash } from '../handles/handle-text.ts';
import { isRooted, resolvePath } from '../handles/path.ts';
import { urlHandle } from '../handles/url-handle.ts';
import { hasFailed } from '../has-failed.ts';
import type { Exchange, Media, Span } from '../span.ts';
import type { ShellParser } from './shell.ts';
import { isMomentaryPlace, type LineRange, shellEffect } from './shell-effect.ts';
import { looseTouches, type ShellTouches } from './shell-touches.ts';
import { effectOf, ruleOf } from './tools/lookup.ts';
import { patchedPaths } from './tools/patch-tool.ts';
import type { ToolEffect, ToolTable } from './tools/tool-rule.ts';

/** What an exchange's result depends on: which later writes invalidate its handle. */
export type ReadTarget =
  | { readonly kind: 'file'; readonly path: string; readonly range?: LineRange | undefined }
  /** Files and directories with all below; any later exchange that may have changed something invalidates it, too. */
  | { readonly kind: 'below'; readonly paths: readonly string[] }
  | { readonly kind: 'nothing' };

/** What one exchange is by itself, before the later ones are looked at. */
export interface ExchangeFacts {
  readonly effect: ToolEffect;
  readonly isRepeatable: boolean;
  readonly handle?: string | undefined;
  /** What was asked for, without what came back: the same target with the same content again is a repetition. */
  readonly target?: string | undefined;
  readonly contentHash: string;
  /** Its result holds pictures or documents: its text is not all of it. */
  readonly hasMedia: boolean;
  readonly reading?: ReadTarget | undefined;
  /** The file's own text, where all of it is known from the exchange: for a live probe. */
  readonly wholeText?: string | undefined;
  readonly touches: ShellTouches;
  /** It may have changed something: commands that ran before may print something else now. */
  readonly isChanging: boolean;
  /** A done write of files that it names. */
  readonly isWrite: boolean;
}

export interface FactsOptions {
  readonly tools: ToolTable;
  readonly toolDefinitions?: readonly ToolDefinition[] | undefined;
  readonly parseShell: ShellParser;
  /** SHA-256, hex. */
  readonly hash: Hash;
  /** True where the archive holds this handle and gives this text for it; only then a recall counts as one. */
  readonly isArchived?: ((handle: string, resultText: string) => boolean) | undefined;
}

const UNTOUCHED: ShellTouches = { named: [], loose: [], tree: undefined };
/** Characters of a one-shot's arguments that are searched for paths. */
const ARGUMENT_CHARACTERS = 200_000;

export function exchangeFacts(span: Span, recorded: Exchange, options: FactsOptions): ExchangeFacts {
  // A call that never got its result may have run, as a pending one.
  const exchange = span.mustLeave === 'orphan-call' ? { ...recorded, isPending: true } : recorded;
  const media = span.pieces.flatMap(({ content }) => (content.type === 'result' ? (content.media ?? []) : []));
  const content = contentOf(exchange, media);
  const known = { content, contentHash: options.hash(content.toWellFormed()), hasMedia: media.length > 0 };
  const toolEffect = effectOf(exchange.toolName, exchange.input, options.tools);
  if (toolEffect.effect === 'shell') return shellFacts(exchange, toolEffect, known, options);
  const facts = toolFacts(exchange, toolEffect, known, options);
  return asItHappened(facts, exchange, options);
}

interface Known {
  readonly content: string;
  readonly contentHash: string;
  readonly hasMedia: boolean;
}

/** The result as one text, media included, so that two pictures are not the same empty text. */
function contentOf(exchange: Exchange, media: readonly Media[]): string {
  if (media.length === 0) return exchange.resultText;
  return [exchange.resultText, ...media.map((one) => one.base64 ?? one.url ?? JSON.stringify(one.value) ?? '')].join('\u0000');
}

function plainFacts(effect: ToolEffect, { contentHash, hasMedia }: Known): ExchangeFacts {
  return { effect, isRepeatable: false, contentHash, hasMedia, touches: UNTOUCHED, isChanging: false, isWrite: false };
}

function toolFacts(exchange: Exchange, effect: ToolEffect, known: Known, options: FactsOptions): ExchangeFacts {
  const facts = plainFacts(effect, known);
  const directory = exchange.workingDirectory;
  const { contentHash } = known;
  switch (effect.effect) {
    case 'read-file': {
      const path = resolvePath(effect.path, directory);
      if (path === undefined || isMomentaryPlace(path)) return facts;
      return { ...facts, ...fileFacts(path, effect.range, known, options) };
    }
    case 'list': {
      const paths = effect.paths.map((path) => resolvePath(path, directory) ?? '.');
      const reading: ReadTarget = { kind: 'below', paths: paths.length === 0 ? [directory ?? '.'] : paths };
      const place = paths.length > 0 && effect.paths.every(isRooted) ? undefined : directory;
      return {
        ...facts,
        isRepeatable: true,
        reading,
        target: commandTarget(effect.command, place),
        handle: commandHandle(effect.command, place, contentHash, options.hash),
      };
    }
    case 'fetch-url':
      return {
        ...facts,
        isRepeatable: true,
        reading: { kind: 'nothing' },
        target: `url ${effect.url}`,
        handle: urlHandle(effect.url, contentHash, options.hash),
      };
    case 'recall':
      // A handle of the right form proves nothing: what came back must be what the archive gives for it.
      if (!isRecalled(exchange, effect.handle, options)) return { ...facts, effect: { effect: 'one-shot' } };
      return { ...facts, isRepeatable: true, reading: { kind: 'nothing' }, target: `recall ${effect.handle}`, handle: effect.handle };
    case 'write-file':
      return writeFacts(exchange, effect, facts, options);
    case 'one-shot':
      return isDeclaredRepeatable(exchange.toolName, options)
        ? declaredFacts(exchange, facts, options)
        : { ...facts, touches: touchesOfArguments(exchange), isChanging: true };
    case 'shell':
    case 'plan':
    case 'ask':
    case 'mode':
      return facts;
  }
}

function isRecalled(exchange: Exchange, handle: string, options: FactsOptions): boolean {
  return !exchange.isPending && !hasFailed(exchange) && options.isArchived?.(handle, exchange.resultText) === true;
}

function fileFacts(
  path: string,
  range: string | undefined,
  known: Known,
  options: FactsOptions,
): Pick<ExchangeFacts, 'isRepeatable' | 'reading' | 'target' | 'handle' | 'wholeText'> {
  const lines = /^(\d{1,9})-(\d{1,9})?$/.exec(range ?? '');
  const lineRange = lines ? { start: Number(lines[1]), end: lines[2] === undefined ? Number.POSITIVE_INFINITY : Number(lines[2]) } : undefined;
  return {
    isRepeatable: true,
    reading: { kind: 'file', path, ...(lineRange ? { range: lineRange } : {}) },
    target: `file ${path}#${range ?? ''}`,
    handle: fileHandle(path, range, known.contentHash, options.hash),
    ...(range === undefined && !known.hasMedia ? { wholeText: known.content } : {}),
  };
}

function writeFacts(exchange: Exchange, effect: Extract<ToolEffect, { effect: 'write-file' }>, facts: ExchangeFacts, options: FactsOptions): ExchangeFacts {
  const named = effect.paths.map((path) => resolvePath(path, exchange.workingDirectory)).filter((path) => path !== undefined);
  // A write of a file that the call does not name: any file may be another now.
  if (named.length === 0) return { ...facts, touches: { ...UNTOUCHED, tree: '.' }, isChanging: true };
  const written = effect.isWhole ? writtenText(exchange.input) : undefined;
  const contentHash = options.hash((written ?? argumentsText(exchange.input)).toWellFormed());
  return {
    ...facts,
    isWrite: true,
    contentHash,
    handle: fileHandle(named.join(' '), undefined, contentHash, options.hash),
    touches: { ...UNTOUCHED, named: [...new Set(named)] },
    ...(written === undefined ? {} : { wholeText: written }),
  };
}

function writtenText(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const record = input as Readonly<Record<string, unknown>>;
  return ['content', 'file_text', 'contents'].map((name) => record[name]).find((value) => typeof value === 'string');
}

/** MCP annotations of a tool that no table knows (DESIGN §4). */
function isDeclaredRepeatable(toolName: string, options: FactsOptions): boolean {
  const rule = ruleOf(toolName, options.tools);
  if (rule !== undefined && rule.name !== '*') return false;
  return options.toolDefinitions?.some((tool) => tool.name === toolName && tool.readOnlyHint === true && tool.idempotentHint === true) === true;
}

function declaredFacts(exchange: Exchange, facts: ExchangeFacts, options: FactsOptions): ExchangeFacts {
  const target = callTarget(exchange.toolName, exchange.input);
  const handle = callHandle(exchange.toolName, exchange.input, facts.contentHash, options.hash);
  return { ...facts, isRepeatable: true, reading: { kind: 'below', paths: touchesOfArguments(exchange).named }, target, handle };
}

/** A tool that may do anything may write what it names: as a whole argument, or somewhere in one. */
function touchesOfArguments(exchange: Exchange): ShellTouches {
  const texts = stringsIn(exchange.input);
  const named = new Set<string>();
  for (const text of texts) {
    for (const path of [...patchedPaths(text), ...(/^\S{1,1024}$/.test(text) && /\/|\.\w{1,8}$/.test(text) && !text.includes('://') ? [text] : [])]) {
      const resolved = resolvePath(path, exchange.workingDirectory);
      if (resolved !== undefined) named.add(resolved);
    }
  }
  return { named: [...named], loose: looseTouches(texts.join('\n').slice(0, ARGUMENT_CHARACTERS), exchange.workingDirectory), tree: undefined };
}

function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const waiting: unknown[] = [value];
  let characters = 0;
  while (waiting.length > 0 && characters < ARGUMENT_CHARACTERS) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      found.push(one);
      characters += one.length;
    } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one).reverse()) waiting.push(inner);
  }
  return found;
}

function shellFacts(exchange: Exchange, effect: Extract<ToolEffect, { effect: 'shell' }>, known: Known, options: FactsOptions): ExchangeFacts {
  const directory = effect.workingDirectory === undefined ? exchange.workingDirectory : resolvePath(effect.workingDirectory, exchange.workingDirectory);
  const shell = shellEffect(effect.command, directory, options.parseShell);
  const facts: ExchangeFacts = { ...plainFacts(effect, known), touches: shell.touches, isChanging: !shell.isReadOnly };
  if (shell.recallHandle !== undefined) {
    const recall: ToolEffect = { effect: 'recall', handle: shell.recallHandle };
    return asItHappened(toolFacts(exchange, recall, known, options), exchange, options);
  }
  if (!shell.isRepeatable) return asItHappened(facts, exchange, options);
  if (shell.fileRead) return asItHappened({ ...facts, ...fileFacts(shell.fileRead.path, rangeText(shell.fileRead.range), known, options) }, exchange, options);
  const command = `$ ${effect.command.trim()}`;
  const place = /^\$ cd \//.test(command) ? undefined : directory; // it says by itself where it runs
  const handle = commandHandle(command, place, known.contentHash, options.hash);
  return asItHappened(
    { ...facts, isRepeatable: true, reading: { kind: 'below', paths: shell.readPaths }, target: commandTarget(command, place), handle },
    exchange,
    options,
  );
}

function rangeText(range: LineRange | undefined): string | undefined {
  if (range === undefined) return undefined;
  return `${range.start}-${Number.isFinite(range.end) ? range.end : ''}`;
}

/**
 * What the outcome makes of it. Refused by the user, as far as its text says: any program can print such a text, so it
 * may have run. No result: it may have run, and there is nothing to get again. Failed: a write wrote nothing; what only
 * reads can be tried again, so its handle is the call itself.
 */
function asItHappened(facts: ExchangeFacts, exchange: Exchange, options: FactsOptions): ExchangeFacts {
  const { handle: _handle, target: _target, reading, wholeText: _text, ...bare } = facts;
  if (exchange.isPending || (exchange.isUserAnswer === true && exchange.isError)) return { ...bare, isRepeatable: false, isWrite: false };
  if (!hasFailed(exchange)) return facts;
  if (facts.isWrite) return { ...bare, isWrite: false, touches: UNTOUCHED };
  if (!facts.isRepeatable) return facts;
  const callText = callTarget(exchange.toolName, exchange.input);
  return { ...bare, reading, target: `failed ${callText}`, handle: callHandle(exchange.toolName, exchange.input, facts.contentHash, options.hash) };
}
