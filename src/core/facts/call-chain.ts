import type { FactSource } from './fact.ts';

/** What a call runs, as far as its outcome is compared with that of earlier and later calls (F9). */
export interface CallChain {
  /** The same for two calls of one chain: the program and what it acts on, `npm test`, `cargo build`, `edit src/a.ts`. */
  readonly key: string;
  /** It only looks: it has no outcome that closes or opens anything. */
  readonly isLook: boolean;
  /** Its rows are contents of files or names of them. */
  readonly isListing: boolean;
  /** It answers in prose: another agent's report. */
  readonly isReport?: boolean;
}

/** Programs and tools that only list or search. */
const LISTING: ReadonlySet<string> = new Set(
  'grep egrep fgrep rg ag ack find fd ls tree cat head sed awk less more jq open view read glob list search find_file search_file search_dir goto scroll_down scroll_up read_file list_dir todowrite todoread update_plan'.split(
    ' ',
  ),
);
/** Tools in whose result somebody writes what they found. */
const REPORTING: ReadonlySet<string> = new Set(['task', 'agent', 'finish', 'think', 'explore', 'delegate', 'websearch', 'webfetch', 'web_search']);
/** Git's commands that only show. */
const GIT_SHOWS: ReadonlySet<string> = new Set(['log', 'show', 'diff', 'blame', 'ls-files', 'grep', 'reflog']);
/** What may stand before a program without changing which one runs. */
const RUNNERS: ReadonlySet<string> = new Set('sudo time nohup env npx bunx exec command nice stdbuf xvfb-run'.split(' '));
const RUNNER_PAIRS: ReadonlySet<string> = new Set([
  'uv run',
  'poetry run',
  'pnpm exec',
  'pnpm dlx',
  'yarn dlx',
  'bundle exec',
  'python -m',
  'python3 -m',
  'npm exec',
]);
/** Parts of a command line that prepare or report and are not what it is about. */
const ASIDES: ReadonlySet<string> = new Set('cd echo true false export set source . sleep mkdir pwd wait printf unset alias ulimit pushd popd'.split(' '));
const COMMAND_ARGUMENTS = ['command', 'cmd', 'script'];
const TARGET_ARGUMENTS = ['file_path', 'path', 'notebook_path', 'filename', 'file_name', 'url', 'pattern', 'query', 'name'];
/** Characters of a command that are looked at; what follows is a script. */
const COMMAND_CHARACTERS = 2000;
/** Characters of a call that tell it from others. */
const KEY_CHARACTERS = 200;

/** By the words of the call alone: a chain is a heuristic for what to require, never for what may leave. */
export function callChain(source: FactSource): CallChain | undefined {
  if (source.toolName === undefined && source.call === undefined) return undefined;
  const command = commandOf(source);
  if (command !== undefined) return shellChain(command);
  const tool = (source.toolName ?? '').toLowerCase();
  const target = argumentOf(source.input, TARGET_ARGUMENTS) ?? source.call ?? '';
  const isListing = LISTING.has(tool) || /^(?:read|list|search|find|grep|glob|ls|get)(?![a-z])/i.test(source.toolName ?? '');
  return { key: `${tool} ${target}`.slice(0, KEY_CHARACTERS), isLook: isListing, isListing, isReport: REPORTING.has(tool) };
}

function commandOf({ input }: FactSource): string | undefined {
  if (typeof input === 'string') return input;
  const command = argumentOf(input, COMMAND_ARGUMENTS);
  // An editor's `command` is one word, with a path beside it.
  return command !== undefined && argumentOf(input, ['path']) !== undefined ? undefined : command;
}

function argumentOf(input: unknown, names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const record = input as Readonly<Record<string, unknown>>;
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.at(-1);
  }
  return undefined;
}

function shellChain(command: string): CallChain {
  const parts = command
    .slice(0, COMMAND_CHARACTERS)
    .split(/&&|\|\||[;\n]/)
    .map(pipeline)
    .filter((pipe) => pipe.programs[0] !== undefined);
  const telling = parts.filter(({ programs }) => !ASIDES.has(programs[0] ?? ''));
  return telling.at(-1) ?? parts.at(-1) ?? { key: command.trim().slice(0, KEY_CHARACTERS), isLook: false, isListing: false };
}

function pipeline(part: string): CallChain & { readonly programs: readonly string[] } {
  const stages = part.split('|').map(words);
  const [first = []] = stages;
  const programs = stages.map(([program = '']) => program).filter((program) => program !== '');
  const [program = '', operand = '', second = ''] = first;
  const isLook = LISTING.has(program) || (program === 'git' && GIT_SHOWS.has(operand));
  const isListing = isLook && !programs.includes('wc') && program !== 'git';
  const operands = program === 'git' ? [operand] : [operand, second];
  return {
    programs,
    isLook,
    isListing,
    key: [program, ...operands]
      .filter((word) => word !== '')
      .join(' ')
      .slice(0, KEY_CHARACTERS),
  };
}

/** Program and operands: without assignments, runners, flags and redirections. */
function words(stage: string): readonly string[] {
  let rest = stage
    .trim()
    .split(/\s+/)
    .slice(0, 40)
    .filter((word) => word !== '' && !/^\d?(?:>|<|>>|&>)/.test(word) && !/^[A-Za-z_]\w{0,60}=/.test(word));
  for (;;) {
    if (RUNNER_PAIRS.has(`${rest[0] ?? ''} ${rest[1] ?? ''}`)) rest = rest.slice(2);
    else if (RUNNERS.has(rest[0] ?? '')) rest = rest.slice(1);
    else if (rest[0] === 'timeout') rest = rest.slice(2);
    else break;
    rest = rest.slice(rest.findIndex((word) => !word.startsWith('-')));
  }
  const [program = '', ...operands] = rest;
  const name = program.replace(/^.*\/(?=[^/])/, '');
  return [name, ...operands.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^["']|["']$/g, ''))];
}
