import type { Node } from 'web-tree-sitter';
import type { ShellLine, SimpleCommand } from '../core/classify/shell.ts';
import { readWord } from './read-word.ts';

/** Deeper nesting than any person or model writes: the line counts as not parsed. */
const NESTING_DEPTH = 200;

type OpenCommand = { -readonly [K in keyof SimpleCommand]: SimpleCommand[K] extends readonly string[] ? string[] : SimpleCommand[K] };

/**
 * All simple commands of a parsed line, in order: pipelines, lists, substitutions, loops and functions flattened. What the
 * grammar sets apart but a reader must know of stands as a command of its own: `[[ … ]]` as `[[`, `export X=1` by its own
 * word, the list of a loop as `for`, the value of a `case` as `case`, the redirections of a group as one without words.
 * `null` for what is nested too deeply.
 */
export function flattenLine(root: Node): ShellLine | null {
  const flattening: Flattening = { commands: [], byNode: new Map(), isTooDeep: false };
  flatten(flattening, root, [], 0);
  return flattening.isTooDeep ? null : { commands: flattening.commands };
}

interface Flattening {
  readonly commands: OpenCommand[];
  readonly byNode: Map<number, OpenCommand>;
  isTooDeep: boolean;
}

/** What has moved the shell so far, as in `SimpleCommand.movedBy`. The same array means: not moved. */
type Moves = readonly number[] | undefined;

/** What holds no command; not descended into, as each step crosses into wasm. */
const LEAVES: ReadonlySet<string> = new Set(
  'word number raw_string string_content ansi_c_string comment variable_name special_variable_name file_descriptor heredoc_start heredoc_content heredoc_end'.split(
    ' ',
  ),
);
/** Run in a process of their own: a `cd` in them ends with them. A background command does, too, but counts as if it did not. */
const OWN_PROCESS: ReadonlySet<string> = new Set(['subshell', 'pipeline', 'command_substitution', 'process_substitution']);

/** Flattens a node that is reached with these moves; gives the moves after it, if it succeeds. */
function flatten(flattening: Flattening, node: Node, before: Moves, depth: number): Moves {
  if (LEAVES.has(node.type) || flattening.isTooDeep) return before;
  if (depth > NESTING_DEPTH) {
    flattening.isTooDeep = true;
    return before;
  }
  if (node.type === 'redirected_statement') return flattenRedirected(flattening, node, before, depth);
  if (node.type === 'list') return flattenList(flattening, node, before, depth);
  const own = ownCommand(node);
  if (own) return flattenCommand(flattening, node, { ...own, movedBy: before }, depth);
  const after = flattenSequence(flattening, node.namedChildren, before, depth);
  return OWN_PROCESS.has(node.type) ? before : after;
}

function flattenCommand(flattening: Flattening, node: Node, own: OpenCommand, depth: number): Moves {
  const position = flattening.commands.push(own) - 1;
  flattening.byNode.set(node.id, own);
  // What is substituted in its words runs before it and in processes of its own.
  for (const child of node.namedChildren) flatten(flattening, child, own.movedBy, depth + 1);
  if (!mayMove(own) || own.movedBy === undefined) return own.movedBy;
  return [...own.movedBy, position];
}

/** One after the other, whether or not they succeed: once one may have moved the shell, it is not known where it is. */
function flattenSequence(flattening: Flattening, nodes: readonly Node[], before: Moves, depth: number): Moves {
  let moves = before;
  for (const node of nodes) if (flatten(flattening, node, moves, depth + 1) !== moves) moves = undefined;
  return moves;
}

/** `a && b`: what `a` moved holds for `b`. After `a || b` it is not known which of the two ran. */
function flattenList(flattening: Flattening, node: Node, before: Moves, depth: number): Moves {
  if (node.children.some((child) => child.type === '||')) return flattenSequence(flattening, node.namedChildren, before, depth);
  return node.namedChildren.reduce<Moves>((moves, child) => flatten(flattening, child, moves, depth + 1), before);
}

/** `cd` and its kin, also behind another word (`command cd a`), and what runs a text that may hold one. */
const MOVES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir', 'eval', 'source', '.', 'trap']);

function mayMove(command: OpenCommand): boolean {
  return MOVES_DIRECTORY.has(command.words[0] ?? '') || command.words.some((word) => /^(?:cd|pushd|popd)$/.test(word)) || /^[$`]/.test(command.words[0] ?? '');
}

function ownCommand(node: Node): OpenCommand | undefined {
  switch (node.type) {
    case 'command':
      return simpleCommand(node);
    case 'test_command':
      return wordsCommand(node.children[0]?.text ?? '[[', testWords(node));
    case 'declaration_command':
    case 'unset_command':
      return wordsCommand(node.children[0]?.text ?? node.type, node.namedChildren);
    case 'for_statement':
      return wordsCommand(
        'for',
        node.childrenForFieldName('value').filter((child) => child !== null),
      );
    case 'c_style_for_statement':
      return wordsCommand('for', []);
    case 'case_statement':
      return wordsCommand(
        'case',
        node.childrenForFieldName('value').filter((child) => child !== null),
      );
    case 'variable_assignment':
      return isLoneAssignment(node) ? { ...empty(), assignments: [node.text], isLiteral: isLiteralAssignment(node) } : undefined;
    default:
      return undefined;
  }
}

function empty(): OpenCommand {
  return { words: [], isLiteral: true, assignments: [], writesTo: [], readsFrom: [], movedBy: undefined };
}

function isLoneAssignment(node: Node): boolean {
  const parent = node.parent?.type;
  return parent !== 'command' && parent !== 'declaration_command';
}

function isLiteralAssignment(node: Node): boolean {
  const value = node.childForFieldName('value');
  return value === null || readWord(value).isLiteral;
}

function simpleCommand(node: Node): OpenCommand {
  const command = empty();
  for (const child of node.namedChildren) {
    if (child.type === 'variable_assignment') {
      command.assignments.push(child.text);
      if (!isLiteralAssignment(child)) command.isLiteral = false;
    } else if (child.type === 'file_redirect') addRedirect(command, child);
    else if (child.type === 'herestring_redirect') {
      if (!child.namedChildren.every((value) => readWord(value).isLiteral)) command.isLiteral = false;
    } else if (child.type === 'comment' || child.type === 'heredoc_redirect') continue;
    else addWord(command, child.type === 'command_name' ? (child.namedChildren[0] ?? child) : child);
  }
  return command;
}

function wordsCommand(name: string, nodes: readonly Node[]): OpenCommand {
  const command: OpenCommand = { ...empty(), words: [name] };
  for (const node of nodes) addWord(command, node);
  return command;
}

/** The operands of a test: its operators and parentheses say nothing on what it reads. */
function testWords(node: Node): readonly Node[] {
  return node.namedChildren.flatMap((child) => (child.type.endsWith('_expression') ? testWords(child) : [child]));
}

function addWord(command: OpenCommand, node: Node): void {
  const word = readWord(node);
  command.words.push(word.text);
  if (!word.isLiteral) command.isLiteral = false;
}

/**
 * Redirections of a pipeline or a list belong to its last command, as the grammar sets them outside. Those of a group or
 * a loop are a command of their own: its files are opened in front of it, in the directory where it stands.
 */
function flattenRedirected(flattening: Flattening, node: Node, before: Moves, depth: number): Moves {
  const body = node.childForFieldName('body');
  const after = body ? flatten(flattening, body, before, depth + 1) : before;
  const last = body ? lastOf(body) : undefined;
  let command = last && flattening.byNode.get(last.id);
  if (command === undefined) {
    command = { ...empty(), movedBy: last === undefined || last.id === body?.id ? before : undefined };
    flattening.commands.push(command);
  }
  for (const redirect of node.childrenForFieldName('redirect')) {
    if (redirect === null) continue;
    if (redirect.type === 'file_redirect') addRedirect(command, redirect);
    else addHereDocument(command, redirect);
    for (const child of redirect.namedChildren) flatten(flattening, child, before, depth + 1);
  }
  return after;
}

function lastOf(body: Node): Node {
  let node = body;
  while (node.type === 'list' || node.type === 'pipeline' || node.type === 'negated_command' || node.type === 'redirected_statement') {
    const inner = node.type === 'redirected_statement' ? node.childForFieldName('body') : node.namedChildren.at(-1);
    if (!inner) return node;
    node = inner;
  }
  return node;
}

/** Its own redirections stand inside it; a body with expansions is not what the text shows. */
function addHereDocument(command: OpenCommand, redirect: Node): void {
  for (const inner of redirect.namedChildren) {
    if (inner.type === 'file_redirect') addRedirect(command, inner);
    if (inner.type === 'heredoc_body' && inner.namedChildren.some((part) => part.type !== 'heredoc_content')) command.isLiteral = false;
    if (inner.type === 'heredoc_body' && inner.text.includes('`') && !isQuoted(redirect)) {
      // The grammar leaves a backtick in a body as text, where bash runs it: nobody knows what.
      command.words.unshift('eval');
      command.isLiteral = false;
    }
    if (inner.type === 'herestring_redirect' && !inner.namedChildren.every((value) => readWord(value).isLiteral)) command.isLiteral = false;
  }
}

/** `<<'EOF'`: nothing in the body is run. */
function isQuoted(redirect: Node): boolean {
  return /['"\\]/.test(redirect.namedChildren.find((child) => child.type === 'heredoc_start')?.text ?? '');
}

const DESCRIPTOR = /^(?:\d+|-|\d+-)$/;

function addRedirect(command: OpenCommand, node: Node): void {
  const operator = node.children.find((child) => /^[<>&|]+$/.test(child.type))?.type ?? '>';
  for (const destination of node.childrenForFieldName('destination')) {
    if (destination === null) continue;
    const target = readWord(destination);
    const isDescriptor = operator.endsWith('&') && DESCRIPTOR.test(target.text);
    if (isDescriptor || operator.endsWith('&-') || target.text === '/dev/null') continue;
    if (operator.includes('>')) {
      if (target.text !== '/dev/stdout' && target.text !== '/dev/stderr') command.writesTo.push(target.text);
    } else command.readsFrom.push(target.text);
    if (!target.isLiteral) command.isLiteral = false;
  }
}
