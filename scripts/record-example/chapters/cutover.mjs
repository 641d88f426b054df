import { bash, call, edit, read, step, turn, write } from '../step.mjs';
import { CHECK_CUTOVER, REPORT_TEST, REVENUE_REPORT, RUNBOOK, SERVER_TEST } from './written-files.mjs';

const TESTS = 'npm test 2>&1 | grep -E "^(ok|not ok|# (tests|pass|fail))|expected|actual|failureType"';
const OLD_SIZE = "  const size = Math.min(Number(url.searchParams.get('size') ?? 50), limits.http.max_page_size);\n";
const NEW_SIZE = `  const wanted = url.searchParams.get('size') ?? '50';
  if (!/^[1-9]\\d{0,3}$/.test(wanted)) return { status: 400, body: { error: \`size is not a number above 0: \${wanted}\` } };
  const size = Math.min(Number(wanted), limits.http.max_page_size);
`;

export const CUTOVER = [
  turn(
    'Rehearse it: once with the limits of staging and once with those of prod, batches of 400.',
    step(
      { think: 'The limits are chosen by --env; the data stays the one of dev. So the rehearsal touches nothing but data/ and logs/.' },
      bash('npm run -s migrate -- --env staging --batch 400 --verbose && npm run -s reconcile'),
    ),
    call(bash('npm run -s migrate -- --env prod --batch 400')),
    step(
      {
        think: 'prod refuses 400: max_batch is 250. The user said that config/prod/ is read-only, so raising it is out. Use 250.',
        say: 'prod allows batches of 250 at most. `config/prod/` is read-only, so I do not raise it; I rehearse with 250.',
      },
      read('config/prod/limits.conf'),
      read('src/limits.mjs'),
    ),
    call(bash('npm run -s migrate -- --env prod --batch 250 --verbose && npm run -s reconcile')),
    step(
      { think: 'Check in the log that no batch was cut short and that the refused run left nothing behind.', say: 'The log of the whole rehearsal:' },
      read('logs/migrate.log', 262, 70),
      read('migrations/run.mjs'),
    ),
    call(bash('git status --short config && git diff --stat HEAD -- config')),
    step(
      'With staging limits and batches of 400: 1,196 imported, 0 differ. With prod limits 400 is refused (max_batch = 250), so I ran it with 250: the same result. `config/prod/limits.conf` is unchanged.',
    ),
  ),
  turn(
    '250 it is, leave the file alone. Write the runbook, and a script that checks everything that must hold before we switch.',
    step(
      {
        think: 'The check must not change anything and must say in one line what does not hold. The rules are in the contract, the plan and the validators.',
        say: 'I collect what has to hold.',
      },
      read('docs/migration-plan.md'),
      read('docs/data-contract.md'),
      read('src/validate.mjs'),
      read('src/store.mjs'),
    ),
    step(
      { think: 'The duplicates are a check of their own: 19 as I have said. Count them from the file to be sure.' },
      read('scripts/reconcile.mjs'),
      read('migrations/003-remove-duplicates.mjs'),
      read('data/customers.csv'),
    ),
    call(write('scripts/check-cutover.mjs', CHECK_CUTOVER)),
    call(bash('node scripts/check-cutover.mjs')),
    call(read('scripts/check-cutover.mjs')),
    step(
      {
        think:
          'The only open check is the duplicates, as it should be: Dana has not approved. The line should say so, or somebody will run 003 at six in the morning.',
      },
      edit('scripts/check-cutover.mjs', ["  ['no duplicate customers',", "  ['no duplicate customers (003-remove-duplicates, needs the approval of Dana)',"]),
    ),
    call(bash('node scripts/check-cutover.mjs')),
    step(
      {
        think: 'The runbook is for somebody at six in the morning who has not seen this session: commands, what to expect, and what not to try again.',
        say: 'Now the runbook.',
      },
      write('docs/runbook.md', RUNBOOK),
    ),
    call(read('docs/runbook.md'), read('README.md')),
    call(
      edit('README.md', [
        '- `npm test`: the tests\n',
        '- `npm test`: the tests\n- `node scripts/check-cutover.mjs`: what must hold before reads are switched\n',
      ]),
      edit('docs/runbook.md', [
        '| 6 | switch reads | health answers |',
        '| 6 | `node scripts/check-cutover.mjs`, then switch reads | all ok; health answers |',
      ]),
    ),
    call(read('README.md'), read('docs/runbook.md'), read('scripts/check-cutover.mjs')),
    call(bash('git add -A && git commit -qm "Add the runbook and the check before the cutover" && git log --oneline')),
    step(
      '`docs/runbook.md` has the six steps, with batches of 250 for prod. `scripts/check-cutover.mjs` reports five checks as good and one as open: the duplicate customers, which wait for Dana.',
    ),
  ),
  turn(
    'The server has no tests. Add some; paging matters most.',
    step(
      { think: 'makeServer takes a store and limits, so a test can give it a store of its own in a temporary directory and a free port.' },
      read('src/server.mjs'),
      read('src/store.mjs'),
      read('src/limits.mjs'),
      read('test/limits.mjs'),
    ),
    call(write('test/server.mjs', SERVER_TEST)),
    call(bash(TESTS)),
    step(
      {
        think:
          'size=many gives NaN and so an endless page: orders.length === NaN never holds, and the whole store is sent. A real defect. Fix it in listOrders.',
        say: 'The tests found a defect: a page size that is no number sends the whole store.',
      },
      read('src/server.mjs', 38, 14),
    ),
    call(edit('src/server.mjs', [OLD_SIZE, NEW_SIZE])),
    call(bash(TESTS)),
    call(read('src/server.mjs'), read('test/server.mjs')),
    step(
      { think: 'And once against the real store, by hand.' },
      bash(
        '(node src/server.mjs & server=$!; sleep 0.6; curl -s "http://127.0.0.1:8080/orders?size=2"; curl -s "http://127.0.0.1:8080/orders?size=0"; curl -s http://127.0.0.1:8080/revenue; kill $server)',
      ),
    ),
    step(
      {
        think: 'Revenue leaves cancelled orders out; the first order is cancelled and should be in the list but not in the sum.',
        say: 'I compare the answer with the store.',
      },
      read('data/orders.jsonl', 1, 24),
      read('src/totals.mjs'),
    ),
    call(bash('git add -A && git commit -qm "Refuse a page size that is no number" && git log --oneline | head -3')),
    step('Four tests for the server. They found a defect: `size=many` sent the whole store. It is refused with 400 now. Committed.'),
  ),
  turn(
    'While we wait for Dana: finance wants revenue by month and currency from the new store, returned orders in a column of their own.',
    step(
      {
        think: 'revenueByCurrency counts returned orders as revenue. Finance wants them apart, so this is a report of its own and not another argument there.',
        say: 'I look at what there is.',
      },
      read('src/totals.mjs'),
      read('src/server.mjs'),
      read('src/money.mjs'),
    ),
    call(read('data/orders.jsonl', 25, 24)),
    call(write('scripts/revenue-report.mjs', REVENUE_REPORT)),
    call(bash('node scripts/revenue-report.mjs')),
    step(
      {
        think:
          'The figures have to add up: the sums over all months, sold and returned together, must be those of /revenue. I check one currency by hand: JPY has no decimals, so it is the easiest.',
        say: 'The sums over all months have to be those that `/revenue` gave.',
      },
      bash("node scripts/revenue-report.mjs | awk 'NR > 1 { sum += $6 + $7 } END { print sum }'"),
    ),
    call(write('test/report.mjs', REPORT_TEST)),
    call(bash(TESTS)),
    call(read('scripts/revenue-report.mjs'), read('test/report.mjs')),
    step(
      'The header reads "EUR returned GBP returned"; "sold" is missing.',
      edit('scripts/revenue-report.mjs', ["[currency, 'returned']", `[\`\${currency} sold\`, 'returned']`]),
    ),
    call(bash(`node scripts/revenue-report.mjs && ${TESTS}`)),
    call(read('README.md'), read('scripts/revenue-report.mjs')),
    call(edit('README.md', ['- `npm test`: the tests\n', '- `npm test`: the tests\n- `node scripts/revenue-report.mjs`: revenue by month and currency\n'])),
    call(
      bash('git add -A && git commit -qm "Report revenue by month, returned orders apart" && git log --oneline | head -2'),
      bash('git status --short config'),
    ),
    step(
      '`node scripts/revenue-report.mjs` prints revenue by month, sold and returned apart, cancelled orders left out. For JPY the columns add up to 7,779,523, which is what `/revenue` gives.',
    ),
  ),
  turn(
    'Where do we stand? Has Dana answered?',
    step(
      { think: "The user asks two things. The first I can check; of Dana's answer I know only what stands in this session, and there is none." },
      bash('git log --oneline && git status --short'),
      bash('node scripts/check-cutover.mjs'),
    ),
    call(read('docs/runbook.md'), read('docs/migration-plan.md')),
    call(bash('npm run -s reconcile'), bash('npm test 2>&1 | grep -E "^# (tests|pass|fail)"')),
    step(`I have seen no answer of Dana, so the deletion has not run.

- [x] Read the import path from the export to the store
- [x] Run import and totals on dev and reconcile
- [x] Seal a snapshot of the state before any fix
- [x] Find the cause of each difference in totals
- [x] Fix it, with tests that fail before
- [ ] Delete the 19 duplicate customer records with 003-remove-duplicates — blocked: waiting for approval by Dana (data owner)
- [x] Write the runbook for the cutover

All 1,196 totals agree with the export. The cutover is on Thursday at 06:00 UTC, with batches of 250 in prod.`),
  ),
];
