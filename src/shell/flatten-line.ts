import type { Node } from 'web-tree-sitter';
import type { ShellLine, SimpleCommand } from '../core/classify/shell.ts';
import { readWord } from './read-word.ts';

/** Deeper nesting than any person or model writes: the line counts as not parsed. */
const NESTING_DEPTH = 200;

type OpenCommand = { -readonly [K in keyof SimpleCommand]: SimpleCommand[K] extends readonly string[] ? string[] : SimpleCommand[K] };

/**
 * All simple commands of a parsed line, in order: pipelines, lists, substitutions, loops and functions flattened. What the
 * grammar sets apart but a reader must know of stands as a command of its own: `[[ … ]]` as `[[`, `export X=1` by its own
 * word, the list of a loop as `for`, the value of a `case` as `case`. `null` for what is nested too deeply.
 */
export function flattenLine(root: Node): ShellLine | null {
  const commands: OpenCommand[] = [];
  return flatten(root, commands, 0) ? { commands } : null;
}

/** What holds no command; not descended into, as each step crosses into wasm. */
const LEAVES: ReadonlySet<string> = new Set(
  'word number raw_string string_content ansi_c_string comment variable_name special_variable_name file_descriptor heredoc_start heredoc_content heredoc_end'.split(
    ' ',
  ),
);

function flatten(node: Node, commands: OpenCommand[], depth: number): boolean {
  if (LEAVES.has(node.type)) return true;
  if (depth > NESTING_DEPTH) return false;
  const own = ownCommand(node);
  if (own) commands.push(own);
  else if (node.type === 'redirected_statement') return flattenRedirected(node, commands, depth);
  return node.namedChildren.every((child) => flatten(child, commands, depth + 1));
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
  return { words: [], isLiteral: true, assignments: [], writesTo: [], readsFrom: [] };
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

/** Redirections of a pipeline or a list belong to its last command, as the grammar sets them outside. */
function flattenRedirected(node: Node, commands: OpenCommand[], depth: number): boolean {
  const start = commands.length;
  const body = node.childForFieldName('body');
  if (body && !flatten(body, commands, depth + 1)) return false;
  if (commands.length === start) commands.push(empty());
  // Of a single command its own, the first that was found: what follows it are its substitutions.
  const command = (body?.type === 'command' ? commands[start] : commands.at(-1)) ?? empty();
  for (const redirect of node.childrenForFieldName('redirect')) {
    if (redirect === null) continue;
    if (redirect.type === 'file_redirect') addRedirect(command, redirect);
    else addHereDocument(command, redirect);
    if (!redirect.namedChildren.every((child) => flatten(child, commands, depth + 1))) return false;
  }
  return true;
}

/** Its own redirections stand inside it; a body with expansions is not what the text shows. */
function addHereDocument(command: OpenCommand, redirect: Node): void {
  for (const inner of redirect.namedChildren) {
    if (inner.type === 'file_redirect') addRedirect(command, inner);
    if (inner.type === 'heredoc_body' && inner.namedChildren.some((part) => part.type !== 'heredoc_content')) command.isLiteral = false;
    if (inner.type === 'herestring_redirect' && !inner.namedChildren.every((value) => readWord(value).isLiteral)) command.isLiteral = false;
  }
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
