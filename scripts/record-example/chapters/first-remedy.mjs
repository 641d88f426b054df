import { bash, call, edit, read, step, turn } from '../step.mjs';

const HALF_UP = `/** Divides whole numbers and rounds half up. */
export function roundDivide(numerator, denominator) {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}`;
const HALF_TO_EVEN = `/** Divides whole numbers; halves go to the even neighbour. */
export function roundDivide(numerator, denominator) {
  const quotient = Math.floor(numerator / denominator);
  const twiceRest = 2 * (numerator - quotient * denominator);
  if (twiceRest === denominator) return quotient % 2 === 0 ? quotient : quotient + 1;
  return twiceRest > denominator ? quotient + 1 : quotient;
}`;

export const FIRST_REMEDY = [
  turn(
    'Good. Now the totals. What is your guess?',
    step(
      {
        think:
          'Integers everywhere, one function that rounds. With 264 orders off by one, rounding is the obvious suspect. Look at it again together with its test.',
        say: 'I look again at everything that rounds.',
      },
      read('src/money.mjs'),
      read('src/totals.mjs'),
      read('test/money.mjs'),
    ),
    call(bash('npm run -s reconcile -- --sample 60 2>&1')),
    step(
      {
        think:
          "Off by one in both directions, more often up than down. That looks like halves being rounded up where the old shop rounds to even. Banker's rounding is common in old shop systems. Try it: it is one function.",
      },
      bash('grep -n "roundDivide" -r src migrations scripts test'),
    ),
    step('The differences are one unit and mostly upwards. I try half-to-even in `roundDivide()`.', edit('src/money.mjs', ['// half up', '// half to even'])),
    step(
      {
        think: 'The comment is a docstring, so my old text does not stand in the file. Read the lines as they are.',
        say: 'That text is not in the file as I wrote it.',
      },
      read('src/money.mjs', 30, 10),
    ),
    call(edit('src/money.mjs', [HALF_UP, HALF_TO_EVEN])),
    step({ think: 'If halves are the cause, most of the 264 should be gone now.' }, bash('npm run -s reconcile -- --sample 5 2>&1')),
    step(
      {
        think: '256 instead of 264. Less than I hoped, but it is the first thing that moves the figure at all. Perhaps a second place rounds on its own.',
        say: 'Fewer than before.',
      },
      read('src/money.mjs'),
      read('src/legacy-order.mjs'),
    ),
    step(
      'Remedy: half-to-even rounding in `roundDivide()` (src/money.mjs). The differences went from 264 to 256 of 1,196, so it goes in the right direction; the remaining ones may need the same rounding elsewhere.',
    ),
  ),
  turn(
    'Eight fewer out of 264 is not much. Check whether orders that agreed before still agree.',
    step(
      { think: 'Fair. I need the set of differing ids before and after. The log of the migration has the ones before.' },
      bash('grep "^differs" logs/migrate.log | cut -d" " -f2 | sort > logs/before.txt; wc -l < logs/before.txt'),
    ),
    call(bash('npm run -s reconcile -- --sample 2000 2>/dev/null | grep "^ORD" | cut -c1-10 | sort > logs/after.txt; wc -l < logs/after.txt')),
    step(
      { think: 'A net change of eight can hide a lot: count those that became wrong and those that became right.' },
      bash('comm -13 logs/before.txt logs/after.txt | wc -l'),
      bash('comm -23 logs/before.txt logs/after.txt | wc -l'),
    ),
    step(
      {
        think:
          '57 orders that were right are wrong now, 65 the other way round. That is a coin toss, not a cure. And I should have run the tests before I said anything.',
        say: '57 became wrong, 65 became right. Which ones, and what do the tests say?',
      },
      bash('comm -13 logs/before.txt logs/after.txt | head -20'),
      bash('npm test 2>&1 | grep -E "^(ok|not ok|# (tests|pass|fail))|expected|actual"; exit 1'),
    ),
    step(
      {
        think: 'The test is named after a rule. Read the rule instead of guessing what the old shop does.',
        say: 'The contract has the last word on rounding.',
      },
      read('docs/data-contract.md'),
      read('test/money.mjs'),
    ),
    step(
      { think: 'Rule 5: half up. Look at some of the orders that became wrong, to be sure that the export follows its own contract.' },
      bash('grep -E "ORD-100001|ORD-100022|ORD-100069|ORD-100070" data/legacy-orders.csv'),
    ),
    step(
      { think: '57 orders that agreed before now differ, and rule 5 of the contract says half up in so many words. The remedy is wrong. Put it back.' },
      edit('src/money.mjs', [HALF_TO_EVEN, HALF_UP]),
    ),
    call(bash('npm test 2>&1 | grep -E "^(ok|not ok|# (tests|pass|fail))"'), bash('git status --short')),
    call(read('src/money.mjs')),
    step({ think: 'Back at 264, as it has to be.' }, bash('npm run -s reconcile -- --sample 0 2>&1')),
    step(
      'Half-to-even is disproved: 57 orders that agreed before differ with it, the test "halves are rounded up" fails, and rule 5 of the contract asks for half up. I have reverted it; `src/money.mjs` is as it was. The rounding mode is not the cause.',
    ),
  ),
];
