import { gitCall } from './git-call.ts';

/** Git's commands that change files which they do not name, with what makes each do so. */
const TREE_CHANGING: Readonly<Record<string, (rest: readonly string[]) => boolean>> = {
  checkout: (rest) => !(rest.length === 2 && /^-[bB]$/.test(rest[0] ?? '')),
  switch: (rest) => !(rest.length === 2 && /^-[cC]$/.test(rest[0] ?? '')),
  restore: (rest) => rest.some((word) => /^(?:--pathspec-from-file|-p$|--patch$)/.test(word)),
  reset: (rest) => rest.some((word) => /^--(?:har|mer|ke)/.test(word)),
  stash: (rest) => !/^(?:list|show|drop|clear)$/.test(rest[0] ?? ''),
  worktree: (rest) => !/^(?:list|lock|unlock|prune)$/.test(rest[0] ?? ''),
  submodule: (rest) => !/^(?:status|summary)$/.test(rest[0] ?? 'status'),
  bisect: (rest) => !/^(?:log|view|visualize)$/.test(rest[0] ?? ''),
  pull: () => true,
  merge: () => true,
  rebase: () => true,
  'cherry-pick': () => true,
  revert: () => true,
  am: () => true,
  apply: () => true,
  clean: () => true,
  'read-tree': () => true,
  'sparse-checkout': () => true,
  clone: () => false,
  grep: () => true, // not read-only: it opens what it finds
  'checkout-index': (rest) => rest.some((word) => /^(?:-a|--all|--stdin|-[a-z]*a[a-z]*)$/.test(word)),
};
/** Git's commands that change only its own records: what they name is not written by them. */
const RECORDING: ReadonlySet<string> = new Set(
  'add stage commit push fetch tag branch config remote gc notes prune repack pack-refs reflog update-index update-ref symbolic-ref write-tree commit-tree hash-object maintenance fsck ls-remote rerere'.split(
    ' ',
  ),
);
/** They write only what they name: files that are moved, or one that an option gives them for what they print. */
const NAMING: ReadonlySet<string> = new Set(
  'mv rm init log show status diff blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file merge-base name-rev for-each-ref show-ref diff-tree diff-index diff-files grep archive format-patch bundle version var help'.split(
    ' ',
  ),
);

/** Files change that the call does not name. So does what is not known: an alias may be anything. */
export function gitChangesTree(words: readonly string[]): boolean {
  const { subcommand, rest } = gitCall(words);
  if (subcommand === undefined) return words.length > 1;
  if (Object.hasOwn(TREE_CHANGING, subcommand)) {
    const dashes = rest.indexOf('--');
    return TREE_CHANGING[subcommand]?.(rest) === true && !(dashes !== -1 && dashes < rest.length - 1);
  }
  return !RECORDING.has(subcommand) && !NAMING.has(subcommand);
}

export function isRecordingGit(words: readonly string[]): boolean {
  return words[0] === 'git' && RECORDING.has(gitCall(words).subcommand ?? '');
}
