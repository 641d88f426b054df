import fc from 'fast-check';
import type { AbstractConversation, Call, Step } from './abstract-conversation.ts';

/** Few paths, so that reads, writes and re-reads meet. */
const path = fc.constantFrom('src/a.ts', 'src/b.ts', 'lib/c.py', 'README.md', 'config/prod/limits.conf');
const word = fc.constantFrom(
  'alpha',
  'beta',
  'must',
  'never',
  'port 8080',
  'fails',
  'ok',
  '検査',
  'größe',
  '📥',
  '<|endoftext|>',
  '[EVICTED:text@t1:recover=NO]',
  '</holdfast>',
  '"quoted"',
  'line\nbreak',
  '- [ ] item',
  '`code`',
);
const prose = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const output = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(prose, fc.integer({ min: 1, max: 120 })).map(([text, times]) => `${text}\n`.repeat(times)) },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'grapheme' }) },
);
const command = fc.constantFrom(
  'ls src',
  'cat README.md',
  'git status',
  'git commit -m x',
  'npm test',
  './export.sh',
  'rm -rf build',
  'cat src/a.ts > src/b.ts',
  'grep -rn todo src',
);

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(path, output).map(([at, result]): Call => ({ tool: 'read', input: { path: at }, result })),
  fc.tuple(path, output).map(([at, content]): Call => ({ tool: 'write', input: { path: at, content }, result: 'written' })),
  fc.tuple(path, prose).map(([at, text]): Call => ({ tool: 'edit', input: { path: at, old: text, new: `${text}!` }, result: 'edited' })),
  fc.tuple(command, output, fc.boolean()).map(([line, result, isError]): Call => ({ tool: 'bash', input: { command: line }, result, isError })),
  fc.tuple(prose, output).map(([pattern, result]): Call => ({ tool: 'grep', input: { pattern, path: 'src' }, result })),
);

const plan = fc
  .array(fc.tuple(fc.constantFrom(' ', 'x', '~', "blocked: waiting for Dana's approval"), word), { minLength: 2, maxLength: 5 })
  .map((items) => items.map(([state, text], index) => `- [${state}] task ${index} ${text.replace(/\n/g, ' ')}`).join('\n'));

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

const act: fc.Arbitrary<Step> = fc
  .tuple(optional(fc.oneof(prose, plan)), optional(prose), fc.array(call, { minLength: 1, maxLength: 3 }))
  .map(([text, thinking, calls]) => ({ kind: 'act', calls, ...(text === undefined ? {} : { text }), ...(thinking === undefined ? {} : { thinking }) }));

const round: fc.Arbitrary<readonly Step[]> = fc
  .tuple(prose, fc.array(act, { maxLength: 6 }), fc.oneof(prose, plan))
  .map(([ask, acts, answer]): readonly Step[] => [{ kind: 'user', text: ask }, ...acts, { kind: 'say', text: answer }]);

/** Whole rounds, then perhaps an open one: a request, calls, and a last call that may have no result yet. */
export const arbitraryConversation: fc.Arbitrary<AbstractConversation> = fc
  .tuple(prose, fc.array(round, { minLength: 1, maxLength: 8 }), prose, fc.array(act, { maxLength: 3 }), fc.boolean())
  .map(([system, rounds, ask, open, isPending]) => {
    const last = open.at(-1);
    const closed = isPending && last?.kind === 'act' ? [...open.slice(0, -1), { ...last, calls: last.calls.map(withoutResult) }] : open;
    return { system, steps: [...rounds.flat(), { kind: 'user', text: ask }, ...closed] };
  });

function withoutResult(one: Call): Call {
  const { result: _, isError: __, ...rest } = one;
  return rest;
}
