/** The ending of a config's first line; what is put in has the same. */
export function lineEndingOf(text: string): '\r\n' | '\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}
