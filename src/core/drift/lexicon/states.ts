/**
 * States, an axis a row: words of one pole against words of the other. A negation turns a pole. The words are those of
 * tools, task lists, trackers and calendars.
 */
export interface StateAxis {
  readonly axis: string;
  readonly positive: string;
  readonly negative: string;
}

export const STATE_AXES: readonly StateAxis[] = [
  {
    axis: 'outcome',
    positive:
      'passed|pass|passes|passing|succeeded|succeed|succeeds|success|successful|successfully|green|works|worked|working|went through|helped|help|helps|exit code 0|clean|fixed|repaired|effective|recovered|recovers|did the trick|cured|cures',
    negative:
      'failed|fail|fails|failing|failure|failures|unsuccessful|unsuccessfully|red|broken|breaks|broke|crashed|crashes|crashing|timed out|hangs|hung|errored|flaky|exit code 1|did nothing|persists|persist|persisted|persisting|no effect|no measurable effect|no visible effect|no difference|no avail|in vain|of no use|no help|ineffective|fruitless|unresolved|malfunctions|malfunctioning|misbehaves|unfixed',
  },
  {
    axis: 'progress',
    positive: 'done|completed|complete|completes|finished|finishes|implemented|concluded|resolved|all set|fully',
    negative:
      'incomplete|unfinished|pending|todo|to do|outstanding|unresolved|under review|in review|being reviewed|under investigation|unanswered|in progress|ongoing|under way|underway|awaiting|awaited|awaits|await|waits|waiting|wait|queued|remaining|paused|can wait|put off|on hold|postponed|deferred|partially|partly|half done|so far|halfway|skipped|skip|skips|halted|aborted|interrupted|is left|are left|left to do|blocked|stuck|stalled|blocks|held up|can not proceed|can not continue|can not go on|can not start|can not move forward|unable to proceed|unable to continue|hangs on|hinges on',
  },
  { axis: 'readiness', positive: 'ready|unblocked|good to go|on track|continues|proceeds|proceeding|resumed|resumes', negative: 'unready|not ready' },
  { axis: 'start', positive: 'started|begun|began', negative: 'unstarted' },
  {
    axis: 'approval',
    positive: 'approved|approves|approve|accepted|accepts|accept|signed off|agreed|ratified|granted|consented',
    negative: 'rejected|rejects|reject|rejection|denied|denies|deny|refused|declined|declines|turned down|disapproved|vetoed|dismissed|disputed|contested',
  },
  { axis: 'authorized', positive: 'authorized|authorised', negative: 'unauthorized|unauthorised' },
  {
    axis: 'enabled',
    positive: 'enabled|enable|enables|switched on|turned on|activated|active',
    negative: 'disabled|disable|disables|switched off|turned off|deactivated|inactive|suspended|locked out',
  },
  { axis: 'valid', positive: 'valid|up to date|in force', negative: 'invalid|expired|expires|outdated|out of date|stale|void|revoked' },
  { axis: 'open', positive: 'open|opened|reopened|unlocked', negative: 'closed|closes|close|shut' },
  {
    axis: 'trend',
    positive:
      'increased|increase|increases|increasing|rose|rises|rise|grew|grow|grows|growth|went up|up|raised|raises|raise|higher|improved|gained|climbed|faster',
    negative:
      'decreased|decrease|decreases|decreasing|fell|falls|fall|dropped to|shrank|shrink|went down|down|reduced|reduces|lowered|lower|declined to|worsened|lost|slower|sank',
  },
  { axis: 'safe', positive: 'safe|safely|harmless', negative: 'unsafe|dangerous|harmful|hazardous' },
  { axis: 'sign', positive: 'positive', negative: 'negative' },
  { axis: 'inclusion', positive: 'include|includes|included|including', negative: 'exclude|excludes|excluded|leave out|left out|omit|omitted' },
  { axis: 'confirmed', positive: 'confirmed|confirms|confirm|verified', negative: 'cancelled|canceled|cancels|cancel|called off|withdrawn' },
  {
    axis: 'presence',
    positive:
      'present|exists|exist|found|available|reachable|online|is running|are running|was running|were running|be running|still running|already running|keeps running|running since|up and running',
    negative: 'missing|absent|not found|unavailable|unreachable|offline|gone|down for',
  },
  { axis: 'paid', positive: 'paid|settled|reimbursed', negative: 'unpaid|overdue' },
  { axis: 'sync', positive: 'healthy|normal|stable', negative: 'unhealthy|degraded|abnormal|unstable|above normal|below normal' },
  { axis: 'normal-form', positive: 'applied|merged|deployed', negative: 'rolled back|reverted|unapplied|unmerged|undone' },
];

/** Values of the axis `progress` that must not stand for one another, though all of them mean *not done*. */
export const UNDONE: readonly { readonly name: string; readonly words: string }[] = [
  {
    name: 'blocked',
    words:
      'blocked|stuck|stalled|blocks|on hold|awaiting|awaited|awaits|await|waits|waiting|wait|held up|can not proceed|can not continue|can not go on|can not start|can not move forward|unable to proceed|unable to continue|hangs on|hinges on',
  },
  { name: 'pending', words: 'pending|todo|to do|queued|outstanding' },
  { name: 'partial', words: 'partially|partly|half done|halfway|so far|incomplete' },
  { name: 'in progress', words: 'in progress|ongoing|under way|underway' },
  { name: 'skipped', words: 'skipped|skip|skips' },
  { name: 'in review', words: 'under review|in review|being reviewed' },
];
