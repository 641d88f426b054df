import { gitChangesTree } from './git-touches.ts';
import { findPlaces } from './read-only-commands.ts';
import type { RunCommand } from './unwrap-command.ts';

/** Programs whose very use is to change files: any of their words may be one. */
const FILE_CHANGING =
  /^(?:rm|mv|cp|sed|gsed|tee|touch|truncate|dd|ln|install|rsync|perl|ruby|shred|unlink|rmdir|mkdir|curl|wget|chmod|chown|find|fd|fdfind|ed|ex|vim|vi|nano|sort|split|csplit|prettier|black|isort|ruff|autopep8|yapf|eslint|biome|gofmt|goimports|rustfmt|clang-format|sponge|gzip|gunzip|bzip2|xz|zstd|unexpand|dos2unix|unix2dos|rename|sd|awk|gawk|mawk|uniq|xxd)$/;
/** They unpack or patch what a file says. */
const TREE_PROGRAMS = /^(?:patch|gpatch|tar|bsdtar|unzip|7z|7za|cpio|unar)$/;
/** A call to bring files into form: `cargo fmt`, `npm run lint:fix`, `eslint --fix`, `ruff format`. */
const FORMATS_TREE =
  /^(?:[^\s-]\S*[:_-])?(?:fmt|format|fix|codemod|codegen|autofix)(?:[:_-]\S*)?$|^--(?:fix|write|apply|in-place|overwrite)$|^-(?:auto-correct|autocorrect)/;
/** Whose messages and packages may be called like that, without that they form anything. */
const NO_FORMATTER = /^(?:gh|docker|podman|kubectl|curl|wget|pip3?|apt|apt-get|brew|echo|printf|kill)$/;

/** `sed` runs what stands behind the command `e`, or what a substitution with that flag makes. */
const SED_RUNS = /(?:^|[\d$/;{}|#,!])[gpIimM\d]*e(?:[ \t;}]|$)/;

/** Longer words are not looked at by patterns, so that none takes long. */
const LONGEST_WORD = 400;

export function changesFiles(words: readonly string[]): boolean {
  return FILE_CHANGING.test(words[0] ?? '');
}

/**
 * True where files change that the command does not name: everything below its directory. A changer of files whose
 * arguments come from elsewhere (`xargs sed -i`) is one; a formatter without a file is one. Not: programs that nothing is
 * known of (`npm test`), whose words alone count.
 */
export function changesTree({ words, hasOpenArguments }: Pick<RunCommand, 'words' | 'hasOpenArguments'>): boolean {
  const [name = ''] = words;
  if (hasOpenArguments || TREE_PROGRAMS.test(name)) return true;
  if (name === 'git') return gitChangesTree(words);
  if (/^g?sed$/.test(name)) return words.some((word) => word.length > LONGEST_WORD || SED_RUNS.test(word));
  if (name === 'find') return findPlaces(words).length === 0;
  const git = words.indexOf('git');
  if (git > 0 && git < words.length - 1 && /^(?:checkout|switch|reset|stash|pull|merge|rebase|apply|am|clean)$/.test(words[git + 1] ?? '')) return true;
  return !NO_FORMATTER.test(name) && words.some((word, at) => at > 0 && word.length <= LONGEST_WORD && FORMATS_TREE.test(word));
}

/** Package managers write their lists of dependencies, which no one names. By command: its verbs, and the files. */
const MANIFESTS: readonly (readonly [command: RegExp, verbs: RegExp, files: readonly string[]])[] = [
  [
    /^(?:npm|pnpm|yarn|bun)$/,
    /^(?:install|i|add|remove|rm|uninstall|un|update|up|upgrade|version|init|dedupe|link|unlink|audit|pkg|import|set)$/,
    ['package.json', 'package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'],
  ],
  [/^cargo$/, /^(?:add|remove|rm|update|init|build|check|test|run|generate-lockfile)$/, ['Cargo.toml', 'Cargo.lock']],
  [/^go$/, /^(?:get|mod|work)$/, ['go.mod', 'go.sum', 'go.work']],
  [
    /^(?:poetry|uv|pdm|pipenv)$/,
    /^(?:add|remove|update|lock|sync|install|init|version)$/,
    ['pyproject.toml', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile', 'Pipfile.lock'],
  ],
  [/^(?:bundle|bundler)$/, /^(?:install|add|remove|update|lock)$/, ['Gemfile', 'Gemfile.lock']],
  [/^composer$/, /^(?:install|require|remove|update)$/, ['composer.json', 'composer.lock']],
];

export function manifestsOf(words: readonly string[]): readonly string[] {
  const [name = '', ...rest] = words;
  if (name === 'yarn' && rest.length === 0) return ['yarn.lock'];
  return MANIFESTS.find(([command, verbs]) => command.test(name) && rest.some((word) => verbs.test(word)))?.[2] ?? [];
}
