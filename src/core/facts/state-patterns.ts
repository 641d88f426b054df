import { clause, type FactPattern, row } from './pattern.ts';

/** States with their qualifiers, as programs print them. */
export const STATE_PATTERNS: readonly FactPattern[] = [
  row(
    'state',
    'git branch',
    /^((?:On branch \S{1,120}|HEAD detached (?:at|from) \S{1,80}|no changes added to commit|nothing (?:added )?to commit[^(]{0,60}|nothing to commit, working tree clean|working tree clean|branch '[^']{1,80}' set up to track .{1,100}|You have unmerged paths\.|All conflicts fixed .{1,60}|Your branch and '[^']{1,80}' have diverged))/g,
  ),
  row(
    'state',
    'labelled',
    /(?<![\w-])((?:[Ss]tatus|STATUS|[Ss]tate|STATE|[Cc]onclusion|[Pp]hase)["']?(?:\s?[:=]|\s+is)\s{0,4}["']?[A-Za-z][\w-]{1,40}(?: [a-z]{1,12} [\w-]{1,40}){0,2})/g,
  ),
  row(
    'state',
    'shouted',
    /\b((?:AWAITING|WAITING|PENDING|BLOCKED|NEEDS|IN)_[A-Z_]{2,40}|CrashLoopBackOff|ImagePullBackOff|OOMKilled|BLOCKED|PENDING|TIMEOUT|TIMED OUT)\b/g,
  ),
  row(
    'state',
    'tag',
    /(?:[·:[|(] {0,4})((?:P\d · )?(?:OPEN|CLOSED|MERGED|DRAFT|DONE|TODO|IN PROGRESS|RESOLVED|REOPENED|READY|FAILED|PASSED|SUCCESS|ACTIVE|INACTIVE|RUNNING|STOPPED))(?=[\])·|,;]|\s{0,4}$)/g,
  ),
  row('state', 'marked item', /(?:^|[\s→←])(?:[○◯☐☑◐◔⬜] {1,3}(\S.{3,160})|[✓✔✅●] {1,3}(\S{1,60}: .{1,140}))/g),
  row('state', 'tracked item', /(\[[●○◐✓] ?[A-Z]\d\] .{3,160})/g),
  row('state', 'check list', /^\s{0,12}(?:[-*] |\d{1,3}\. )(\[[ xX~>-]\] \S.{1,160})/g),
  row(
    'state',
    'in the background',
    /\b((?:[Cc]ommand|[Pp]rocess|[Ss]erver|[Jj]ob|[Tt]ask)s? (?:is |are )?(?:running|starting|started) in (?:the )?background)\b/g,
  ),
  row('state', 'mode', /\b((?:[Ee]ntered|[Ee]xited|[Ss]witched to|[Ll]eft) (?:[\w-]{1,20} ){1,3}mode)\b/g),
  row(
    'state',
    'with its qualifier',
    /\b((?:[Bb]locked|[Ww]aiting|[Aa]waiting|[Pp]ending|[Qq]ueued|[Dd]eferred|[Pp]ostponed|[Oo]n hold|[Ss]topped|[Pp]aused) (?:on|by|for|until|because|behind|review|approval|confirmation)\b.{0,120})/g,
  ),
];

/** States and outcomes in prose: what is said of a thing. The clause says it. */
export const STATEMENT_PATTERNS: readonly FactPattern[] = [
  clause(
    'outcome',
    'tests and builds',
    /\b(?:(?:[Cc]lean (?:compile|build|run)|[Cc]ompiles? clean(?:ly)?|(?:tests?|specs?|checks?|build|compile|compilation|lint|migration|suite)s? (?:\w{1,10} )?(?:pass(?:es|ed|ing)?|fail(?:s|ed|ing)?|succeed(?:s|ed)?|green|clean)|[Aa]ll (?:\S{1,20} ){0,2}(?:pass(?:ed|ing|es)?|green|done|complete)|[Ii]t(?:'s| is)? work(?:s|ing)|works (?:now|as expected|correctly|fine)|(?:fails?|failed|crashe[sd]|exits|exited) (?:with|because|due to|on|at)|(?:works?|worked|ran|runs) (?:perfectly|correctly|successfully|fine|as (?:expected|intended))|no (?:errors|warnings|issues|failures)|same (?:output|result|error)))\b/g,
  ),
  clause('outcome', 'share that passed', /\b\d{1,9} (?:of|out of) \d{1,9} (?:\w{1,12} ){0,2}(?:pass|fail|succeed|done|complete|work)/g),
  clause('error', 'a tool complains', /\b(?:reports|complains|warns|rejects|rejected|refuses|errored|crashes)\b/g),
  clause(
    'outcome',
    'done to the code',
    /\b(?:(?:has|have) been (?:updated|added|fixed|resolved|installed|merged|deployed|removed|reverted|created|applied|implemented|migrated|released))\b/g,
  ),
  clause(
    'state',
    'with its qualifier',
    /\b(?:[Bb]locked|[Ww]aiting|[Aa]waiting|[Pp]ending|[Qq]ueued|[Dd]eferred|[Pp]ostponed|[Oo]n hold) (?:on|by|for|until|because|in|behind|review|approval|confirmation)\b/g,
  ),
  clause(
    'state',
    'said of a thing',
    /\b(?:is|are|was|were|[Ii]t's|remains?|stays?|'s) (?:now |already |still |fully |currently |all |not |not yet |only |partially ){0,2}(?:blocked|pending|complete|completed|done|ready|broken|unused|missing|installed|running|failing|passing|fixed|resolved|expected|unavailable|deprecated|disabled|enabled|merged|deployed|approved|rejected|required|unreachable|untested|implemented|finished|ambiguous|corrupted?|stale|locked)\b/g,
  ),
  clause(
    'state',
    'not so',
    /\b(?:(?:isn't|aren't|wasn't|hasn't been|haven't been|is not|are not|not yet|never|has not been|don't|doesn't) (?:yet )?(?:saved|implemented|supported|installed|committed|pushed|tested|deployed|merged|updated|available|called|used|exist|track|handle|persist)|[Mm]issing functionality|[Nn]ot yet (?:done|started|implemented|supported))\b/g,
  ),
  clause(
    'state',
    'already',
    /\balready (?:exists?|present|contains?|tracks?|tracked|handles?|handled|there|has|have|done|in place|running|installed|implemented|an? |the )/g,
  ),
  clause(
    'state',
    'never',
    /\b(?:(?:will|do|does|is|are|can|must|should) (?:NOT|never)|never (?:returns?|throws?|raises?|crash(?:es)?|called|sent|set)|[Nn]one of the|[Nn]o (?:\S{1,40} ){1,6}(?:exists?|found|yet|available|fields?|support(?:ed)?|left))\b/g,
  ),
  clause(
    'state',
    'behaviour',
    /(?:\b(?:raises|throws|returns|yields|catches|emits) (?:an? |the |all \w{1,12} )?(?:`[^`]{1,80}`|errors?\b|exceptions?\b)|\b(?:only|just) (?:works?|runs?|exists?|happens?) (?:when|if|in|on|with)\b)/g,
  ),
  clause('state', 'troubles', /\b[Tt]here (?:are|is) (?:\w{1,12} ){0,3}(?:errors?|failures?|warnings?|conflicts?)\b/g),
  clause('state', 'dependence', /\b(?:depends? on|ready now|needs? (?:approval|review|confirmation)|[Nn]eeds? `[^`]{1,80}` (?:as|to|for|imported|installed))/g),
];
