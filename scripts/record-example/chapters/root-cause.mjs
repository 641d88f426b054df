import { bash, call, edit, read, step, turn, write } from '../step.mjs';
import { EXPLAIN_TEST, TOTALS_TESTS } from './written-files.mjs';

const LINE_TOTAL = `/** What one line costs. */
export function lineTotal(line, discountPerMille = 0) {
  return roundDivide(line.quantity * line.unitPrice * (1000 - discountPerMille), 1000);
}

/** What the customer pays: lines, discount, shipping. */
export function orderTotal(order) {
  let total = 0;
  for (const line of order.lines) total += lineTotal(line, order.discountPerMille);
  return total + order.shipping;
}`;
const GROSS_TOTAL = `/** What one line costs before the discount: exact, nothing to round (contract, 2). */
export function lineTotal(line) {
  return line.quantity * line.unitPrice;
}

/** What the customer pays: the sum of the lines, discounted once and rounded once (contract, 4 and 5), then shipping. */
export function orderTotal(order) {
  return discounted(grossTotal(order), order.discountPerMille) + order.shipping;
}

function grossTotal(order) {
  return order.lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

function discounted(gross, discountPerMille) {
  return roundDivide(gross * (1000 - discountPerMille), 1000);
}`;
const OLD_STEPS = `    const gross = line.quantity * line.unitPrice;
    const net = lineTotal(line, order.discountPerMille);
    total += net;
    steps.push({ step: \`line \${line.sku}\`, quantity: line.quantity, unitPrice: line.unitPrice, gross, net, sum: total });
  }
  steps.push({ step: 'shipping', gross: order.shipping, net: order.shipping, sum: total + order.shipping });`;
const NEW_STEPS = `    total += lineTotal(line);
    steps.push({ step: \`line \${line.sku}\`, quantity: line.quantity, unitPrice: line.unitPrice, sum: total });
  }
  total = discounted(total, order.discountPerMille);
  steps.push({ step: 'discount', perMille: order.discountPerMille, sum: total });
  steps.push({ step: 'shipping', amount: order.shipping, sum: total + order.shipping });`;
const TESTS = 'npm test 2>&1 | grep -E "^(ok|not ok|# (tests|pass|fail))|expected|actual|failureType"';

export const ROOT_CAUSE = [
  turn(
    'Then trace some of them by hand, with the contract beside you.',
    step(
      {
        think: 'No more guessing from the sums. Take six orders of different currencies, follow each step, and compare with the rules one by one.',
        say: 'I take six orders, two currencies, both directions.',
      },
      read('scripts/explain-order.mjs'),
      read('docs/data-contract.md'),
      read('data/legacy-orders.csv', 1, 60),
    ),
    call(bash('node scripts/explain-order.mjs ORD-100006 ORD-100009 ORD-100012'), bash('node scripts/explain-order.mjs ORD-100017 ORD-100026 ORD-100036')),
    step(
      { think: 'Orders with one line should never differ if the rounding is per line. Count the differing orders by number of lines and by discount.' },
      bash(
        'npm run -s reconcile -- --sample 2000 2>/dev/null | grep "^ORD" | sed -E "s/.*, ([0-9]+) lines, discount ([0-9.]+) .*/\\1 lines/" | sort | uniq -c',
      ),
    ),
    step(
      { think: 'None with one line; the share grows with the number of lines. Now the same by discount.' },
      bash('npm run -s reconcile -- --sample 2000 2>/dev/null | grep "^ORD" | sed -E "s/.*discount ([0-9.]+) .*/\\1 per cent/" | sort | uniq -c'),
    ),
    step(
      {
        think:
          'No order with one line differs and none without a discount. So the discount is rounded once a line instead of once an order. Rule 4: the discount applies to the sum, once.',
        say: 'No order with a single line differs, and none without a discount. `lineTotal()` discounts and rounds each line; rule 4 says that the discount applies to the sum, once.',
      },
      read('src/totals.mjs'),
      read('src/legacy-order.mjs'),
    ),
    step(
      {
        think:
          'To be sure that this is all of it and not another coincidence, look at a larger part of the export first: nothing in it should say that a line has a discount of its own.',
        say: 'Before I change it I check that the export knows no discount of a line.',
      },
      read('data/legacy-orders.csv', 61, 110),
    ),
    call(
      edit('src/totals.mjs', [
        '  for (const line of order.lines) total += lineTotal(line);\n',
        '  for (const line of order.lines) total += line.quantity * line.unitPrice;\n',
      ]),
    ),
    step({ think: 'The call has a second argument that I left out. I replace the whole of both functions instead of one line.' }, read('src/totals.mjs')),
    call(edit('src/totals.mjs', [LINE_TOTAL, GROSS_TOTAL])),
    step({ think: 'This time the whole set and the tests before I say anything.' }, bash('npm run -s reconcile 2>&1')),
    call(bash(TESTS)),
    call(read('src/totals.mjs')),
    step(`Root cause: \`lineTotal()\` in src/totals.mjs took the discount line by line and rounded each line; the contract (rules 4 and 5) takes it once from the sum and rounds once. With that changed, reconcile reports 0 of 1,196 differing.

- [x] Read the import path from the export to the store
- [x] Run import and totals on dev and reconcile
- [x] Seal a snapshot of the state before any fix
- [x] Find the cause of each difference in totals
- [ ] Fix it, with tests that fail before
- [ ] Delete the 19 duplicate customer records with 003-remove-duplicates — blocked: waiting for approval by Dana (data owner)
- [ ] Write the runbook for the cutover`),
  ),
  turn(
    'That is it. Add tests that fail with the old code and show me that they do. And explainTotal() still tells the old story.',
    step(
      {
        think: 'The existing tests pass with both versions: each has one line or no discount. That is the hole. One test a rule, with its number in the name.',
        say: 'The tests that exist pass with the old code too: none has several lines and a discount.',
      },
      read('test/totals.mjs'),
      read('src/totals.mjs'),
    ),
    call(bash('grep -E "ORD-10000[69]|ORD-100012|ORD-100017" data/legacy-orders.csv')),
    step('Small constructed orders show it best: four lines of a few cents.', write('test/totals.mjs', TOTALS_TESTS)),
    call(bash(TESTS)),
    step('Now with the old `src/totals.mjs`, to see them fail.', bash('git stash push -q src/totals.mjs && git stash list')),
    call(bash(`${TESTS}; git diff --quiet HEAD -- src/totals.mjs && exit 1`)),
    call(bash('git stash pop -q && git status --short')),
    step(
      { think: 'The fix is back. explainTotal still works line by line with a net amount that no longer exists.', say: 'Now `explainTotal()`.' },
      read('src/totals.mjs', 1, 60),
    ),
    call(edit('src/totals.mjs', [OLD_STEPS, NEW_STEPS])),
    call(read('src/totals.mjs'), read('scripts/explain-order.mjs')),
    call(bash('node scripts/explain-order.mjs ORD-100006 ORD-100017')),
    step(
      {
        think:
          'explain-order prints the total of the export below the steps, and both agree. A test keeps it so: the last sum is the total, and the discount is one step.',
      },
      write('test/explain.mjs', EXPLAIN_TEST),
    ),
    call(bash(TESTS)),
    step(
      { think: 'The last sum is 3089 where I expect 3088. Before I look for a defect: is my figure right?' },
      read('test/explain.mjs'),
      read('src/totals.mjs'),
    ),
    step(
      {
        think:
          'sum of the last step must be 2890: 2500 + 499 = 2999, less ten per cent 2699.1 → 2699, plus 390 = 3089. I wrote 3088. The test is wrong, not the code.',
        say: 'My figure in the new test is wrong: 2,999 less ten per cent is 2,699 and with shipping 3,089.',
      },
      edit('test/explain.mjs', ['3088', '3089']),
    ),
    call(bash(TESTS)),
    call(read('test/explain.mjs'), read('test/totals.mjs')),
    step({ think: 'Everything once more from the start: import, totals, reconcile.' }, bash('npm run -s migrate -- --env dev && npm run -s reconcile')),
    call(bash('git add -A && git commit -qm "Discount the sum of an order once, as the contract says" && git log --oneline && git show --stat HEAD | tail -5')),
    step(
      'The four new tests on discounts fail with the old `src/totals.mjs` and pass with the new one. `explainTotal()` now shows the discount as one step after the lines. Committed.',
    ),
  ),
  turn(
    'Correction: the cutover is on Thursday at 06:00 UTC, not on Wednesday as I told the others; put it into docs/migration-plan.md. And step 2 there should name the check that no order without a discount may differ.',
    call(read('docs/migration-plan.md')),
    call(
      edit(
        'docs/migration-plan.md',
        ['# Cutover of the order store\n', '# Cutover of the order store\n\nThursday, 06:00 UTC.\n'],
        [
          '2. Recompute and store totals (`002-store-totals`).',
          '2. Recompute and store totals (`002-store-totals`). No order without a discount may differ: if one does, the import is\n   wrong, not the discount.',
        ],
      ),
    ),
    call(read('docs/migration-plan.md')),
    step(
      { think: 'grep exits with 1 where it counts nothing: that is the good case here.' },
      bash('npm run -s reconcile -- --sample 2000 | grep -c "discount 0 %"'),
    ),
    call(read('scripts/reconcile.mjs'), read('README.md')),
    step('`docs/migration-plan.md` says Thursday, 06:00 UTC, and step 2 names the check. At present no order differs, with or without a discount.'),
  ),
];
