/** Commands that run the command behind them, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, { readonly valueOptions: RegExp; readonly positionals: number }>> = {
  time: { valueOptions: /^$/, positionals: 0 },
  timeout: { valueOptions: /^(?:-k|-s|--kill-after|--signal)$/, positionals: 1 },
  gtimeout: { valueOptions: /^(?:-k|-s|--kill-after|--signal)$/, positionals: 1 },
  nice: { valueOptions: /^(?:-n|--adjustment)$/, positionals: 0 },
  stdbuf: { valueOptions: /^(?:-i|-o|-e)$/, positionals: 0 },
  command: { valueOptions: /^$/, positionals: 0 },
  builtin: { valueOptions: /^$/, positionals: 0 },
  xargs: { valueOptions: /^(?:-n|-I|-P|-L|-d|-a|-s|-E|--max-args|--max-procs|--replace|--delimiter|--arg-file|--max-lines)$/, positionals: 0 },
};

export interface UnwrappedCommand {
  readonly words: readonly string[];
  /** More arguments come from outside the text (`xargs`). */
  readonly hasOpenArguments: boolean;
}

/** The command that runs in the end: `timeout 5 git log` is `git log`, `command -v x` is `which x`. */
export function unwrapCommand(words: readonly string[]): UnwrappedCommand {
  let rest = words;
  let hasOpenArguments = false;
  for (;;) {
    const name = rest[0] ?? '';
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (wrapper === undefined) return { words: rest, hasOpenArguments };
    if (name === 'command' && /^-[pvV]*[vV]/.test(rest[1] ?? '')) return { words: ['which', ...rest.slice(2)], hasOpenArguments };
    if (name === 'time' && rest.some((word, at) => at > 0 && /^(?:-[a-z]*o|--output)/.test(word)) && rest[1]?.startsWith('-'))
      return { words: rest, hasOpenArguments };
    if (name === 'xargs') hasOpenArguments = true;
    let at = 1;
    while (rest[at]?.startsWith('-')) at += wrapper.valueOptions.test(rest[at] ?? '') ? 2 : 1;
    rest = rest.slice(at + wrapper.positionals);
    if (rest.length === 0) return { words: name === 'xargs' ? ['echo'] : [], hasOpenArguments };
  }
}
