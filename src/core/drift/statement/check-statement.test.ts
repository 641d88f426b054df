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

const PAGE = [
  'GET https://wiki.example.com/night-shift',
  '# Night shift',
  '## Handover',
  'The key box must be sealed before 22:00, except on fire drills under supervision.',
  '## Visitors',
  'No visitor from Basle may enter the cold store.',
  '3. Alarms. Report every other alarm by radio.',
].join('\n');
const STATUS = '$ unitctl list\nUNIT  STATE    SINCE   OWNER\n4410  waiting  02 Feb  m.ek\n4411  done     09 Feb  r.ost\nslot A: invalid\nslot B: valid';
const DIFF = "$ git diff build.config\n     minify: true,\n     level: 'strict',\n+    cssLevel: 'loose',\nSIZE text 4120 data 31 bss 205";
const REMARKS =
  'Plan for the columns: first add width, then fill it in batches. The lease may be renewed by any team for its own hosts. ' +
  'sync-3 is flaky: it hung in 2 of 9 runs. A ticket is open as long as the sensor returns 7. Consent is asked again after 12 months, in Oslo after 6 months.';

describe('E16: what a statement begins with before a colon says where the line stood', () => {
  it.each([
    ['the heading', PAGE, 'Handover: the key box must be sealed before 22:00, except on fire drills under supervision.'],
    ['the heading above the heading', PAGE, 'Night shift: no visitor from Basle may enter the cold store.'],
    ['a heading that runs in', PAGE, 'Alarms: report every other alarm by radio.'],
    ['the command and the name of a row', STATUS, 'unitctl list: 4410: STATE waiting, SINCE 02 Feb.'],
    ['the subject of a pronoun', REMARKS, 'sync-3 hung in 2 of 9 runs.'],
  ])('given %s, then it stands', (_what, source, statement) => {
    expect(checkStatements(statement, { texts: [tool(source)] })).toEqual([]);
  });

  it.each([
    ['another heading', PAGE, 'Visitors: the key box must be sealed before 22:00, except on fire drills under supervision.'],
    ['an exception without its bound', PAGE, 'Handover: the key box must be sealed before 22:00, except on fire drills.'],
    ['whom a denial is of', PAGE, 'Visitors: no visitor may enter the cold store.'],
    ['the rest that a quantifier leaves out', PAGE, 'Alarms: report every alarm by radio.'],
    ['the value of another row', STATUS, 'unitctl list: 4410: STATE done.'],
    ['a letter that tells one from another', STATUS, 'slot A: valid.'],
    ['a label that is only part of a name', DIFF, "build.config: level: 'loose'."],
    ['a number behind the label of another', DIFF, 'SIZE text 4120, data 205.'],
    ['a plan whose label is longer told as done', REMARKS, 'The columns: width was added and filled in batches.'],
    ['leave without its bound', REMARKS, 'The lease may be renewed by any team.'],
    ['what holds and when, exchanged', REMARKS, 'The sensor returns 7 as long as a ticket is open.'],
    ['the number of another place', REMARKS, 'Consent is asked again after 6 months.'],
  ])('given %s, then it is cut', (_what, source, statement) => {
    expect(checkStatements(statement, { texts: [tool(source)] })).toHaveLength(1);
  });
});

describe('E16: a statement stands where one line bears it out in its own words', () => {
  it.each([
    ['with the command that it stood under', RUN, 'npm test: 1 failed, 41 passed.'],
    ['a cell with its row and column', TABLE, '/cart: p99 310.'],
    ['a row after its command', TABLE, 'bench: /cart: req/s 402, p99 310.'],
    ['a rule told whole', RULES, 'Nodes of pool green must not be drained unless the queue is empty.'],
    ['a guess told as one', NOTES, 'blue-04 was NotReady, probably because of a stuck kubelet.'],
    ['a cause told as one', NOTES, 'tiles was skipped, because base had failed.'],
  ])('given %s, then it stands', (_what, source, statement) => {
    expect(checkStatements(statement, { texts: [tool(source)] })).toEqual([]);
  });

  it.each([
    ['other words', RULES, 'Draining is discouraged while there is work.', undefined],
    ['the order of the writer', RUN, 'npm test: 41 passed, 1 failed.', undefined],
    ['the number of another row', TABLE, '/cart: p99 48.', undefined],
    ['the number of another column', TABLE, '/cart: p99 402.', 'number'],
    ['exchanged numbers', RUN, 'npm test: expected 3 arguments, but got 2.', undefined],
    ['the subject of another rule', RULES, 'Nodes of pool blue must not be drained unless the queue is empty.', undefined],
    ['a rule without its bound', RULES, 'Nodes of pool green must not be drained.', 'scope'],
    ['a softened rule', RULES, 'Nodes of pool green should not be drained unless the queue is empty.', undefined],
    ['a lost negation', RULES, 'Nodes of pool green must be drained unless the queue is empty.', 'polarity'],
    ['a guess told as fact', NOTES, 'blue-04 was NotReady because of a stuck kubelet.', 'modality'],
    ['a plan told as done', NOTES, 'somaxconn was set to 4096 on the us origin.', undefined],
    ['a plan told without its label', NOTES, 'Set somaxconn to 4096 on the us origin.', 'modality'],
    ['cause and effect exchanged', NOTES, 'base failed because tiles was skipped.', undefined],
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

  it('given a statement that is longer than any that shortens a line, then it stands only as a copy', () => {
    const line = Array.from({ length: 90 }, (_, at) => `host-${at} ok`).join(', ');
    expect(checkStatements(line, { texts: [tool(line)] })).toEqual([]);
    expect(checkStatements(line.replace('host-4 ok, ', ''), { texts: [tool(line)] })).toHaveLength(1);
  });

  it('given a line of thousands of rules, which a pattern could try in every two places, then what stands under a heading in rules is told of it', () => {
    const source = `${'_'.repeat(20_000)}x\n${'='.repeat(300)}\n==== test_refund ====\nE assert 1150 == 1200`;
    expect(checkStatements('test_refund: assert 1150 == 1200.', { texts: [tool(source)] })).toEqual([]);
    expect(checkStatements('test_payout: assert 1150 == 1200.', { texts: [tool(source)] })).toHaveLength(1);
  });

  it('given a rule of a table above an indented line, which a pattern for marks at an end could part in many ways, then the line stands by its heading', () => {
    const source = `Notes\n|${'-'.repeat(400)}|\n    the limit is 30 requests`;
    expect(checkStatements('Notes: the limit was 30 requests.', { texts: [tool(source)] })).toEqual([]);
    expect(checkStatements(`${'-'.repeat(120)}|: the limit was 31 requests.`, { texts: [tool(source)] })).toHaveLength(1);
  });
});
