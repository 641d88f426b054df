import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addArchiveVerbs } from '../src/cli/archive-verbs.ts';
import { addAudit } from '../src/cli/audit.ts';
import { addCompact } from '../src/cli/compact.ts';
import { addConvert } from '../src/cli/convert.ts';
import { addDoctor } from '../src/cli/doctor.ts';
import { addHook } from '../src/cli/hook.ts';
import { addInspect } from '../src/cli/inspect.ts';
import { addInstall } from '../src/cli/install.ts';
import { addMcp } from '../src/cli/mcp.ts';
import { addPlan } from '../src/cli/plan.ts';
import { addProxy } from '../src/cli/proxy.ts';
import { addRecall } from '../src/cli/recall.ts';
import { addVerify } from '../src/cli/verify.ts';
import { RULES } from '../src/core/classify/rules.ts';
import type { ToolRule, ToolTable } from '../src/core/classify/tools/tool-rule.ts';
import { DEFAULTS } from '../src/core/defaults.ts';
import { ERROR_CODES, type ErrorCode } from '../src/core/errors/holdfast-error.ts';
import { LIMITS } from '../src/core/limits.ts';
import { formats } from '../src/formats/index.ts';

/** File name below `docs/` to text, of each page that is made from the code's own tables. Run from the repository's root. */
export function referencePages(): Readonly<Record<string, string>> {
  const sections = [introduction(), commandSection(), ruleSection(), errorSection(), exitCodeSection(), limitSection(), defaultSection(), toolSection()];
  return { 'reference.md': `${sections.join('\n\n')}\n` };
}

const IN_ORDER_OF_HELP = [
  ...[addCompact, addPlan, addAudit, addVerify, addRecall, addInspect],
  ...[addProxy, addMcp, addInstall, addConvert, addArchiveVerbs, addDoctor, addHook],
];

/** Every verb with its flags, as the command line has them. */
export function verbs(): readonly Command[] {
  const program = new Command('holdfast');
  for (const add of IN_ORDER_OF_HELP) add(program);
  return program.commands;
}

function introduction(): string {
  return `# Reference

Made from the code by \`npm run docs\`; do not edit it by hand.

    compact  plan  audit  verify  recall  inspect  convert    a conversation
    proxy  mcp  install  hook                                 agents while they run
    stats  export  import  erase  gc  doctor                  the archive and this machine
`.trimEnd();
}

function commandSection(): string {
  const parts = verbs().map((verb) => {
    const usage = ['holdfast', verb.name(), verb.usage()].join(' ');
    const arguments_ = verb.registeredArguments.map((one) => [
      `\`${one.required ? `<${one.name()}${one.variadic ? '…' : ''}>` : `[${one.name()}]`}\``,
      one.description,
    ]);
    const options = verb.options.map((option) => [`\`${option.flags}\``, option.description]);
    return `### holdfast ${verb.name()}\n\n${sentence(verb.description())}\n\n\`${usage}\`\n\n${tableOf(['argument or flag', 'what it does'], [...arguments_, ...options])}`;
  });
  return `## Commands\n\n\`--help\` after a verb prints the same. Tokens may be written as \`80000\`, \`80k\` or \`2M\`, shares as \`40%\` or \`0.4\`.\n\n${parts.join('\n\n')}`;
}

function ruleSection(): string {
  const rows = RULES.map((rule) => [`\`${rule.id}\``, rule.spanClass, rule.handleState, rule.title]);
  return `## Rules\n\nThe first row that fits a span, from top to bottom, gives its class. The id stands in receipts, and in tombstones as \`why\`.\n\n${tableOf(['rule', 'class', 'handle state', 'what it fits'], rows)}`;
}

/** The compiler wants a row for each code. */
const ERROR_MEANINGS: Readonly<Record<ErrorCode, readonly [error: string, meaning: string]>> = {
  'invariant-unmet': [
    'CompactionInvariantError',
    'Only authoritative spans are left and the target, or `protectedBudget`, is unmet. Raise it, release spans, give the agent recall, let talk leave by `--overflow tombstone`, or use `--strategy truncate`.',
  ],
  'verification-failed': [
    'VerificationError',
    'The output cannot be proved from itself and the archive. Keep the original; name the archive that it was compacted with.',
  ],
  'fidelity-exhausted': [
    'FidelityBudgetExhausted',
    'A segment of a checkpoint cannot be covered, with `--on-exhausted throw`; or the reference contract `compactSpan` says so.',
  ],
  'summarizer-unavailable': ['SummarizerError', 'The summarizer did not answer after its retries. Run it again: what was written is kept.'],
  'summarizer-refused': ['SummarizerError', "The provider refused the call. Check the model's name and the key."],
  'summarizer-unusable': ['SummarizerError', 'The summarizer answered without a text that can be used: nothing, thinking alone, or one that was cut off.'],
  'format-unknown': ['FormatError', 'The input is of no format that is read. Name it with `--format`, or convert it.'],
  'format-invalid': ['FormatError', 'The input breaks its format; line or path say where.'],
  'format-limit': ['FormatError', 'The input is beyond a [limit](#limits), which the message names.'],
  'orphan-result': ['FormatError', 'A result without its call. Pass the whole conversation, or `--repair`.'],
  'orphan-call': ['FormatError', 'A call without its result, and the conversation went on. Pass the whole conversation, or `--repair`.'],
  'duplicate-id': ['FormatError', 'An id stands twice.'],
  'input-unreadable': ['FormatError', 'The file is not there, may not be read, or is a directory.'],
  'output-unwritable': ['ArchiveError', 'The output cannot be written; nothing was changed.'],
  'archive-unavailable': ['ArchiveError', 'The archive cannot be opened or written.'],
  'archive-version': ['ArchiveError', 'The archive is of another version.'],
  'archive-busy': ['ArchiveError', 'Another process compacts this conversation, or holds the archive. Try again.'],
  'archive-corrupt': ['ArchiveError', 'The archive is damaged; `holdfast doctor` looks at every hash.'],
  'archive-key': ['ArchiveError', "A span came with a handle that was not made with this archive's key."],
  'handle-unknown': ['HandleError', 'This archive does not hold the handle. Name the archive that the conversation was compacted with.'],
  'handle-malformed': ['HandleError', 'That is not an archive handle.'],
  'marker-malformed': ['FormatError', 'A text is no tombstone, or the fields of one cannot be written.'],
  'config-invalid': ['ConfigError', 'An option, flag or combination of them cannot be used.'],
  'plan-stale': ['ConfigError', 'A saved plan was made for another input, or a configuration was changed after `install` showed the difference. Run it again.'],
};

function errorSection(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, exitCode]) => [
    `\`${code}\``,
    String(exitCode),
    `\`${ERROR_MEANINGS[code as ErrorCode][0]}\``,
    ERROR_MEANINGS[code as ErrorCode][1],
  ]);
  return `## Error codes\n\nStable. Every error has \`code\`, \`what\`, \`where\`, \`next\` and \`toJSON()\`; with \`--json\` the command prints it as JSON.\n\n${tableOf(['code', 'exit code', 'error', 'what it means and what to do'], rows)}`;
}

function exitCodeSection(): string {
  const rows = [
    ['0', 'done; also where nothing was to be done'],
    ['2', 'wrong use'],
    ['3', 'the input was not understood; `holdfast doctor` found something'],
    ['4', 'halted by an invariant or a stale plan; the input is untouched'],
    ['5', 'the proof failed'],
    ['6', 'the archive, a handle, or the output file'],
    ['7', '`holdfast plan` only: nothing to do'],
    ['70', 'a fault of holdfast itself; the input is untouched'],
  ];
  return `## Exit codes\n\n${tableOf(['exit code', 'meaning'], rows)}`;
}

function limitSection(): string {
  const meanings = comments('src/core/limits.ts');
  const rows = Object.entries(LIMITS).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en-US'), meanings.get(name) ?? '']);
  return `## Limits\n\nBeyond one is an error that names it, or a cut where the row says so.\n\n${tableOf(['limit', 'value', 'what it bounds'], rows)}`;
}

function defaultSection(): string {
  const meanings = comments('src/core/defaults.ts');
  const rows = Object.entries(DEFAULTS).map(([name, value]) => [
    `\`${name}\``,
    typeof value === 'number' ? value.toLocaleString('en-US') : `\`${value}\``,
    meanings.get(name) ?? `Where the option \`${name}\` is not given.`,
  ]);
  return `## Defaults\n\nExported as \`DEFAULTS\`.\n\n${tableOf(['default', 'value', 'what it is'], rows)}`;
}

/** Which rule it is, which only those who build holdfast want to know. */
const RULE_NUMBER = / \((?:DESIGN §\d+|[A-Z]\d+)(?:: [^)]*)?\)/;

/** What stands in the comment above each member of a table: the one source of its meaning. */
function comments(path: string): ReadonlyMap<string, string> {
  const found = readFileSync(path, 'utf8').matchAll(/\/\*\* ([^\n]*?) \*\/\n {2}(\w+):/g);
  return new Map([...found].map(([, comment = '', name = '']) => [name, comment.replace(RULE_NUMBER, '')]));
}

function toolSection(): string {
  const parts = Object.values(formats).map(
    ({ name, title, tools }) => `### ${title}: \`${name}\`\n\n${tableOf(['tools', 'count as', 'source'], toolRows(tools))}`,
  );
  return `## Tools\n\nWhat the exchanges of a tool count as, by its arguments; the first row that fits wins. Where the arguments are not as expected, and for a tool that is in no table, it is \`one-shot\`: it changed something or cannot be repeated. A \`shell\` command is parsed, and repeatable only if all of it is on the read-only list. holdfast's own \`recall\` tool counts as \`recall\` in every format.\n\nThe last column says where the fact comes from: \`formats.md\` and \`transcripts\` are our notes and recordings, which are not in this repository.\n\n${parts.join('\n\n')}`;
}

/** Neighbours that count as the same, from the same source, share a row. */
function toolRows(tools: ToolTable): readonly (readonly string[])[] {
  const rows: { readonly names: string[]; readonly effects: string; readonly source: string }[] = [];
  for (const tool of tools) {
    const effects = effectsOf(tool).join(', ');
    const last = rows.at(-1);
    if (last?.effects === effects && last.source === tool.source) last.names.push(`\`${tool.name}\``);
    else rows.push({ names: [`\`${tool.name}\``], effects, source: tool.source });
  }
  return rows.map(({ names, effects, source }) => [names.join(' '), effects, source]);
}

/** Arguments as tools have them, so that a rule shows what it makes of good ones. */
const ARGUMENTS = {
  path: 'a.ts',
  file_path: 'a.ts',
  notebook_path: 'a.ts',
  absolute_path: 'a.ts',
  dir_path: '.',
  pattern: 'word',
  url: 'https://example.com/',
  cmd: 'ls',
  offset: 1,
  limit: 2,
  filename: 'a.ts',
  skill: 'name',
  subject: 'a task',
  taskId: '1',
  handle: 'hf_aaaaaaaaaaaaaaaaaaaa',
  input: '*** Begin Patch\n*** Add File: a.ts\n+a\n*** End Patch',
};
const ITEMS = [{ content: 'a task', text: 'a task', title: 'a task', step: 'a task', description: 'a task', status: 'pending' }];
const LISTS = { todos: ITEMS, plan: ITEMS, task_list: ITEMS, items: ITEMS, tasks: ITEMS };
/** Values of `command` that editors and task lists tell apart. The first is a shell's. */
const COMMANDS = ['ls', 'view', 'create', 'str_replace', 'plan', 'open a.ts', 'create a.ts', 'search_file word a.ts'];

function effectsOf(tool: ToolRule): readonly string[] {
  const effects = COMMANDS.map((command) => tool.effectOf({ ...ARGUMENTS, ...LISTS, command })?.effect ?? 'one-shot');
  const found = new Set<string>(effects);
  for (const command of COMMANDS) found.add(tool.effectOf({ command })?.effect ?? 'one-shot');
  if (found.size > 1) found.delete('one-shot');
  return [...found];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
