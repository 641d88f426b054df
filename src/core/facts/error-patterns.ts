import { type FactPattern, gated, row } from './pattern.ts';

/**
 * Errors with type and message, as toolchains write them; from the tools' own output, the special before the general:
 * the first row that fits a line takes it.
 */
export const ERROR_PATTERNS: readonly FactPattern[] = [
  // Exit codes and statuses stand before errors: `make: *** [all] Error 2` is the code of the step that failed.
  ...gated('digit', [
    row(
      'exit',
      'exit code',
      /\b((?:(?:command|process|script|program|task|job)\s)?(?:exit(?:ed)?|returned?)(?: with)?(?: a)?(?: non-zero)?(?: exit)?(?: code| status)\s?[:=]?\s?-?\d{1,10})\b/gi,
    ),
  ]),
  row('exit', 'make', /\b(make(?:\[\d{1,3}\])?: \*\*\* .{1,160})/g),
  row(
    'exit',
    'npm, pnpm, yarn',
    /\b((?:npm (?:ERR!|error) (?:code|errno|signal) \S{1,40})|ELIFECYCLE.{0,80}|(?:error )?Command failed with exit code \d{1,5})/g,
  ),
  row('exit', 'signal', /\b((?:killed by |terminated by |received )?(?:signal(?: \d{1,3}:?)? )?SIG(?:KILL|SEGV|TERM|ABRT|BUS|INT|ILL|FPE|PIPE)\b.{0,60})/g),
  ...gated('digit', [
    row('exit', 'HTTP status line', /\b(HTTP\/\d(?:\.\d)? [1-5]\d\d(?: [A-Z][A-Za-z' -]{1,40})?)/g),
    row('exit', 'HTTP status', /\b((?:HTTP(?: error)?|status(?: code)?|response code)\s?[:=]?\s?[1-5]\d\d\b(?: [A-Z][A-Za-z' -]{1,40})?)/gi),
    row(
      'exit',
      'HTTP reason',
      /(?<![\d.,:/-])([45]\d\d (?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Conflict|Gone|Unprocessable \w{1,10}|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout)\b)/gi,
    ),
  ]),
  ...gated('trouble', [
    row('error', 'tsc', /\b(error TS\d{1,5}: .{1,400})/g),
    row('error', 'rustc, cargo', /^\s{0,8}((?:error|warning)(?:\[[A-Z]\d{1,5}\])?: .{1,400})/g),
    row('error', 'rust panic', /(thread '[^']{1,80}' (?:\(\d{1,10}\) )?panicked at .{1,300})/g),
    row('error', 'go panic', /\b(panic: .{1,400}|fatal error: .{1,300})/g),
  ]),
  ...gated('digit', [
    row('error', 'compilers: gcc, clang, javac, mypy', /^\s{0,8}\S{1,300}?:\d{1,7}:(?:\d{1,6}:)? ((?:fatal |internal compiler )?(?:error|warning): .{1,400})/g),
    row('error', 'go build, go vet', /^\s{0,8}(?:vet: )?\S{1,300}\.go:\d{1,7}:\d{1,6}: (.{1,400})/g),
    row('error', 'ruff, flake8, pylint', /^\s{0,8}\S{1,300}?:\d{1,7}:\d{1,6}: ([A-Z]{1,4}\d{3,5}\b.{1,300})/g),
    row('error', 'eslint', /^\s{1,8}\d{1,7}:\d{1,6}\s{1,8}((?:error|warning)\s{1,8}.{1,300})/g),
    row('error', 'biome', /^(\S{1,300}:\d{1,7}:\d{1,6} (?:lint|parse|format|assist|suppressions)(?:\/[\w/]{1,100})?)/g),
  ]),
  ...gated('trouble', [row('error', 'biome message', /^\s{1,6}[!×✖] (\S.{1,400})/g)]),
  row('error', 'linker', /\b(undefined reference to .{1,200}|ld: .{1,300}|collect2: error: .{1,200})/g),
  ...gated('trouble', [row('error', 'pytest', /^((?:FAILED|ERROR) \S{1,300}::.{1,300})/g)]),
  row('error', 'pytest detail', /^E {2,7}(\S.{0,400})/g),
  ...gated('trouble', [
    row('error', 'go test', /^\s{0,8}(--- FAIL: .{1,200})/g),
    row('error', 'cargo test', /^(test \S{1,200} \.\.\. FAILED)/g),
    row('error', 'TAP, node:test', /^\s{0,12}(not ok \d{1,6}\b.{0,300})/g),
    row('error', 'vitest, jest, node:test', /^\s{0,12}((?:FAIL|[✗✘✕✖×●]) {1,3}\S.{1,300})/g),
  ]),
  ...gated('digit', [row('error', 'numbered failures: mocha, ExUnit, JUnit', /^\s{1,6}(\d{1,5}\) \S.{1,300})/g)]),
  ...gated('trouble', [
    row('error', 'unittest', /^((?:FAIL|ERROR): \w.{1,200})/g),
    row('error', 'JUnit, maven', /^\[ERROR\] {1,4}(\S.{1,300})/g),
    row('error', 'elixir', /(\*\* \([A-Z][\w.]{1,80}\) .{1,400})/g),
    row('error', 'elixir compile', /(== Compilation error in file .{1,200})/g),
    row('error', 'node error code', /\b(code: '[A-Z][A-Z0-9_]{2,40}')/g),
    row(
      'error',
      'typed error with a message',
      /(?<![\w.$])((?:Uncaught )?[\w.$]{0,100}(?:Error|Exception|Failure|Warning)(?: \[[A-Z0-9_]{2,60}\])? {0,16}: \S.{0,400})/g,
      /Error|Exception|Failure|Warning/,
    ),
    row('error', 'typed error alone', /^\s{0,4}(?:Caused by: )?([A-Z][\w.$]{0,100}(?:Error|Exception))\s{0,4}$/g),
    row(
      'error',
      'errno',
      /\b((?:ENOENT|EACCES|EPERM|EEXIST|ENOSPC|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRINUSE|EPIPE|ENOTFOUND|EISDIR|ENOTDIR|EMFILE|ENOTEMPTY|ERESOLVE|EAI_AGAIN|EBUSY)\b.{0,300})/g,
    ),
    row('error', 'sqlite', /\b(SQLITE_[A-Z_]{3,40}\b.{0,200})/g),
  ]),
  ...gated('digit', [
    row('error', 'mysql', /\b(ERROR \d{4} \([0-9A-Z]{5}\)(?: at line \d{1,7})?: .{1,300})/g),
    row('error', 'SQLSTATE', /(SQLSTATE\[?[ :]?[0-9A-Z]{5}\b.{0,300})/g),
  ]),
  row('error', 'git conflict', /^(CONFLICT \([^)]{1,40}\): .{1,300})/g),
  row('error', 'git push', /^\s{0,4}!\s{1,4}(\[(?:remote )?rejected\].{1,200})/g),
  row(
    'error',
    'npm detail',
    /^(?:npm (?:ERR!|error)) (Lifecycle script .{1,200}|[A-Z]{4,20} .{1,300}|Missing .{1,200}|Invalid .{1,200}|\d{3} .{1,300}|Could not .{1,300}|Cannot .{1,300}|peer .{1,200}|notarget .{1,200}|enoent .{1,200})/g,
  ),
  row('identifier', 'npm workspace', /^(?:npm (?:ERR!|error)) (workspace \S{1,200})/g),
  ...gated('trouble', [row('error', 'apt, dpkg', /^(E: .{1,300}|dpkg: error .{1,300})/g)]),
  ...gated('digit', [row('identifier', 'place before an error', /^\s{0,8}([\w./@+-]{1,200}:\d{1,7}(?::\d{1,6})?):? .{0,40}?\b(?:error|warning|FAILED)\b/g)]),
  ...gated('trouble', [row('error', 'something failed', /^\s{0,12}([A-Z][^:.]{0,60}?(?<!\d) failed\b.{0,300})/g, /failed/)]),
  row('error', 'sides of an assertion', /^\s{2,12}((?:code|left|right|[Ee]xpected|[Rr]eceived|[Aa]ctual|got|want)(?: \w{1,10})?:\s{1,4}\S.{0,300})/g),
  ...gated('digit', [row('identifier', 'place alone', /^(?:[┃│] )?\s{2,12}([\w./@+-]{1,200}\.\w{1,5}:\d{1,7}(?::\d{1,6})?)(?: #.{0,120})?\s{0,4}$/g)]),
  row('error', 'git refuses', /^((?:The following (?:untracked |paths |files |updates ).{1,160}|Please (?:commit|move) .{1,120}))/g),
  ...gated('trouble', [
    row('error', 'security tools', /^\s{0,12}(?:\[!\]|\[-\]) (\S.{1,200})/g),
    row('error', 'labelled', /(?<![\w-])((?:fatal|error|FATAL|ERROR|CRITICAL|Fatal)(?:\s?\([^)]{1,60}\)|\[[^\]]{1,60}\])?:{1,2} {1,4}\S.{0,400})/g),
    row('error', 'shouted refusal', /(?<![\w-])((?:REFUSED|DENIED|REJECTED|UNAUTHORIZED|FORBIDDEN)\b.{0,160})/g),
    row('error', 'credo', /\[[A-Z]\] [↑↗→↘↓] (\S.{1,200})/g),
    row('error', 'log level', /(?<![\w-])\[?(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)\]?\s{1,4}((?!in\b)\S.{2,400})/g),
    row(
      'error',
      'shell: of what it was asked for',
      /^\s{0,4}([\w./-]{1,60}: .{1,200}?: (?:[Nn]o such file or directory|[Pp]ermission denied|[Nn]ot a directory|[Ii]s a directory|[Oo]peration not permitted|[Ff]ile exists))\s{0,4}$/g,
      /o such file|denied|directory|permitted|exists/,
    ),
    row(
      'error',
      'shell: not found',
      /((?:[\w./~-]{1,100}: ){0,3}(?:line \d{1,7}: )?\S{1,120}: (?:command not found|[Nn]o such file or directory|[Pp]ermission denied|[Nn]ot a directory|[Ii]s a directory|not found|cannot execute.{0,60}|[Oo]peration not permitted|[Rr]ead-only file system)(?:: \S{1,200})?)/g,
      /not found|o such file|ermission denied|directory|cannot execute|not permitted|ead-only/,
    ),
    row('error', 'shell: killed', /((?:[Ss]egmentation fault|[Bb]us error|[Ii]llegal instruction|[Aa]borted|Killed)(?: \(core dumped\))?)\s{0,4}$/g),
    row(
      'error',
      'no match',
      /\b(no matches found: .{1,300}|command not found: \S{1,100}|[Nn]o such (?:file|directory|command|option|table|column|container|image|host)\b.{0,200})/g,
    ),
    row(
      'error',
      'connection',
      /\b([Cc]onnection (?:refused|reset|timed out|closed|aborted)\b.{0,200}|[Tt]imed out (?:after|waiting|while)\b.{0,200}|[Oo]ut of memory\b.{0,120})/g,
    ),
    row(
      'error',
      'says what it could not',
      /(?:^|[.:!] |\] |>|❌ ?)((?:(?:The |File |Path |Directory )?(?:[\w./-]{1,80} )?(?:does not exist|doesn't exist|not found|is not (?:recognized|defined|installed|allowed|permitted|a valid)|has not been read yet))\b.{0,200})/g,
      /does|not/,
    ),
    row(
      'error',
      'could not',
      /(?:^|[.:!>] |\] |> ?|❌ ?)\s{0,8}((?:[Cc]ould not|[Cc]ouldn't|[Cc]annot|[Cc]an't|[Uu]nable to|[Ff]ailed to|[Uu]nknown (?:option|command|argument|flag)|[Ii]nvalid|[Uu]nexpected|[Uu]nrecognized|[Mm]issing required|[Aa]ccess denied|[Pp]ermission denied|[Nn]o changes made to|[Dd]enied)\b.{1,300})/g,
    ),
    row('error', 'marked as an error', /(?:❌|✖|✗|⛔)\s{0,3}(\S.{1,300})/g),
    row('error', 'unused, deprecated', /^\s{0,8}(?:warning|Warning|WARN(?:ING)?)[: ]\s{0,4}(\S.{1,300})/g),
  ]),
];
