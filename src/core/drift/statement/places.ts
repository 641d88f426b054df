import { GENERIC, LABELS, REACHING, TURNING } from '../lexicon/shortening.ts';
import { holdsName, nameOf } from '../names.ts';
import { findDroppedOfHeading } from './find-dropped.ts';
import { Line } from './line.ts';
import type { Row, SourceLine, SourceLines } from './source-lines.ts';
import { alignTokens } from './token-alignment.ts';

/** What a line stood under. */
interface Frame {
  readonly kind: 'command' | 'heading' | 'file' | 'title';
  /** It has the mark of a heading or of a lead: no line that only stands above. */
  readonly isMarked?: boolean;
  /** Without the marks of a heading. */
  readonly heading: Line;
}

/** `1. `, `- `, `## `, `[x] ` before a heading, `:` and rules around it. */
const MARKS_BEFORE = /^(?:[#=_>*•+-]{1,10} {0,3}|\d{1,2}(?:\.\d{1,2}){0,3}[.)]? |\/\/ |-- |; |\[(?=[^\]]*\]$))+/;
const MARK_BEHIND = /[=_#*\]: -]/;
const LIST_ITEM = /^(?:[-*•+]|\d{1,3}[.)]) /;
/** `3. Peeking. Do not stop …`, `Intended use: … The model must …` */
const RUN_IN = /^(?:[-*•] |\d{1,3}[.)] )?(\p{L}[^.:]{0,50})[.:] /u;
/** `votes: imani -1` */
const MEMBER = /^([\w-]{2,40}) ?[:=] /;
/** `Access and visitors`, `Not fixed in 4.2`, `PLAY RECAP ****` */
const PLAIN_HEADING = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.? )?\p{Lu}(?:[^.:;=!?|]|\.\d|(?<= \p{Lu})\. ){0,80}[^.:;=!?,|]$/u;
const HEADING_WORDS = 9;
/** A longer line is no heading, and no statement begins with it. */
const FRAME_CHARACTERS = 240;
/** Headings and keys that a line stands under, the nearest; its command counts beside them. */
const FRAMES = 24;
/** `src/cart.ts`, `https://…`, `GET /v1/items`, `PASS src/cart.test.ts` */
const FILE = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|PASS|FAIL|FAILED|ok|file|page|url)[: ] ?)?(?:\S+\.\w{1,5}|https?:\/\/\S+|\/\S+|[\w.-]+\/\S+)$/i;
const DIFF_FILE = /^(?:diff --git |\+\+\+ |--- (?=\S*[./])|Index: |==> )(?<path>\S.{0,200}?)(?: <==)?$/;
/** `--- comment, Dario Venn` */
const DASHED = /^-{3} (?!\S*[./])\p{L}/u;
/** `[build]`, in a diff behind a blank. */
const BRACKETED = /^\[[\w.: -]{1,60}\]$/;
const COMMIT = /^commit [0-9a-f]{7,40}\b/;
const HEAD_FIELD = /^(?:subject|title|from|re|page|document|file|summary|name):\s/i;
/** `ticket OPS-311`, `mail from Tamsin Roe`, `read_ticket OPS-311`: names a document, and says nothing of it. */
const DOCUMENT =
  /^\[?(?:(?:the |docs |read|open|view|get|fetch|export of |runbook |wiki |internal )?[ _]?(?:e-?mail|mail|knowledge base|sheet|spreadsheet|table|query|dataset|report|log|board|calendar|invoice|dashboard|config|section|chapter|pdf|article|paper|codebook|ticket|issue|page|runbook|wiki|document|doc|file|thread|channel|message|letter|memo|minutes|notes|policy|contract|guide|handbook|manual|readme|changelog|transcript|mr|pr|pull request)|read|open|view|fetch|fetched|get|export)\b(?::(?! \d)|[^:;=!?]){0,160}[^.:;=!?]$/i;
/** `codebook_v3.md, section "Vitals"` */
const QUOTING = /^[^:=;!?]{1,80}"[^"]{2,80}"\)?(?:, [^:=;!?]{0,40})?$/;
const HEAD_LINES = 6;
/** Characters of a row that is looked through for its name. */
const ROW_CHARACTERS = 2_000;
/** Cells of a row that name it, at most. */
const NAME_CELLS = 4;

function headingOf(row: string): Line {
  const text = row.slice(0, FRAME_CHARACTERS).trim().replace(MARKS_BEFORE, '');
  // By hand: a pattern for marks at an end would look at each run of them from each of its places.
  let end = text.length;
  while (end > 0 && MARK_BEHIND.test(text.charAt(end - 1))) end--;
  return new Line(text.slice(0, end));
}

/** Says of lines where they stood: from the layout of their text, and from nothing that stands beside them. */
export class Places {
  private readonly lines: SourceLines;
  private readonly known = new Map<number, readonly Frame[]>();

  constructor(lines: SourceLines) {
    this.lines = lines;
  }

  /** Whether `place`, with which a statement begins, says where a line stood. */
  isPlaceOf(place: string, line: SourceLine): boolean {
    const key = nameOf(place);
    if (!/[\p{L}\p{N}]/u.test(key)) return false;
    return this.isPlace(place, line) || this.isTwoPlaces(place, line);
  }

  /** A line that a diff takes away. */
  isRemoved(line: SourceLine): boolean {
    return (
      line.raw.startsWith('-') &&
      (this.lines.rowsAbove(line).some(({ trimmed }) => trimmed.startsWith('@@ ')) ||
        this.framesOf(line).some(({ kind, heading }) => kind === 'command' && /\b(?:diff|show|patch|log -p)\b/.test(heading.lowered)))
    );
  }

  private isPlace(place: string, line: SourceLine): boolean {
    const said = new Line(place);
    return this.isOwnName(nameOf(place), line) || this.framesOf(line).some((frame) => names(said, frame, line));
  }

  /** `pipeline.yml build-windows`, `changes/5518 votes`: the second stands under the first, or is the label of the line. */
  private isTwoPlaces(place: string, line: SourceLine): boolean {
    const words = place.split(' ');
    if (words.length < 2 || words.length > HEADING_WORDS) return false;
    const label = nameOf(MEMBER.exec(line.row.trimmed)?.[1] ?? '');
    return words.slice(1).some((_, at) => {
      const [first, second] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
      return this.isPlace(first, line) && (nameOf(second) === label || this.isPlace(second, line));
    });
  }

  /** What turns or limits all that stands under it, and is not said: `Not supported`, `Open questions`. */
  findUnsaid(said: Line, places: readonly string[], line: SourceLine): string | undefined {
    if (said.tokens.some(({ word }) => LABELS.has(word))) return undefined;
    // `terraform plan`, `drain --dry-run`: the place says what such a heading says.
    const isPlanned = places.some((place) => PLANNING.test(place));
    const limits = new Set<string>([...said.limits.map(({ limit }) => limit), ...places.flatMap(limitsOf), ...(isPlanned ? ['plan'] : [])]);
    const placeLines = places.map((place) => new Line(place));
    const isTurning = ({ text, tokens }: Line): boolean =>
      limitsOf(text).some((limit) => limit !== 'if' && limit !== 'some' && !limits.has(limit)) ||
      tokens.some(({ word }) => (TURNING.has(word) || LABELS.has(word)) && !asides(text).includes(word)) ||
      DENIED.test(text);
    const frame = this.framesOf(line).find(
      (one) =>
        one.kind === 'heading' &&
        (one.isMarked === true || !(VALUE.test(one.heading.text) || SENTENCE.test(one.heading.text))) &&
        !(isPlanned && PREVIEW.test(one.heading.text)) &&
        isTurning(one.heading) &&
        !placeLines.some((place) => names(place, one)),
    );
    return frame?.heading.text;
  }

  /** The name of its row, or the label with which it begins. */
  private isOwnName(key: string, line: SourceLine): boolean {
    if (limitsOf(key).length > 0) return false;
    const isName = (_: string, at: number): boolean => nameOf(line.cells.slice(0, at + 1).join(' ')).replace(/^(?:\d{1,3}[.)]|\[[^\]]{0,20}\]) /, '') === key;
    if (
      line.cells.slice(0, NAME_CELLS).some(isName) ||
      (SHAPED.test(key) && line.raw.length <= ROW_CHARACTERS && nameOf(line.raw).split(' ').includes(key) && this.lines.columnsOf(line).length > 0)
    )
      return true;
    if (line.raw.length > ROW_CHARACTERS) return false;
    // `gantryd[881]: …`
    if (key.length > 2 && ` ${nameOf(line.row.trimmed)}`.includes(` ${key}[`)) return true;
    // `06:02:38`
    if (/^[\d:.tz-]{5,40}$/.test(key) && nameOf(line.row.trimmed).startsWith(`${key} `)) return true;
    const label = nameOf(RUN_IN.exec(line.row.trimmed)?.[1] ?? '');
    return label === key && !nameOf(line.text).includes(key);
  }

  private framesOf(line: SourceLine): readonly Frame[] {
    let frames = this.known.get(line.index);
    if (frames === undefined) {
      frames = this.readFrames(line);
      this.known.set(line.index, frames);
    }
    return frames;
  }

  private readFrames(line: SourceLine): readonly Frame[] {
    const rows = this.lines.rowsAbove(line);
    const frames = [...outerRows(line.row, rows), ...titleOf(line, rows)];
    const header = this.lines.headerOf(line);
    const caption = header === undefined ? undefined : rows[rows.indexOf(header.row) + 1];
    if (caption !== undefined && caption.cells.length === 0 && !caption.isCommand && !caption.trimmed.endsWith('.'))
      frames.push({ kind: 'heading', heading: headingOf(caption.trimmed) });
    return frames;
  }
}

/** What a row stands under, by headings, leads and indentation, the nearest first. */
function outerRows(own: Row, rows: readonly Row[]): Frame[] {
  const frames: Frame[] = [];
  const isItem = LIST_ITEM.test(own.trimmed);
  let { indent } = own;
  let level = Number.POSITIVE_INFINITY;
  let below = own;
  let isParted = false;
  let hasItems = false;
  const seen = new Set<string>();
  const add = (kind: Frame['kind'], text: string, once?: string): void => {
    if (text.length > FRAME_CHARACTERS || (kind !== 'command' && frames.length >= FRAMES) || (once !== undefined && seen.has(once))) return;
    if (once !== undefined) seen.add(once);
    frames.push({ kind, heading: kind === 'command' ? new Line(text) : headingOf(text), isMarked: /^#.*[^.]$|^[^@].*:$/.test(text) });
  };
  for (const [at, row] of rows.entries()) {
    const isBlank = below.isBehindBlank;
    // What stands above a command is of another.
    if (row.isCommand && row.level === 0) {
      add('command', row.trimmed.replace(/^.{0,70}?[$>%#] /, '').replace(/;$/, ''));
      // `newsdesk=> select …`
      const prompt = /^(\w+)=[>#] /.exec(row.trimmed)?.[1];
      if (prompt !== undefined) add('heading', prompt);
      break;
    }
    if (row.level > 0) {
      if (row.level < level) add('heading', row.trimmed);
      level = Math.min(level, row.level);
    } else if (level === Number.POSITIVE_INFINITY) {
      const isLead = row.trimmed.endsWith(':');
      if (DIFF_FILE.test(row.trimmed)) add('file', DIFF_FILE.exec(row.trimmed)?.groups?.['path'] ?? '', 'file');
      else if (DASHED.test(row.trimmed)) add('heading', row.trimmed, 'dashed');
      else if (BRACKETED.test(row.trimmed)) add('heading', row.trimmed, 'section');
      else if (COMMIT.test(row.trimmed)) add('file', row.trimmed, 'commit');
      else if (row.indent < indent) {
        add(FILE.test(row.trimmed) ? 'file' : 'heading', row.trimmed);
        ({ indent } = row);
      } else if (row.isSection && !isLead && row.indent <= indent) add(FILE.test(row.trimmed) ? 'file' : 'heading', row.trimmed, 'section');
      else if (isLead && row.indent === indent && below.indent === indent && !hasItems && !(isParted || (isBlank && !LIST_ITEM.test(below.trimmed)))) {
        add(FILE.test(row.trimmed.slice(0, -1)) ? 'file' : 'heading', row.trimmed, 'lead');
      } else if (isPlainHeading(row, rows[at + 1], below) && !isAlike(row, below)) add('heading', row.trimmed, 'plain');
      isParted ||= isBlank;
      hasItems ||= !isItem && row.indent === indent && LIST_ITEM.test(row.trimmed);
    }
    below = row;
  }
  return frames;
}

/** It opens its text, or stands behind a blank line or before a list, and what follows it is no more of its kind. */
function isPlainHeading(row: Row, above: Row | undefined, below: Row): boolean {
  if (row.cells.length > 0 || !PLAIN_HEADING.test(row.trimmed) || row.trimmed.split(' ').length > HEADING_WORDS) return false;
  return (
    above === undefined ||
    row.isBehindBlank ||
    (LIST_ITEM.test(below.trimmed) && !LIST_ITEM.test(row.trimmed)) ||
    above.level > 0 ||
    above.isCommand ||
    DOCUMENT.test(above.trimmed) ||
    FILE.test(above.trimmed)
  );
}

function isAlike(row: Row, below: Row): boolean {
  return !below.isBehindBlank && row.indent === below.indent && PLAIN_HEADING.test(below.trimmed) && below.cells.length === 0;
}

/** What a text begins with, where it says what the text is: never a line that is one of many. */
function titleOf({ provenance, row }: SourceLine, rows: readonly Row[]): readonly Frame[] {
  if (provenance !== 'tool') return [];
  const first = rows.at(-1);
  const title: Frame[] = [];
  if (first !== undefined && isTitle(first, rows.at(-2) ?? row)) title.push({ kind: 'title', heading: new Line(bare(first.trimmed)) });
  // `fetch https://…`, then `Contributing`
  const second = rows.at(-2);
  if (title.length > 0 && second !== undefined && PLAIN_HEADING.test(second.trimmed) && second.cells.length === 0)
    title.push({ kind: 'title', heading: headingOf(second.trimmed) });
  const head = rows.slice(-HEAD_LINES).filter((one) => one !== row && HEAD_FIELD.test(one.trimmed));
  return [...title, ...head.map((one): Frame => ({ kind: 'title', heading: new Line(one.trimmed.replace(HEAD_FIELD, '')) }))];
}

function bare(text: string): string {
  return text.replace(/^(?:\/\/|--|#|;|\/\*) ?/, '');
}

function isTitle(first: Row, next: Row): boolean {
  const text = bare(first.trimmed);
  if (FILE.test(text) || DOCUMENT.test(text) || QUOTING.test(text)) return true;
  return PLAIN_HEADING.test(text) && text.split(' ').length <= HEADING_WORDS && !isAlike(first, next) && first.cells.length === 0;
}

function names(said: Line, { kind, heading }: Frame, line?: Line): boolean {
  const place = said.text;
  const key = nameOf(place);
  const field = place.replace(HEAD_FIELD, '');
  if (kind === 'title' && field !== place && nameOf(field) === nameOf(heading.text)) return true;
  if (key === nameOf(heading.text) || nameOf(headingOf(place).text) === nameOf(heading.text)) return true;
  if (kind === 'command') return namesCommand(key, heading.text, line?.lowered ?? '');
  if (kind === 'file') return holdsName(heading.lowered, key) && SHAPED.test(key);
  if (kind === 'title' && ` ${nameOf(heading.text)} `.includes(` ${key} `)) return true;
  if ((kind === 'title' || isPlain(heading)) && SHAPED.test(key) && holdsName(heading.lowered, key)) return true;
  if (isObject(key, heading)) return true;
  const alignment = alignTokens(said, heading);
  if (alignment === undefined || findDroppedOfHeading({ said, line: heading, alignment }) !== undefined) return false;
  return sameLimits(place, heading.text) && !lacksTurning(said, heading);
}

const DENIED = /\b(?:out of scope|dry run|false positives?|will not|as of next)\b/i;

/** `Retention schedule (v6, draft)` */
function asides(text: string): string {
  return (/\([^)]*\)/.exec(text)?.[0] ?? '').toLowerCase();
}

/** Nothing of it turns or limits what stands under it. */
function isPlain({ text, tokens }: Line): boolean {
  return limitsOf(text).length === 0 && !tokens.some(({ word }) => TURNING.has(word) || LABELS.has(word));
}

/** `the slow builds` of *Findings on the slow builds* */
function isObject(key: string, { text }: Line): boolean {
  const whole = nameOf(text);
  const head = whole.slice(0, -key.length);
  return (
    whole.endsWith(` ${key}`) &&
    / (?:on|for|about|in)(?: the| our)? $/.test(head) &&
    limitsOf(head).every((limit) => limit === 'some') &&
    !LABELS.has(head.split(' ')[0] ?? '')
  );
}

/** Its beginning, it without options, or what it was run on. */
function namesCommand(key: string, command: string, line: string): boolean {
  // `west flash && sensorctl noise`
  const parts = command.split(/ (?:&&|\|\||;) /);
  if (parts.length > 1) return parts.some((part) => namesCommand(key, part, line));
  // `select … from endurance where …`
  if (/\bselect\b/i.test(command) && nameOf(command).includes(` from ${key} `)) return true;
  const words = nameOf(command).replace(INTERPRETER, '').split(' ');
  const said = key.replace(INTERPRETER, '').split(' ');
  // `ticket 48213` of *helpdesk show 48213*
  if (said.length === 2 && GENERIC.has(said[0] ?? '') && SHAPED.test(said[1] ?? '')) return namesCommand(said[1] ?? '', command, line);
  const begins = (list: readonly string[]): boolean => said.every((word, at) => word === list[at] || (at === 0 && list[0]?.endsWith(`/${word}`)));
  if (begins(words) && !words.slice(said.length).some((word) => TURNING.has(word.replace(/^-+/, '')))) return true;
  if (said.length > 1 && begins(words.filter((word) => !isOption(word)))) return true;
  const plain = words.filter((word, at) => !isOption(word) && !/^--./.test(words[at - 1] ?? ''));
  if (said[0] === plain[0] && (isInOrder(said, plain) || isWithOptions(said, words))) return true;
  const shaped = words.filter((word) => SHAPED.test(word) && !isOption(word));
  // `git diff main -- src/a.ts`
  const paths = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
  if (paths.some((word) => holdsName(word, key)) && SHAPED.test(key) && paths.length === 1) return true;
  if (!SHAPED.test(key) || (OF_TWO.test(command) && shaped.filter((word) => /[/.]/.test(word)).length > 1)) return false;
  // `deploy staging --from prod-2`
  const objects = shaped.length === 1 ? shaped : shaped.filter((word) => !/^--./.test(words[words.indexOf(word) - 1] ?? ''));
  // `df /srv/wal /srv/snap` and *df: /srv/snap: …*: it says itself which one it is of.
  const isOfOther = objects.some((word) => word.length > 3 && !holdsName(word, key) && holdsName(line, word));
  return (!isOfOther && objects.some((word) => holdsName(word, key))) || isInOrder(said, plain);
}

/** `pr 2290` of *forge pr view 2290* */
function isInOrder(said: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (word === said[at]) at++;
  return at === said.length && said.length > 1;
}

/** `cook --map mirefen` of *cook --platform b --map mirefen*: an option keeps its value, and a value its option. */
function isWithOptions(said: readonly string[], words: readonly string[]): boolean {
  const isPaired = said.every((word, at) => {
    const before = words[words.indexOf(word) - 1] ?? '';
    return !before.startsWith('--') || before === said[at - 1];
  });
  return isPaired && isInOrder(said, words);
}

function isOption(word: string): boolean {
  return /^[-+]/.test(word);
}

/** `key = value`: no heading. */
const VALUE = /[:=] ?\S/;
const SENTENCE = /[.!?] |.{80}/;
const PREVIEW = /\b(?:dry.?run|will be|would be|plan)\b/i;
const PLANNING = /\b(?:plan|preview|dry-run)\b/i;
/** It can be told from a word: `OPS-311`, `a.ts`. */
const SHAPED = /[./_\d=-]/;
const INTERPRETER = /^(?:ssh \S+|python3? -m|python3?|node|npx|bash|sh|sudo|ruby|perl|rscript|uv run|poetry run) /;
/** Commands whose output is of two files alike. */
const OF_TWO = /^(?:git )?(?:diff|cp|mv|cmp|comm|rsync|scp)\b/;

function limitsOf(text: string): readonly string[] {
  return new Line(`${text}: x`).limits
    .filter(({ limit, word }) => REACHING.has(limit) && !/^(?:may|can|could|potential)$/.test(word))
    .map(({ limit }) => limit);
}

function sameLimits(one: string, other: string): boolean {
  return [...limitsOf(one)].sort().join(' ') === [...limitsOf(other)].sort().join(' ');
}

function lacksTurning(said: Line, heading: Line): boolean {
  return heading.tokens.some(({ word }) => TURNING.has(word) && !said.tokens.some((token) => token.word === word));
}
