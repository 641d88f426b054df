import { describe, expect, it } from 'vitest';
import { wholeTextKind } from './harness-text.ts';

const NOTIFICATION = '<task-notification>\n<task-id>a</task-id>\n</task-notification>';

describe('formats.md 7.1, rule 7: what a whole user text is', () => {
  it.each([
    ['a notification', NOTIFICATION, 'task-notification'],
    ['with white space behind', `${NOTIFICATION}\n\n`, 'task-notification'],
    ['with the line of the harness', `${NOTIFICATION}\nRead the output file to retrieve the result: /tmp/a.output\n`, 'task-notification'],
    ['with words of the user behind', `${NOTIFICATION}\nnow stop`, undefined],
    ['with words of the user behind the line of the harness', `${NOTIFICATION}\nRead the output file to retrieve the result: /a\nnow stop`, undefined],
    ['without its end', '<task-notification>\nnow stop', undefined],
    ['the echo of a command', '<command-name>/clear</command-name>\n<command-args></command-args>', 'command-echo'],
    ['a command with arguments', '<command-name>/fix</command-name>\n<command-args>the bug</command-args>', 'user'],
    ['plain words', 'now stop', undefined],
  ])('%s', (_, text, kind) => {
    expect(wholeTextKind(text)).toBe(kind);
  });

  it('DESIGN §10: a line of a million blanks behind a notification is read once', () => {
    const blanks = ' '.repeat(1_000_000);
    const text = `${NOTIFICATION}\nRead the output file to retrieve the result: ${blanks}\n${blanks}mine`;
    expect(wholeTextKind(text)).toBeUndefined();
    expect(wholeTextKind(`<command-name>${blanks}</command-name>${blanks}mine`)).toBeUndefined();
  });
});
