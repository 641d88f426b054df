import { describe, expect, it } from 'vitest';
import { checkStatements } from '../check-drift.ts';
import type { SourceText } from '../drift.ts';

const tool = (text: string): SourceText => ({ provenance: 'tool', text });
const TABLE = '$ bench --all\nroute      req/s   p99\n/cart      402     310\n/items     2140    48';
const RULES =
  'Limits of the gateway\n- Nodes of pool green must not be drained unless the queue is empty.\n- A minor release needs one approval, a major release two.';
const NOTES =
  'Plan: set somaxconn to 4096 on the us origin, then run the test again. blue-04 is NotReady, probably because of a stuck kubelet. tiles was skipped because base failed.';
const RUN = '$ npm test\nexpected 2 arguments, but got 3\n1 failed, 41 passed';

describe('E16: a statement stands where one line bears it out in its own words', () => {
  it.each([
    ['with the command that it stood under', RUN, 'npm test reported 41 passed and 1 failed.'],
    ['a cell with its row and column', TABLE, 'bench showed /cart with a p99 of 310.'],
    ['a rule told whole', RULES, 'Nodes of pool green must not be drained unless the queue is empty.'],
    ['a guess told as one', NOTES, 'blue-04 was NotReady, probably because of a stuck kubelet.'],
    ['a cause told as one', NOTES, 'tiles was skipped, because base had failed.'],
  ])('given %s, then it stands', (_what, source, statement) => {
    expect(checkStatements(statement, { texts: [tool(source)] })).toEqual([]);
  });

  it.each([
    ['other words', RULES, 'Draining is discouraged while there is work.', undefined],
    ['the number of another row', TABLE, 'bench showed /cart with a p99 of 48.', 'scope'],
    ['the number of another column', TABLE, 'bench showed /cart with a p99 of 402.', 'number'],
    ['exchanged numbers', RUN, 'npm test: expected 3 arguments, but got 2.', 'number'],
    ['the subject of another rule', RULES, 'Nodes of pool blue must not be drained unless the queue is empty.', undefined],
    ['a rule without its bound', RULES, 'Nodes of pool green must not be drained.', 'scope'],
    ['a softened rule', RULES, 'Nodes of pool green should not be drained unless the queue is empty.', undefined],
    ['a lost negation', RULES, 'Nodes of pool green must be drained unless the queue is empty.', 'polarity'],
    ['a guess told as fact', NOTES, 'blue-04 was NotReady because of a stuck kubelet.', 'modality'],
    ['a plan told as done', NOTES, 'somaxconn was set to 4096 on the us origin.', 'modality'],
    ['cause and effect exchanged', NOTES, 'base failed because tiles was skipped.', 'state'],
    ['words of a tool in the mouth of the user', NOTES, 'The user asked to set somaxconn to 4096 on the us origin.', 'quotation'],
  ] as const)('given %s, then it is cut', (_what, source, statement, kind) => {
    const [drift] = checkStatements(statement, { texts: [tool(source)] });
    expect(drift?.sentence).toBe(statement);
    if (kind !== undefined) expect(drift?.kind).toBe(kind);
  });

  it('E12: given the user says otherwise, then what a line bears out is cut', () => {
    const texts = [tool('writes to the orders queue: safe'), { provenance: 'user' as const, text: 'Writes to the orders queue are not safe.' }];
    expect(checkStatements('Writes to the orders queue are safe.', { texts: texts.slice(0, 1) })).toEqual([]);
    expect(checkStatements('Writes to the orders queue are safe.', { texts })).toHaveLength(1);
  });
});
