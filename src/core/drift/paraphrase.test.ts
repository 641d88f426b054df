import { describe, expect, it } from 'vitest';
import { checkDrift } from './check-drift.ts';
import type { SourceText } from './drift.ts';
import { PLACE_FAMILIES, WORD_FAMILIES } from './lexicon/word-families.ts';
import { SYNONYMS } from './lexicon/words.ts';

/** One way in which paraphrase says the same, and one in which it does not: both of one source. */
interface Mechanism {
  readonly name: string;
  readonly source: readonly (readonly [SourceText['provenance'], string])[];
  readonly faithful: readonly string[];
  readonly drifted: readonly string[];
}

const MECHANISMS: readonly Mechanism[] = [
  {
    name: 'nouns for verbs (word families)',
    source: [['user', 'Do not submit the claim before the auditor verifies the totals.']],
    faithful: ['No submission of the claim before verification of the totals by the auditor.'],
    drifted: ['Submission of the claim is optional before verification of the totals.', 'The claim is to be submitted before the auditor verifies the totals.'],
  },
  {
    name: 'no … without is a need',
    source: [['user', 'No imports without a checksum.']],
    faithful: ['Imports must have a checksum.', 'Imports require a checksum.'],
    drifted: ['Imports may go without a checksum.'],
  },
  {
    name: 'until and only after',
    source: [['user', 'Nothing goes to the printer until Edda has read the proof.']],
    faithful: ['Sending to the printer waits for Edda to read the proof.', 'The proof goes to the printer only after Edda has read it.'],
    drifted: ['The proof should ideally be read by Edda.'],
  },
  {
    name: 'unless and if',
    source: [['user', 'Cancel the trip unless the visa arrives.']],
    faithful: ['The trip is to be cancelled unless the visa arrives.'],
    drifted: ['The trip is to be cancelled if the visa arrives.'],
  },
  {
    name: 'what keeps a thing as it is, for what may not be done to it',
    source: [['user', 'Hands off the schema version.']],
    faithful: ['The schema version must stay as it is.', 'The schema version is off limits.'],
    drifted: ['The schema version may be raised.', 'Changes to the schema version should preferably be avoided.'],
  },
  {
    name: 'a guess',
    source: [['assistant', 'My guess is that the proxy drops the header.']],
    faithful: ['The proxy is suspected to drop the header.', 'Possibly the proxy drops the header.'],
    drifted: ['The proxy drops the header.', 'The proxy must drop the header.'],
  },
  {
    name: 'what is decided is not pending',
    source: [['tool', 'ticket 4471: REJECTED by reviewer']],
    faithful: ['Ticket 4471 was turned down by the reviewer.'],
    drifted: ['Ticket 4471 awaits its reviewer.', 'Ticket 4471 was approved by the reviewer.'],
  },
  {
    name: 'what has begun is not finished',
    source: [['assistant', 'The cleanup of the archive has started.']],
    faithful: ['Cleanup of the archive has begun.'],
    drifted: ['The cleanup of the archive is finished.'],
  },
  {
    name: 'a member of the same kind, and one more member',
    source: [
      ['user', 'You may restart the worker on node-7.'],
      ['tool', 'nodes: node-6 node-7 node-8'],
    ],
    faithful: ['Restarting the worker on node-7 is allowed.'],
    drifted: ['Restarting the worker on node-6 is allowed.'],
  },
  {
    name: 'a bound that is widened',
    source: [['tool', 'lint: 17 warnings in packages/map']],
    faithful: ['The linter has 17 warnings for packages/map.'],
    drifted: ['There are 17 warnings across the lint of all packages.'],
  },
  {
    name: 'numbers as they are written',
    source: [['tool', 'build v0.8.2 finished in 3m 12s, batch_08 used 48 GB of 64']],
    faithful: ['Build 0.8.2 took 192 seconds.', 'Batch 08 used 48 GB.'],
    drifted: ['Build 0.8.2 took 192 minutes.', 'Build 0.8.3 took 3m 12s.'],
  },
  {
    name: 'sums and shares',
    source: [['tool', '3 failed, 212 passed, 4 skipped; coverage 0.874']],
    faithful: ['Of 219 tests, 212 passed, 3 failed and 4 were skipped.', 'Coverage is 87.4 %.'],
    drifted: ['All tests passed.', 'Coverage is 78.4 %.'],
  },
  {
    name: 'what is still to be done',
    source: [['assistant', 'I have not run the migration yet; it needs a window on Sunday.']],
    faithful: ['The migration has yet to be run and requires a Sunday window.'],
    drifted: ['The migration was run on Sunday.'],
  },
  {
    name: 'a denial behind a comma, which turns its own words only',
    source: [['user', 'mock the payment provider in tests, no real calls']],
    faithful: ['Tests must mock the payment provider and make no real calls.'],
    drifted: ['Tests may make real calls to the payment provider.'],
  },
  {
    name: 'a condition told by inversion',
    source: [['user', 'If the e2e suite takes longer than 10 minutes, split it.']],
    faithful: ['The e2e suite is to be split should it exceed ten minutes.'],
    drifted: ['The e2e suite must be split.'],
  },
  {
    name: 'the month, not the modal',
    source: [['user', 'The audit is on 14 March at the depot.']],
    faithful: ['On 14 March the audit takes place at the depot.'],
    drifted: ['The audit is on 14 May at the depot.'],
  },
];

describe.each(MECHANISMS)('E16: given $name', ({ source, faithful, drifted }) => {
  const texts = source.map(([provenance, text]) => ({ provenance, text }));

  it.each(faithful)('when a sentence says the same, then it stays: %s', (sentence) => {
    expect(checkDrift(sentence, { texts })).toEqual([]);
  });

  it.each(drifted)('when it says something else, then it drifts: %s', (sentence) => {
    expect(checkDrift(sentence, { texts })).toHaveLength(1);
  });
});

describe('C08, P28: what the user is said to have said', () => {
  const asked = { provenance: 'assistant', text: 'Should I revoke all keys, or only the leaked one?' } as const;
  const advice = { provenance: 'assistant', text: 'I would drop the legacy table once the counts match.' } as const;

  it('given an answer, when the sentence names what the question named, then it stays', () => {
    const texts = [asked, { provenance: 'user', text: 'just the leaked one' } as const];
    expect(checkDrift('The user chose to revoke only the leaked key.', { texts })).toEqual([]);
  });

  it('given a text that points back, then what it points to is said as well', () => {
    const texts = [advice, { provenance: 'user', text: "let's do that" } as const];
    expect(checkDrift('The user wants the legacy table dropped once the counts match.', { texts })).toEqual([]);
  });

  it('given a question of the user about something else, when the advice is told as what the user wants, then it drifts', () => {
    const texts = [advice, { provenance: 'user', text: 'how many rows are there?' } as const];
    expect(checkDrift('The user wants the legacy table dropped once the counts match.', { texts })).toMatchObject([{ kind: 'quotation' }]);
  });

  it('given a sentence that also tells something else, then that is held against the whole source', () => {
    const texts = [{ provenance: 'tool', text: 'lag: 40 s on db-2' } as const, { provenance: 'user', text: 'please watch the lag' } as const];
    expect(checkDrift('With a lag of 40 s on db-2, the user wants the lag watched.', { texts })).toEqual([]);
    expect(checkDrift('With a lag of 90 s on db-2, the user wants the lag watched.', { texts })).toHaveLength(1);
  });
});

describe('the tables of words', () => {
  it('given any word, then it stands in one row only: else the last row would win', () => {
    const words = [...WORD_FAMILIES, ...PLACE_FAMILIES, ...SYNONYMS].flatMap((row) => [...new Set(row.split(' '))]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
