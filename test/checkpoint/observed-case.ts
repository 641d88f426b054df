/** DESIGN §1.3 at full size, in our own words: a span of some 41,000 tokens whose last third holds what matters. */

const WORDS = [
  'copying',
  'table',
  'partition',
  'cursor',
  'reading',
  'buffer',
  'flushed',
  'worker',
  'waiting',
  'page',
  'queue',
  'drained',
  'row',
  'batch',
  'checked',
  'index',
  'vacuum',
  'skipped',
  'notice',
  'relation',
  'holding',
  'lease',
  'renewed',
];

/** Log lines that carry no fact: no number, no error, no name. */
function filler(seed: number, lines: number): string {
  const out: string[] = [];
  let state = seed;
  for (let line = 0; line < lines; line++) {
    const words: string[] = [];
    for (let word = 0; word < 12; word++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      words.push(WORDS[state % WORDS.length] ?? '');
    }
    out.push(`debug ${words.join(' ')}`);
  }
  return out.join('\n');
}

export interface ObservedCall {
  readonly command: string;
  readonly output: string;
  readonly exitCode: number;
}

/** The head: 22 steps, each with one outcome. About 28,000 tokens. */
export const HEAD: readonly ObservedCall[] = Array.from({ length: 22 }, (_, step) => ({
  command: `./migrate --step orders_${String.fromCharCode(97 + step)}`,
  output: `${filler(step + 1, 84)}\norders_${String.fromCharCode(97 + step)}: ${(step + 2) * 1117} rows copied in ${step + 3}.4 s\n`,
  exitCode: 0,
}));

export const ROOT_CAUSE = 'DeadlockError: worker-2 holds orders_pk and waits for ledger_idx';
export const DISPROVED = './migrate --finish --retries 5';
export const REMEDY = './migrate --finish --serial';
export const REMEDY_OUTCOME = '24 steps done, 0 failed';

/** The tail: the failure with its cause, a remedy that it disproved, and the one that worked. About 13,000 tokens. */
export const TAIL: readonly ObservedCall[] = [
  { command: './migrate --finish', output: `${filler(100, 270)}\n${ROOT_CAUSE}\nexit code 40\n`, exitCode: 40 },
  { command: DISPROVED, output: `${filler(200, 270)}\nDeadlockError: gave up after 5 retries\nexit code 40\n`, exitCode: 40 },
  { command: REMEDY, output: `${filler(300, 270)}\n${REMEDY_OUTCOME}\n`, exitCode: 0 },
];

/** As OpenAI messages, with a task before and two short exchanges after. */
export function observedMessages(): readonly object[] {
  const calls = [...HEAD, ...TAIL, { command: 'date', output: 'today\n', exitCode: 0 }, { command: 'whoami', output: 'deploy\n', exitCode: 0 }];
  return [
    { role: 'user', content: 'Migrate the orders tables. Never run it against the production host.' },
    ...calls.flatMap(({ command, output }, index) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${index}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
      },
      { role: 'tool', tool_call_id: `call_${index}`, content: output },
    ]),
    { role: 'assistant', content: 'Both tables are migrated.' },
    { role: 'user', content: 'Now write the report.' },
  ];
}
