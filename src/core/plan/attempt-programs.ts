/** Programs that, without operands, look at all there is, so that this success stands for every part (`npm test` for `npm test a`). */
export const CHECKS: ReadonlySet<string> = new Set(
  [
    'tsc vitest jest mocha ava tap eslint prettier stylelint knip depcruise', // Node
    'pytest tox nox mypy pyright flake8 pylint black isort', // Python
    'rspec rubocop phpunit phpstan pest ctest ninja', // Ruby, PHP, C++
  ]
    .join(' ')
    .split(' ')
    .concat([
      ...['build', 'check', 'test', 'clippy', 'fmt', 'nextest'].map((verb) => `cargo ${verb}`),
      ...['build', 'test', 'vet', 'generate'].map((verb) => `go ${verb}`),
      ...['biome check', 'biome lint', 'biome ci', 'biome format', 'ruff check', 'ruff format'],
      ...['build', 'test'].flatMap((verb) => ['dotnet', 'swift', 'bazel', 'mix', 'deno'].map((program) => `${program} ${verb}`)),
    ]),
);

/** Scripts of a package that are checks by their names. */
export const CHECK_SCRIPT = /^(?:test|build|lint|check|typecheck|types|tsc|compile|format|verify|unit|e2e|ci)(?:[:_-][\w:-]{0,40})?$/;
export const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** What is named may be left out and is then the same thing: the branch that is checked out. */
export const REFINABLE: ReadonlySet<string> = new Set(['git push', 'git pull', 'git fetch']);

/** Programs whose first word is what they do. */
export const HAS_VERBS: ReadonlySet<string> = new Set(['git', 'cargo', 'go', 'biome', 'ruff', 'dotnet', 'swift', 'bazel', 'mix', 'deno']);

/** Programs that run a script: its flags are its own, and may make it another thing. */
export const INTERPRETERS: ReadonlySet<string> = new Set('node python ruby perl php bash sh zsh deno bun tsx ts-node java'.split(' '));

/** With one of them a program only tells something, and proves nothing. */
export const TELLING_OPTIONS: ReadonlySet<string> = new Set('--help -h --version -V --dry-run --collect-only --list --listTests --showConfig'.split(' '));

/** Options whose value says how, and not what. */
export const MANNER_OPTIONS: ReadonlySet<string> = new Set(
  '--reporter --color --colour --timeout --maxWorkers --max-workers --workers --pool --bail --retry --retries --tb --log-level --loglevel --verbosity --format --max-warnings --maxfail --jobs'.split(
    ' ',
  ),
);

/** Options that say so only with a number behind them: to `grep` and `sed` they are others. */
export const COUNT_OPTIONS: ReadonlySet<string> = new Set(['-j', '-n']);

/** `git commit -m TEXT`, `-am TEXT`: what is said of it does not make it another. */
export const COMMIT_TEXT_OPTION = /^(?:-[a-zA-Z]{0,6}[mF]|--message|--file|--author|--date|--trailer)$/;

/** Arguments by which a tool that no table knows is told what to act on. */
export const TARGET_ARGUMENTS = ['command', 'cmd', 'file_path', 'path', 'paths', 'url', 'uri', 'name', 'title', 'id', 'query', 'pattern', 'key', 'branch'];

/** Commands of a line that prepare or report. */
export const ASIDES: ReadonlySet<string> = new Set('cd echo true export set source . sleep mkdir pwd wait printf unset pushd popd'.split(' '));

/** Variables that do not change what a program does. */
export const MANNER_VARIABLE =
  /^(?:CI|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS|LANG|LC_[A-Z]{1,20}|TZ|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_PAGER|PAGER)=/;
