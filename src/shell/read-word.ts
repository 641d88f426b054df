import type { Node } from 'web-tree-sitter';

/** A word as a command gets it, where the text shows it; else its source. */
export interface Word {
  readonly text: string;
  readonly isLiteral: boolean;
}

/**
 * Unquotes a word. Not literal where the shell puts in what the text does not show: a variable, a substitution,
 * arithmetic, braces. A pattern (`*.ts`) stays as it is written and counts as literal, as it can only become file names.
 * A process substitution is a file name that the shell makes up: its commands are looked at on their own.
 */
export function readWord(node: Node): Word {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
    case 'variable_name':
    case 'test_operator':
      return { text: node.text.replace(/\\(?:\n|([\s\S]))/g, '$1'), isLiteral: !node.text.includes('`') };
    case 'raw_string':
      return { text: node.text.slice(1, -1), isLiteral: true };
    case 'string':
      return readString(node);
    case 'translated_string':
      return readWord(node.namedChildren[0] ?? node);
    case 'ansi_c_string':
      return readAnsi(node.text.slice(2, -1));
    case 'concatenation':
      return readConcatenation(node);
    case 'process_substitution':
      return { text: '/dev/fd/63', isLiteral: true };
    case 'variable_assignment': {
      const value = node.childForFieldName('value');
      return { text: node.text, isLiteral: value === null || readWord(value).isLiteral };
    }
    default:
      return { text: node.text, isLiteral: node.namedChildCount === 0 && !/[$`]/.test(node.text) };
  }
}

function readString(node: Node): Word {
  const isLiteral = node.namedChildren.every((child) => child.type === 'string_content');
  const inner = node.text.slice(1, -1);
  return { text: isLiteral ? inner.replace(/\\(?:\n|([\\"$`]))/g, '$1') : inner, isLiteral };
}

function readConcatenation(node: Node): Word {
  let text = '';
  let isLiteral = true;
  let hasBrace = false;
  for (const child of node.children) {
    const part = child.isNamed ? readWord(child) : { text: child.text, isLiteral: true };
    text += part.text;
    if (!part.isLiteral) isLiteral = false;
    if (child.type === 'brace_expression' || ((child.type === 'word' || !child.isNamed) && child.text.startsWith('{'))) hasBrace = true;
  }
  // Empty braces stay as they are (`xargs -I{}`); any others may become several words.
  const mayExpand = hasBrace && text.replaceAll('{}', '').includes('{');
  return { text, isLiteral: isLiteral && !mayExpand };
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

function readAnsi(inner: string): Word {
  let isLiteral = true;
  const text = inner.replace(/\\([\s\S])/g, (source, letter: string) => {
    const value = ANSI_ESCAPES[letter];
    if (value === undefined) isLiteral = false;
    return value ?? source;
  });
  return { text, isLiteral };
}
