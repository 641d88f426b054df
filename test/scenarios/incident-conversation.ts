import type { AbstractConversation, Step } from '../generators/abstract-conversation.ts';
import { codeOf, seeded } from '../generators/seeded.ts';

/** The sentences that must survive (DESIGN §1). */
export const CONSTRAINT = 'Do not modify anything under `/etc/prod/` — read-only.';
export const BLOCKED = "- [blocked: waiting for Dana's approval of the schema change] migrate the orders table";
export const PENDING = '- [ ] rotate the export key';
export const CHECKSUM = 'export checksum: 9f31c07be2a4d58816f0c3ab77de4419';

/** What the one-shot export printed: a manifest, and the checksum that nothing can print again. */
export const EXPORT = `exported 18,204 rows\n${codeOf(seeded(11), 60)}\n${CHECKSUM}\n`;

const LINES_A_FILE = 265;

/**
 * A conversation of the size in DESIGN §1: about 140k tokens (70 % of a window of 200k), 40 tool calls, a constraint at
 * turn 3, a one-shot reading at turn 11, a plan with a blocked subtask at turn 18.
 */
export function incidentConversation(): AbstractConversation {
  const random = seeded(20260711);
  const steps: Step[] = [
    { kind: 'user', text: 'Our nightly export fails since Tuesday. Find out why and fix it.' },
    { kind: 'say', text: 'I will look at the export job first. Anything I should leave alone?' },
    { kind: 'user', text: CONSTRAINT },
  ];
  let file = 0;
  const read = (): Step => ({
    kind: 'act',
    text: `Looking at module ${++file}.`,
    calls: [{ tool: 'read', input: { path: `/work/shop/src/module-${file}.ts` }, result: codeOf(random, LINES_A_FILE) }],
  });
  while (steps.length < 10) steps.push(read()); // turns 4 to 10
  steps.push({ kind: 'act', calls: [{ tool: 'bash', input: { command: './tools/export-once --confirm' }, result: EXPORT }] }); // turn 11
  while (steps.length < 17) steps.push(read());
  steps.push({
    kind: 'act',
    text: `Plan:\n- [x] reproduce the failing export\n${PENDING}\n${BLOCKED}`,
    calls: [{ tool: 'grep', input: { pattern: 'schemaVersion', path: 'src' }, result: codeOf(random, 40) }],
  }); // turn 18
  for (let count = 0; count < 24; count++) steps.push(read());
  steps.push(
    { kind: 'act', calls: [{ tool: 'bash', input: { command: 'npm test' }, result: codeOf(random, 200), isError: true }] },
    { kind: 'say', text: 'The export fails because the schema version in `module-12.ts` is one behind. I have not changed anything yet.' },
    { kind: 'user', text: 'Good. Prepare the fix, but wait for my word on the table.' },
  );
  return { system: 'You are a careful engineer.', steps };
}
