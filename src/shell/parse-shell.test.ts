import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SimpleCommand } from '../core/classify/shell.ts';
import { loadShellParser, SHELL_COMMAND_BYTES } from './parse-shell.ts';

const parse = await loadShellParser();
const commandsOf = (line: string): readonly SimpleCommand[] => parse(line)?.commands ?? [];
const wordsOf = (line: string): readonly (readonly string[])[] => commandsOf(line).map((command) => command.words);

describe('the shell parser', () => {
  it('gives words as the command gets them: unquoted, unescaped, joined', () => {
    expect(wordsOf(`git -C "a b"/c log 'x y' a\\ b $'t\\tu' "q\\"q" -3`)).toEqual([['git', '-C', 'a b/c', 'log', 'x y', 'a b', 't\tu', 'q"q', '-3']]);
  });

  it.each([
    ['a && b || c; d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['(cd x; ls) ; { rm y; }', [['cd', 'x'], ['ls'], ['rm', 'y']]],
    [
      'echo "$(rm x)" `rm y` <(rm z)',
      [
        ['echo', '$(rm x)', '`rm y`', '/dev/fd/63'],
        ['rm', 'x'],
        ['rm', 'y'],
        ['rm', 'z'],
      ],
    ],
    [
      'if test -f a; then rm a; fi',
      [
        ['test', '-f', 'a'],
        ['rm', 'a'],
      ],
    ],
    [
      'for f in a b; do rm "$f"; done',
      [
        ['for', 'a', 'b'],
        ['rm', '$f'],
      ],
    ],
    ['f() { rm x; }; f', [['rm', 'x'], ['f']]],
    [
      'case "$x" in a) rm q;; esac',
      [
        ['case', '$x'],
        ['rm', 'q'],
      ],
    ],
    ['cat <<EOF\n$(rm x)\nEOF\n', [['cat'], ['rm', 'x']]],
    ['[[ -f a ]] && ! ls', [['[[', '-f', 'a'], ['ls']]],
    ['cat a # rm b', [['cat', 'a']]],
  ])('flattens %j: no command is hidden', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it.each([
    ['ls > a', ['a']],
    ['ls >> a 2> b', ['a', 'b']],
    ['ls &> a', ['a']],
    ['ls >| "a b"', ['a b']],
    ['ls >& both', ['both']],
    ['cat <<EOF > a\nx\nEOF\n', ['a']],
    ['cat a | grep b > c', ['c']],
    ['{ ls; } > a', ['a']],
    ['ls > /dev/null 2>&1', []],
    ['ls 2>&- >&2', []],
    ['ls > /dev/null.txt', ['/dev/null.txt']],
  ])('finds what %j writes to', (line, targets) => {
    expect(commandsOf(line).flatMap((command) => command.writesTo)).toEqual(targets);
  });

  it.each([
    'cat $f',
    'cat "$f"',
    'cat a$(b)',
    'cat `b`',
    'echo $((1+2))',
    'find . {-name,-delete}',
    'cat <<< "$x"',
    'cat <<E\n$x\nE\n',
    'ls > "$x"',
    '$cmd x',
    'X=$(y) ls',
  ])('does not call %j literal', (line) => {
    expect(commandsOf(line)[0]?.isLiteral).toBe(false);
  });

  it.each(['cat *.ts', "echo '$x'", 'find . -exec cat {} +', "cat <<'E'\n$x\nE\n", 'A=1 ls'])('calls %j literal', (line) => {
    expect(commandsOf(line)[0]?.isLiteral).toBe(true);
  });

  it.each(['echo "open', 'ls )', 'if true; then', "awk '"])('gives null for %j, which is not valid', (line) => {
    expect(parse(line)).toBeNull();
  });

  it('gives null above its limit, and for nesting that no one writes', () => {
    expect(parse(`echo ${'a'.repeat(SHELL_COMMAND_BYTES - 5)}`)).not.toBeNull();
    expect(parse(`echo ${'a'.repeat(SHELL_COMMAND_BYTES)}`)).toBeNull();
    expect(parse(`echo ${'é'.repeat(SHELL_COMMAND_BYTES / 2)}`)).toBeNull();
    expect(parse(`${'('.repeat(500)}ls${')'.repeat(500)}`)).toBeNull();
  });

  it('property: any words, quoted by the rule of single quotes, come back letter for letter', () => {
    const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const line = `run ${words.map((text) => `'${text.toWellFormed().replaceAll("'", `'\\''`)}'`).join(' ')}`;
        expect(wordsOf(line)).toEqual([['run', ...words.map((text) => text.toWellFormed())]]);
      }),
    );
  });

  it('property: any text gives a line or null, never an error, and the same the second time', () => {
    const text = fc.array(fc.oneof(fc.constantFrom('ls', 'rm', ' ', ';', '|', '>', '<<', '\n', '$(', ')', '"', "'", '`', '&', '{', '}', 'a'), fc.string()), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, (parts) => {
        expect(parse(parts.join(''))).toEqual(parse(parts.join('')));
      }),
    );
  });
});
