import { neutralize } from '../markers/neutralize.ts';
import { withoutMentions } from './mentions.ts';

/** What makes a line more than printable ASCII with white space; and more than what is taken for a marker, or for a mention. */
const NOT_SIMPLE = /[^\t\n\r -~]|@|[[<](?=[\s/]*(?:EVICTED|COVERED|EXTERNALIZED|UNCOVERED|DROPPED|holdfast))/gi;
/** A line that `neutralize` gives back as it is, without a mention: the usual case, told at once. */
const PLAIN = /^(?:[!-;=-?A-Z\\-~](?: (?=[!-~]))?)+$/;

/** A line of a source as it stands in a surrogate: neutralized, without mentions (P50). */
export function fitLine(line: string, limit: number): string {
  return line.length <= limit && PLAIN.test(line) ? line : neutralize(withoutMentions(line), limit);
}

/** A text as a surrogate repeats it, each line by itself; lines of which nothing is left go. Linear. */
export function flatLines(text: string): string {
  return withFitLines(text)
    .replace(/ [\t\r ]+|[\t\r][\t\r ]*/g, ' ')
    .replace(/ \n[\n ]*|\n[\n ]+/g, '\n')
    .trim();
}

/** Lines that are not simple are looked at by themselves: few are. */
function withFitLines(text: string): string {
  const pieces: string[] = [];
  let read = 0;
  NOT_SIMPLE.lastIndex = 0;
  for (let found = NOT_SIMPLE.exec(text); found !== null; found = NOT_SIMPLE.exec(text)) {
    const start = text.lastIndexOf('\n', found.index) + 1;
    const newline = text.indexOf('\n', found.index);
    const end = newline === -1 ? text.length : newline;
    pieces.push(text.slice(read, start), fitLine(text.slice(start, end), (end - start) * 2 + 8));
    read = end;
    NOT_SIMPLE.lastIndex = end;
  }
  return read === 0 ? text : pieces.join('') + text.slice(read);
}
