import { type FactPattern, gated, row } from './pattern.ts';

/** What is counted. One item is a number and one of these; a summary line is a chain of items. */
const COUNTED =
  '(?:tests?|test suites?|suites?|specs?|examples?|assertions?|checks?|passed|passing|failed|failing|failures?|errors?|warnings?|problems?|issues?|vulnerabilit(?:y|ies)|skipped|ignored|pending|todo|total|deselected|xfailed|xpassed|measured|filtered out|files?|modules?|packages?|insertions?|deletions?|changes?|changed|added|removed|updated|created|deleted|modified|commits?|matches|results?|lines?|rows?|records?|entries|items?|tasks?|objects?|migrations?|requests?|mods/funs|occurrences?|replacements?|violations?|suggested fixes|dependencies|chunks?|targets?|tables?|documents?|pages?|users?|images?|containers?|pods?|steps?|jobs?|attempts?|retries)';
const NUMBER = '\\d{1,12}(?:,\\d{3}){0,4}';
const ITEM = `${NUMBER}\\s{1,3}(?:[a-z-]{1,16} )?${COUNTED}\\b(?:\\([+-]\\))?`;
const VERB =
  '(?:Ran|Running|Checked|Compiling|Compiled|Found|Fixed|Skipped|Exported|Imported|Added|Removed|Updated|Created|Deleted|Processed|Wrote|Read|Collected|Selected|Showing|Analyzed|Scanned|Transformed|Bundled|Resolved|Audited|Applied|Installed|Copied|Matched|Replaced|Loaded|Inserted|found|ran|added|removed|changed|collected|audited)';
const ITEM_CHAIN = new RegExp(
  `(?<![\\w.,:/#$-])((?:${VERB} )?${ITEM}(?:(?:, and|,| \\||;| and|\\.)? (?:${VERB} )?${ITEM}){0,6}(?: in ~?\\d{1,9}(?:\\.\\d{1,6})? ?(?:ms|s|secs?|seconds?|m|min|minutes?)\\b)?)`,
  'g',
);

/** What a command ended with, and what it counted. */
export const OUTCOME_PATTERNS: readonly FactPattern[] = [
  ...gated('digit', [
    row('count', 'cargo test', /(test result: (?:ok|FAILED)\. .{1,160})/g),
    row('count', 'jest summary', /^\s{0,12}((?:Tests|Test Suites|Test Files|Snapshots):? {1,8}\d.{1,120})/g),
    row('count', 'labelled count', /(?<![\w-])((?:tests|pass|fail|failures|errors|skipped|passed|failed|total|cancelled|todo)[:=]? {0,2}\d{1,9})\b/gi),
  ]),
  ...gated('opening', [row('count', 'unittest', /^((?:FAILED|OK) \([a-z =,\d]{1,80}\))/g)]),
  ...gated('digit', [
    row('count', 'found', /^\s{0,4}(Found \d{1,9} (?:\w{1,20} )?(?:files?|matches|match|results?|lines?|occurrences?)\b.{0,120})/g),
    row('count', 'counted items', ITEM_CHAIN),
    row('count', 'a number alone', /^\s{0,12}(-?\d{1,15}(?:\.\d{1,10})?)\s{0,4}$/g),
  ]),
  ...gated('opening', [
    row('outcome', 'git commit', /^(\[[^\s\]]{1,100} (?:\(root-commit\) )?[0-9a-f]{7,40}\] .{1,200})/g),
    row(
      'outcome',
      'git push',
      /^\s{0,4}(?:[*+-] )?\s{0,3}((?:\[new (?:branch|tag)\]|\[deleted\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}) {1,12}\S{1,100}(?: -> \S{1,100})?)/g,
    ),
    row(
      'outcome',
      'git says',
      /^((?:Everything up-to-date|Already up to date\.|Already on .{1,80}|Switched to .{1,100}|Fast-forward|HEAD is now at .{1,120}|Merge made by .{1,100}|Successfully rebased .{1,100}|Your branch is .{1,120}|Deleted branch .{1,100}|Auto-merging .{1,120}|Applied autostash.{0,40}|Dropped .{1,80}|Saved working directory .{1,120}))/g,
    ),
    row(
      'outcome',
      'none found',
      /^\s{0,8}(?:✓ |✔ |✅ )?((?:[Nn]o|[Ff]ound no|0) (?:\w{1,20} )?(?:issues|errors|problems|warnings|matches|files|results|changes|vulnerabilities|tests|output|differences)(?: (?:found|detected|applied|needed|to \w{1,20}))?)\b/g,
    ),
    row('outcome', 'marked as done', /^\s{0,4}(?:✅|✔|🎉) ?(\S.{1,160})/g),
    row('outcome', 'go test', /^((?:ok|FAIL|\?) {0,3}\t\S{1,200}.{0,80})/g),
    row(
      'outcome',
      'something completed',
      /^\s{0,4}(?:[✓✔✅] |\[.\] )?([A-Z][\w '/-]{1,60} (?:complete|completed|finished|succeeded|done|successful))[.!]?\s{0,4}$/g,
    ),
    row('outcome', 'step', /^\s{0,4}(?:\[.\] )?(\S.{1,120}?(?::|\.{3}) (?:[Dd]one|OK|ok|FAILED|failed))\s{0,4}$/g),
    row('outcome', 'verdict', /^\s{0,4}([A-Z][\w' ]{2,60}!)\s{0,4}$/g),
    row(
      'outcome',
      'one word',
      /^\s{0,4}((?:done|Done|DONE|ok|OK|PASS|FAIL|PASSED|FAILED|SUCCESS|FAILURE|success|finished|Finished|complete|Complete|true|false)[.!]?)\s{0,4}$/g,
    ),
    row('outcome', 'done in', /^\s{0,4}((?:✨ +)?(?:Done|done|Finished|Completed|Built|built) in .{1,60})/g),
    row('outcome', 'mix', /^(Generated \S{1,60} app)/g),
    row(
      'outcome',
      'done to one thing',
      /^\s{0,4}(?:✓ |✔ |[-*] )?((?:Created|Updated|Deleted|Removed|Installed|Uninstalled|Published|Deployed|Pushed|Merged|Reverted|Restored|Renamed|Moved|Copied|Started|Stopped|Restarted|Closed|Opened|Approved|Rejected|Cancelled|Tagged|Released) (?:\S{1,120})(?:[ :].{1,120})?)$/g,
    ),
  ]),
  ...gated('verdict', [
    row(
      'outcome',
      'build',
      /\b((?:BUILD|Build|build|Compilation|compilation|Deployment|deployment|Installation|Migration|Tests?|Check|Lint)s? (?:SUCCESS(?:FUL)?|succeeded|successful|FAILED|FAILURE|failed|passed|completed|complete|finished|aborted|cancelled)\b.{0,80})/g,
    ),
    row('outcome', 'success', /(Successfully .{1,160}|(?<!\S)(?:[^\s.]{1,60} ){1,8}successfully\b)/g, /uccessfully/),
    row(
      'outcome',
      'ran successfully',
      /((?:[Yy]our )?[Cc]ommand (?:ran|completed|executed) successfully.{0,100}|[Cc]ommand (?:aborted|timed out|was (?:aborted|cancelled|killed|interrupted)).{0,100})/g,
    ),
    row('outcome', 'all passed', /\b([Aa]ll \S{1,30} (?:\S{1,30} )?(?:passed|pass|succeeded|green|clean|ok)\b.{0,60})/g),
    row('outcome', 'server', /\b((?:[Ll]istening|[Ss]erving|[Rr]unning|[Ss]erver (?:started|running|is running|listening)|[Rr]eady) (?:on|at) .{1,120})/g),
    row('outcome', 'refused by the user', /\b((?:The )?[Uu]ser (?:doesn't want to proceed|rejected|declined|denied|interrupted|cancelled)\b[^.]{0,120})/g),
    row('outcome', 'tool refused', /\b((?:The )?tool use was rejected)\b/g),
  ]),
];
