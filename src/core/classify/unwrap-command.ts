/** A command that runs the command behind it: its options, and how many words of its own follow them. */
interface Wrapper {
  /** Options that stand alone, or hold their value in the same word. */
  readonly flags: RegExp;
  /** Options whose value is the next word. */
  readonly valueOptions: RegExp;
  readonly positionals: number;
}

const NEVER = /^(?!)/;
const TIMEOUT: Wrapper = {
  flags: /^(?:-v|--verbose|--preserve-status|--foreground|-[ks].+|--(?:kill-after|signal)=.*)$/,
  valueOptions: /^(?:-k|-s|--kill-after|--signal)$/,
  positionals: 1,
};

/** Options as GNU coreutils 9.5, findutils 4.10 and bash 5.2 have them. What is not here is not seen through. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  time: { flags: /^-p$/, valueOptions: NEVER, positionals: 0 },
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  nice: { flags: /^(?:-n?-?\d+|--adjustment=.*)$/, valueOptions: /^(?:-n|--adjustment)$/, positionals: 0 },
  stdbuf: { flags: /^(?:-[ioe].+|--(?:input|output|error)=.*)$/, valueOptions: /^(?:-[ioe]|--(?:input|output|error))$/, positionals: 0 },
  command: { flags: /^-p$/, valueOptions: NEVER, positionals: 0 },
  builtin: { flags: NEVER, valueOptions: NEVER, positionals: 0 },
  // `--replace`, `--max-lines` and `--eof` take a value only by `=`, `-i`, `-l` and `-e` only in the same word.
  xargs: {
    flags:
      /^(?:-[0rtx]+|-[0rtx]*[nPLsdaEI].+|-[ile].*|--(?:null|no-run-if-empty|verbose|exit|replace|max-lines|eof)|--(?:replace|max-lines|eof|max-args|max-procs|max-chars|delimiter|arg-file)=.*)$/,
    valueOptions: /^(?:-[0rtx]*[nPLsdaEI]|--(?:max-args|max-procs|max-chars|delimiter|arg-file))$/,
    positionals: 0,
  },
};

export interface UnwrappedCommand {
  /** Empty where it is not known what runs. */
  readonly words: readonly string[];
  /** More arguments come from outside the text (`xargs`). */
  readonly hasOpenArguments: boolean;
}

/**
 * The command that runs in the end: `timeout 5 git log` is `git log`, `command -v x` is `which x`. Behind an option that
 * is not known nothing is, as it may take the next word for its value.
 */
export function unwrapCommand(words: readonly string[]): UnwrappedCommand {
  let rest = words;
  let hasOpenArguments = false;
  for (;;) {
    const name = rest[0] ?? '';
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (wrapper === undefined) return { words: rest, hasOpenArguments };
    if (name === 'command' && /^-p?[vV]$/.test(rest[1] ?? '')) return { words: ['which', ...rest.slice(2)], hasOpenArguments };
    if (name === 'xargs') hasOpenArguments = true;
    const start = commandStart(rest, wrapper);
    const options = rest.slice(1, start);
    rest = start === undefined ? [] : rest.slice(start);
    if (rest.length === 0) return { words: name === 'xargs' && start === 1 ? ['echo'] : [], hasOpenArguments };
    // `xargs -I cat cat` runs what it reads.
    if (name === 'xargs' && options.some((option, at) => isReplacement(option, options[at + 1], rest[0] ?? ''))) return { words: [], hasOpenArguments };
  }
}

/** Where the wrapped command starts; `undefined` behind an option that is not known. */
function commandStart(words: readonly string[], wrapper: Wrapper): number | undefined {
  let at = 1;
  for (; words[at]?.startsWith('-') && words[at] !== '-'; at++) {
    const word = words[at] ?? '';
    if (word === '--') return at + 1 + wrapper.positionals;
    if (wrapper.valueOptions.test(word)) at++;
    else if (!wrapper.flags.test(word)) return undefined;
  }
  return at + wrapper.positionals;
}

function isReplacement(option: string, next: string | undefined, name: string): boolean {
  const value = option === '-I' ? next : /^(?:-I|-i|--replace=)(.+)$/.exec(option)?.[1];
  const isDefault = option === '-i' || option === '--replace';
  return (value !== undefined && value !== '' && name.includes(value)) || (isDefault && name.includes('{}'));
}

/** Runs of a program that is not its own word, with the options that only let it run. */
const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|uvx)$/;
/** Programs that run another one, with the options of theirs that take the next word. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ughpCTRD]$|^--(?:user|group|host|prompt|chdir)$/,
  doas: /^-[uC]$/,
  env: /^-[uC]$|^--(?:unset|chdir)$/,
  nohup: NEVER,
  setsid: NEVER,
  exec: /^-a$/,
  ionice: /^-[cnp]$/,
  npx: /^-p$|^--package$/,
  bunx: /^-p$|^--package$/,
  pnpx: /^-p$|^--package$/,
  uvx: /^--(?:from|with)$/,
};
/** `npm exec black` and its kin: two words that run a third. */
const RUNNER_PAIRS = /^(?:npm exec|pnpm exec|pnpm dlx|yarn exec|yarn dlx|bun x|poetry run|uv run|pipx run|bundle exec|python3? -m|corepack (?:pnpm|yarn))$/;

export interface RunCommand extends UnwrappedCommand {
  /** It is run as it stands, or by a package runner that was only told to say yes. */
  readonly isPlain: boolean;
  /** It is run in another directory (`env -C`, `sudo -D`). */
  readonly isMoved: boolean;
}

/** The program behind `sudo`, `env A=1`, `npx -y`, `poetry run` and the like, as well, for what it may change. */
export function withoutRunner(words: readonly string[]): RunCommand {
  let rest = words;
  let isPlain = true;
  let isMoved = false;
  let hasOpenArguments = false;
  for (;;) {
    const unwrapped = unwrapCommand(rest);
    rest = unwrapped.words;
    hasOpenArguments ||= unwrapped.hasOpenArguments;
    const name = rest[0] ?? '';
    const valueOptions = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
    const isPair = RUNNER_PAIRS.test(`${name} ${rest[1] ?? ''}`);
    if (valueOptions === undefined && !isPair) return { words: rest, isPlain, isMoved, hasOpenArguments };
    let at = isPair ? 2 : 1;
    for (; /^-|^[A-Za-z_]\w*=/.test(rest[at] ?? ''); at++) {
      if (/^(?:-[CD]|--chdir)/.test(rest[at] ?? '')) isMoved = true;
      if (!/^(?:-y|--yes|--no)$/.test(rest[at] ?? '')) isPlain = false;
      if (valueOptions?.test(rest[at] ?? '')) at++;
    }
    if (!PACKAGE_RUNNERS.test(name)) isPlain = false;
    rest = rest.slice(at);
  }
}
