import { type PlacedCommand, placeCommands } from './placed-command.ts';
import type { ShellParser, SimpleCommand } from './shell.ts';
import { withoutRunner } from './unwrap-command.ts';

/** Scripts in scripts in scripts: what lies deeper is not looked at, and may do anything. */
const SCRIPT_DEPTH = 4;
const SHELL = /^(?:\S*\/)?(?:ba|z|da|k|a)?sh$/;

export interface ScriptedLine {
  /** The commands of the line and of the scripts in it, each script's behind the command that runs it. */
  readonly placed: readonly PlacedCommand[];
  /** Commands that run a script which the text does not show, or that does not parse. */
  readonly opaque: ReadonlySet<PlacedCommand>;
}

/**
 * Looks into the scripts that a line runs (`bash -c '…'`, `eval '…'`) and into the commands that `find` runs. Only for what
 * a line may change: a shell in a shell is never read-only.
 */
export function withScripts(placed: readonly PlacedCommand[], parseShell: ShellParser, depth = 0): ScriptedLine {
  const all: PlacedCommand[] = [];
  const opaque = new Set<PlacedCommand>();
  for (const one of placed) {
    all.push(one);
    for (const inner of innerCommands(one, parseShell)) {
      if (inner === null || depth >= SCRIPT_DEPTH) {
        opaque.add(one);
        continue;
      }
      const further = withScripts(inner, parseShell, depth + 1);
      all.push(...further.placed);
      for (const unseen of further.opaque) opaque.add(unseen);
    }
  }
  return { placed: all, opaque };
}

function innerCommands(one: PlacedCommand, parseShell: ShellParser): readonly (readonly PlacedCommand[] | null)[] {
  const { words } = withoutRunner(one.command.words);
  const executed = executedBy(words).map((inner) => [{ ...one, command: { ...plain(one.command), words: inner } }]);
  const script = scriptOf(words, one.command);
  if (script === undefined) return executed;
  const line = script === null ? null : parseShell(script);
  if (line === null) return [null];
  const placed = placeCommands(line.commands, one.directory);
  return [one.isLost ? placed.map((inner) => ({ ...inner, isLost: true })) : placed];
}

/** Redirections and assignments stay with the command that they stand at. */
function plain(command: SimpleCommand): SimpleCommand {
  return { ...command, assignments: [], writesTo: [], readsFrom: [] };
}

/** `null`: a script that the text does not show. */
function scriptOf(words: readonly string[], command: SimpleCommand): string | null | undefined {
  const [name = '', ...rest] = words;
  if (name === 'eval') return command.isLiteral ? rest.join(' ') : null;
  if (name === 'trap') return command.isLiteral ? rest[0] : null;
  if (/\s/.test(name)) return command.isLiteral ? words.join(' ') : null; // `env -S 'rm a'`
  if (!SHELL.test(name)) return undefined;
  const flag = rest.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word));
  if (flag !== -1) return command.isLiteral ? (rest.slice(flag + 1).find((word) => !word.startsWith('-')) ?? null) : null;
  // A script file is a program as any other; without one it is read from standard input.
  return rest.some((word) => !word.startsWith('-')) && !rest.includes('-s') ? undefined : null;
}

/** The commands behind `-exec` and its kin of `find`, each with arguments that the text does not show. */
export function executedBy(words: readonly string[]): readonly (readonly string[])[] {
  if (words[0] !== 'find') return [];
  const inner: string[][] = [];
  let open: string[] | undefined;
  for (const word of words) {
    if (open === undefined && /^-(?:exec|execdir|ok|okdir)$/.test(word)) {
      open = ['xargs'];
      inner.push(open);
    } else if (word === ';' || word === '+') open = undefined;
    else open?.push(word);
  }
  return inner;
}
