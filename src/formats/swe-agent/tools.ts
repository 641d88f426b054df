import { type Arguments, numberOf, oneShotRules, textOf, toolRules } from '../../core/classify/tools/arguments.ts';
import { editorRules } from '../../core/classify/tools/editor-tool.ts';
import { shellRules } from '../../core/classify/tools/shell-tools.ts';
import type { ToolEffect, ToolTable } from '../../core/classify/tools/tool-rule.ts';
import { argumentsText } from '../../core/handles/command-handle.ts';

const SOURCE = 'seen in transcripts/swe-agent';
const TEXT_FORM = `${SOURCE}: in text form the whole line stands under command`;

/**
 * SWE-agent's commands by what they do (DESIGN §4): with function calling by their own arguments, in text form by the words
 * of the line. `edit` and `insert` write the file that is open, which the call does not name.
 */
export const SWE_AGENT_TOOLS: ToolTable = [
  ...shellRules('bash', `${SOURCE}; mini-swe-agent's bash blocks`),
  ...editorRules('str_replace_editor', SOURCE),
  ...toolRules('open', TEXT_FORM, (input) => windowRead(input)),
  ...toolRules('create', TEXT_FORM, (input) => created(input)),
  ...toolRules('edit insert', `${TEXT_FORM}: of the open file`, () => ({ effect: 'write-file', paths: [], isWhole: false })),
  ...toolRules('find_file', TEXT_FORM, (input) => search('find_file', input, 2)),
  ...toolRules('search_dir', TEXT_FORM, (input) => search('search_dir', input, 2)),
  ...toolRules('search_file', `${TEXT_FORM}; without a file it searches the open one`, (input) => searchedFile(input)),
  ...oneShotRules('goto scroll_up scroll_down submit exit_cost exit_context exit_format exit_forfeit', `${SOURCE}: depends on the open file, or ends the run`),
  ...toolRules('*', `${TEXT_FORM}: any other line goes to the shell`, (input) => shellLine(input)),
];

/** The arguments of a line in text form, without quotes; `undefined` with function calling. */
function lineWords(input: Arguments): readonly string[] | undefined {
  const line = Object.keys(input).length === 1 ? textOf(input, 'command') : undefined;
  return line
    ?.split('\n', 1)[0]
    ?.trim()
    .split(/\s+/)
    .slice(1)
    .map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

/** The command's window depends on where it stands, so the handle is the command, not a range of lines. */
function windowRead(input: Arguments): ToolEffect | null {
  const words = lineWords(input);
  const path = words ? words[0] : textOf(input, 'path');
  const line = words ? words[1] : numberOf(input, 'line_number')?.toString();
  return path === undefined ? null : { effect: 'list', command: `open ${path}${line === undefined ? '' : ` ${line}`}`, paths: [path] };
}

function created(input: Arguments): ToolEffect | null {
  const path = lineWords(input)?.[0] ?? textOf(input, 'filename', 'path');
  return path === undefined ? null : { effect: 'write-file', paths: [path], isWhole: true };
}

function search(name: string, input: Arguments, mostWords: number): ToolEffect | null {
  const words = lineWords(input);
  if (words && (words.length === 0 || words.length > mostWords)) return { effect: 'list', command: `${name} ${words.join(' ')}`, paths: [] };
  const path = words ? words[1] : textOf(input, 'dir');
  return { effect: 'list', command: `${name} ${words ? words.join(' ') : argumentsText(input)}`, paths: path === undefined ? [] : [path] };
}

function searchedFile(input: Arguments): ToolEffect | null {
  const words = lineWords(input);
  const path = words ? (words.length === 2 ? words[1] : undefined) : textOf(input, 'file');
  return path === undefined ? null : { effect: 'list', command: `search_file ${words ? words.join(' ') : argumentsText(input)}`, paths: [path] };
}

function shellLine(input: Arguments): ToolEffect | null {
  const command = Object.keys(input).length === 1 ? textOf(input, 'command') : undefined;
  return command === undefined ? null : { effect: 'shell', command };
}
