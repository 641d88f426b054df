import type { ExchangeAnalysis } from '../classify/analyze-exchanges.ts';
import { withoutRunner } from '../classify/unwrap-command.ts';
import { argumentsText } from '../handles/command-handle.ts';
import { baseName, resolvePath } from '../handles/path.ts';
import type { Exchange } from '../span.ts';
import {
  ASIDES,
  CHECK_SCRIPT,
  CHECKS,
  COMMIT_TEXT_OPTION,
  COUNT_OPTIONS,
  HAS_VERBS,
  INTERPRETERS,
  MANNER_OPTIONS,
  MANNER_VARIABLE,
  REFINABLE,
  SCRIPT_RUNNERS,
  TARGET_ARGUMENTS,
  TELLING_OPTIONS,
} from './attempt-programs.ts';
import { lastList, type Pipeline, pipelinesOf } from './command-words.ts';

/** One thing that a call tried, so far that it can be told from others: a program on its operands, a file written. */
export interface Attempt {
  /** The same for two attempts of one kind: the program with its verb and directory, `write`, `read`, … */
  readonly program: string;
  readonly operands: readonly string[];
  /**
   * When another attempt on this program is the same thing: `equal` operands; `whole`, where no operands stand for all and
   * a directory for what is below; `refined`, where they may be left out.
   */
  readonly sameness: 'equal' | 'whole' | 'refined';
  /** All operands are paths: a success on a directory is one on what is below it. */
  readonly arePaths: boolean;
}

/** What a call tried, and what its success would prove. */
export interface Attempts {
  /** The call as it stands: its success closes its failure, whatever is in it. */
  readonly itself: Attempt;
  /** All of it has to succeed before its failure is closed. */
  readonly tried: readonly Attempt[];
  /** Beside itself. Empty where the exit status says nothing of what is in it (`a | b`, `a || b`). */
  readonly proven: readonly Attempt[];
}

/** By the structure of the call alone. What cannot be told apart is the call itself, letter for letter. */
export function attemptsOf(exchange: Exchange, analysis: ExchangeAnalysis | undefined): Attempts {
  const directory = exchange.workingDirectory;
  const effect = analysis?.effect;
  switch (effect?.effect) {
    case 'write-file': {
      const paths = effect.paths.map((path) => resolvePath(path, directory) ?? path);
      if (paths.length === 0) return one(callAttempt(exchange));
      // What was not there to be read is there once it is written.
      const proven = paths.flatMap((path) => [fileAttempt('write', path), fileAttempt('read', path)]);
      return { itself: callAttempt(exchange), tried: paths.map((path) => fileAttempt('write', path)), proven };
    }
    case 'read-file':
      return one(fileAttempt('read', resolvePath(effect.path, directory) ?? effect.path));
    case 'fetch-url':
      return one(plainAttempt('fetch', [effect.url]));
    case 'shell':
      return shellAttempts(effect.command, resolvePath(effect.workingDirectory ?? '.', directory) ?? '.');
    default:
      return one(callAttempt(exchange));
  }
}

function one(attempt: Attempt): Attempts {
  return { itself: attempt, tried: [attempt], proven: [] };
}

function plainAttempt(program: string, operands: readonly string[]): Attempt {
  return { program, operands, sameness: 'equal', arePaths: false };
}

function fileAttempt(program: 'read' | 'write', path: string): Attempt {
  return plainAttempt(program, [path]);
}

/** A tool on what its arguments name; on all of them where none is known to name it. */
function callAttempt({ toolName, input }: Exchange): Attempt {
  const record = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const targets = TARGET_ARGUMENTS.filter((name) => record[name] !== undefined).map((name) => `${name}=${JSON.stringify(record[name])}`);
  return plainAttempt(`call ${toolName}`, targets.length > 0 ? targets : [argumentsText(input)]);
}

function shellAttempts(command: string, directory: string): Attempts {
  const line = plainAttempt(`line ${directory}`, [command.trim()]);
  const pipelines = pipelinesOf(command);
  if (pipelines === undefined) return one(line);
  const placed = placePipelines(pipelines, directory);
  const last = placed.slice(-lastList(pipelines).length);
  const telling = last.filter(({ pipeline }) => !ASIDES.has(pipeline.stages[0]?.[0] ?? ''));
  const tried = (telling.length > 0 ? telling : last.slice(-1)).map(commandAttempt);
  const isProof = last.every(({ pipeline }, index) => pipeline.stages.length === 1 && (index === 0 || pipeline.joinedBy === '&&'));
  const proven = isProof ? last.filter(({ pipeline }) => !isTold(pipeline)).map(commandAttempt) : [];
  return { itself: line, tried: tried.length > 0 ? tried : [line], proven };
}

function isTold(pipeline: Pipeline): boolean {
  return pipeline.stages[0]?.some((word) => TELLING_OPTIONS.has(word)) === true;
}

interface PlacedPipeline {
  readonly pipeline: Pipeline;
  readonly place: string;
}

/** `cd` on the way is followed by its words. */
function placePipelines(pipelines: readonly Pipeline[], directory: string): readonly PlacedPipeline[] {
  let place = directory;
  return pipelines.map((pipeline) => {
    const here = { pipeline, place };
    const [name, target] = pipeline.stages[0] ?? [];
    if (pipeline.stages.length === 1 && (name === 'cd' || name === 'pushd')) place = target === undefined ? '~' : (resolvePath(target, place) ?? target);
    return here;
  });
}

/** The first stage of a pipeline: what follows it shows what it printed. */
function commandAttempt({ pipeline, place }: PlacedPipeline): Attempt {
  const stage = pipeline.stages[0] ?? [];
  const start = stage.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const variables = stage.slice(0, Math.max(0, start)).filter((word) => !MANNER_VARIABLE.test(word));
  const run = withoutRunner(stage.slice(Math.max(0, start)));
  const name = baseName(run.words[0] ?? '').replace(/^(python|pip)3?(?:\.\d{1,2})?$/, '$1');
  // Where it is not known what runs, the words are all that is known.
  if (name === '' || run.isMoved || run.hasOpenArguments) return plainAttempt(`words ${place}`, stage);
  const rest = withoutScriptVerb(name, run.words.slice(1));
  const hasVerb = SCRIPT_RUNNERS.has(name) || HAS_VERBS.has(name);
  const program = hasVerb && rest[0] !== undefined && !rest[0].startsWith('-') ? `${name} ${rest[0]}` : name;
  const words = program === name ? rest : rest.slice(1);
  const sameness = samenessOf(program, rest[0] ?? '');
  const operands = INTERPRETERS.has(program) ? words : operandsOf(program, words);
  const named = sameness === 'whole' ? operands.map(normalPath).filter((operand) => operand !== '') : operands;
  // A flag may make another thing of a script, or of what acts on nothing (DESIGN §1.3: `--retries 5`, then `--serial`).
  const isFlagged = sameness === 'equal' && !hasVerb && (run.words[0]?.includes('/') === true || named.length === 0);
  if (isFlagged) return plainAttempt([program, place, ...variables].join(' '), words);
  return { program: [program, place, ...variables].join(' '), operands: named, sameness, arePaths: operands.every(isPath) };
}

/** `npm run test` and `npm t` are `npm test`, `vitest run` is `vitest`. */
function withoutScriptVerb(name: string, words: readonly string[]): readonly string[] {
  if (name === 'vitest' && words[0] === 'run') return words.slice(1);
  if (!SCRIPT_RUNNERS.has(name)) return words;
  if (words[0] === 'run' || words[0] === 'run-script') return words.slice(1);
  return words[0] === 't' || words[0] === 'tst' ? ['test', ...words.slice(1)] : words;
}

function samenessOf(program: string, verb: string): Attempt['sameness'] {
  if (REFINABLE.has(program)) return 'refined';
  if (CHECKS.has(program)) return 'whole';
  return SCRIPT_RUNNERS.has(program.split(' ')[0] ?? '') && CHECK_SCRIPT.test(verb) ? 'whole' : 'equal';
}

/** Words that are no flags. The value of an option that is not known counts as one: it may say what is looked at. */
function operandsOf(program: string, words: readonly string[]): readonly string[] {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) operands.push(word);
    else if (
      MANNER_OPTIONS.has(word) ||
      (COUNT_OPTIONS.has(word) && /^(?:\d{1,4}|auto)$/.test(words[at + 1] ?? '')) ||
      (program === 'git commit' && COMMIT_TEXT_OPTION.test(word))
    )
      at++;
    else if (word.includes('=') && !MANNER_OPTIONS.has(word.slice(0, word.indexOf('=')))) {
      const value = word.slice(word.indexOf('=') + 1);
      if (program !== 'git commit' || !COMMIT_TEXT_OPTION.test(word.slice(0, word.indexOf('=')))) operands.push(value);
    }
  }
  return operands;
}

/** A filter that follows an option is no path (`-k name`, `-t 'a name'`). */
function isPath(operand: string): boolean {
  return /^[^\s*]{1,1024}$/.test(operand) && /[/]|^\.$|\.\w{1,8}$/.test(operand.slice(-64));
}

function normalPath(operand: string): string {
  const path = operand.replace(/^(?:\.\/)+/, '').replace(/\/?\.{3}$/, '');
  return path === '.' ? '' : path.endsWith('/') ? path.slice(0, -1) : path;
}
