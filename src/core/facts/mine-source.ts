import { LIMITS } from '../limits.ts';
import { cutWellFormed } from '../markers/neutralize.ts';
import type { CallChain } from './call-chain.ts';
import type { Fact, FactKind, FactSource } from './fact.ts';
import { mineLine, wholeLine } from './mine-line.ts';
import type { FactTable } from './pattern.ts';
import { selectLines } from './select-lines.ts';
import { listingTable, outputTable, proseTable } from './table.ts';

/** Facts that one source may have: an output with more is a table, and a summary cannot repeat it. */
const SOURCE_FACTS = 200;
/** Of these, the first ones; then the last errors; the rest are the source's last ones, as its end says what came of it. */
const HEAD_FACTS = 40;
const ERROR_FACTS = 40;
/** Characters of `Fact.line`. */
const LINE_CHARACTERS = 400;

/** An offset where the anchor stands in the call and not in the text. */
const IN_CALL = -1;

/** Facts of one source in its order, those of its call first, distinct by anchor. None is required yet. */
export function mineSource(source: FactSource, index: number, chain: CallChain | undefined): readonly Fact[] {
  const facts = textFacts(source, index, chain);
  if (facts.size === 0) for (const fact of lastWords(source, index, chain)) facts.set(fact.anchor, fact);
  for (const fact of callFacts(source, index, [...facts.values()])) if (!facts.has(fact.anchor)) facts.set(fact.anchor, fact);
  return bounded([...facts.values()].sort((a, b) => a.offset - b.offset));
}

/** By anchor: the first place of each. */
function textFacts(source: FactSource, index: number, chain: CallChain | undefined): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  const isProse = source.origin !== 'output' || chain?.isReport === true;
  const { text } = source;
  let isSkipped: (line: string) => boolean = isProse ? fences() : diffs();
  if (chain?.isListing === true) isSkipped = () => false;
  for (const { start, end } of selectLines(text)) {
    const line = text.slice(start, end);
    if (isSkipped(line)) continue;
    for (const found of mineLine(line, tableFor(line, isProse, chain))) {
      const anchor = line.slice(found.start, found.end);
      if (!facts.has(anchor)) facts.set(anchor, factAt(source, index, found.kind, start + found.start, anchor, line));
    }
  }
  return facts;
}

function tableFor(line: string, isProse: boolean, chain: CallChain | undefined): FactTable {
  if (isProse) return proseTable();
  return chain?.isListing === true || isListingRow(line) ? listingTable() : outputTable();
}

/** `12: code`, `src/a.ts:12:code`, `  12 │ code`, `drwxr-xr-x …`: somebody's content or a directory, by its form. */
function isListingRow(line: string): boolean {
  if (!/[\d│|→]|^[-dl]r/.test(line)) return false;
  if (/^[-dlcbps][rwxsStT-]{9}/.test(line)) return true;
  if (/^\s{0,10}(?:>\s{0,3})?\d{0,7}\s{0,3}[│|→]/.test(line)) return true;
  return (
    /^(?:[\w./@+~-]{1,200}[:-])?\d{1,7}[:\t-](?!\d)/.test(line) &&
    !/^\S{1,200}: (?:(?:fatal )?(?:error|warning)\b|[A-Z]\w{0,60}(?:Error|Warning|Exception):)/.test(line)
  );
}

/** A narration's fenced code is content. */
function fences(): (line: string) => boolean {
  let isInside = false;
  return (line) => {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence) isInside = !isInside;
    return isFence || isInside;
  };
}

/** A patch is content from its first hunk to the first line that cannot be of one; its `index` line names two hashes. */
function diffs(): (line: string) => boolean {
  let isInside = false;
  return (line) => {
    if (line.startsWith('@@ -')) isInside = true;
    else if (isInside && !/^[ +\-\\\t]/.test(line)) isInside = false;
    return isInside || line.startsWith('--- a/') || line.startsWith('+++ b/');
  };
}

/** What a harness puts behind an output: its own state in brackets, a prompt. */
const TRAILER = /^(?:\(.{0,300}\)|\[[A-Z].{0,300}\]|\S{0,20}\$)\s{0,4}$/;
/** Lines of an output that is short enough for its last one to be what it is about. */
const SHORT_LINES = 12;
const PATH = /^(?:[~.]{0,2}\/)?[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100}){1,30}$/;

/** An output in which nothing else was found: its last line is its outcome. Of a search, the one thing that it found. */
function* lastWords(source: FactSource, index: number, chain: CallChain | undefined): Iterable<Fact> {
  if (source.origin !== 'output' || source.hasFailed) return;
  const lines = selectLines(source.text).filter(({ start, end }) => !TRAILER.test(source.text.slice(start, end)));
  const last = lines.at(-1);
  if (last === undefined || lines.length > SHORT_LINES) return;
  const line = source.text.slice(last.start, last.end);
  if (isListingRow(line)) return;
  const found = chain?.isListing === true ? (lines.length === 1 && PATH.test(line) ? wholeLine('path', line) : undefined) : wholeLine('outcome', line);
  if (found !== undefined && /[\p{L}\d]{2}/u.test(line))
    yield factAt(source, index, found.kind, last.start + found.start, line.slice(found.start, found.end), line);
}

/** What the call itself tells: that it failed and how, and what it wrote. */
function* callFacts(source: FactSource, index: number, known: readonly Fact[]): Iterable<Fact> {
  const { text, exitCode } = source;
  if (source.hasFailed && !known.some(({ kind }) => kind === 'error' || kind === 'exit' || kind === 'outcome')) yield* failure(source, index);
  if (exitCode !== undefined && exitCode !== 0 && !known.some(({ kind }) => kind === 'exit')) {
    yield named(source, index, 'exit', `exit code ${exitCode}`);
  }
  for (const path of source.writtenPaths) {
    const anchor = path.length > LIMITS.ANCHOR_CHARACTERS ? path.slice(-LIMITS.ANCHOR_CHARACTERS).toWellFormed() : path;
    const at = text.indexOf(anchor);
    if (anchor === '' || /[\n\r]/.test(anchor)) continue;
    yield at === -1 ? named(source, index, 'path', anchor) : factAt(source, index, 'path', at, anchor, lineAround(text, at));
  }
}

/** A failure that no row of the table knows: by the first line that the error table fits, else the last line that says something. */
function* failure(source: FactSource, index: number): Iterable<Fact> {
  const lines = selectLines(source.text);
  for (const { start, end } of lines) {
    const line = source.text.slice(start, end);
    const found = mineLine(line, outputTable()).find(({ kind }) => kind === 'error');
    if (found === undefined) continue;
    yield factAt(source, index, 'error', start + found.start, line.slice(found.start, found.end), line);
    return;
  }
  const last = lines.at(-1);
  if (last === undefined) return;
  const line = source.text.slice(last.start, last.end);
  const found = wholeLine('error', line);
  if (found !== undefined) yield factAt(source, index, 'error', last.start + found.start, line.slice(found.start, found.end), line);
}

function lineAround(text: string, at: number): string {
  const newline = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, newline === -1 ? text.length : newline);
}

function factAt({ spanId, turn }: FactSource, index: number, kind: FactKind, offset: number, anchor: string, line: string): Fact {
  return { kind, anchor, line: lineWith(line, anchor), spanId, turn, source: index, offset, isRequired: false };
}

function named(source: FactSource, index: number, kind: FactKind, anchor: string): Fact {
  const { spanId, turn, call } = source;
  return { kind, anchor, line: lineWith(`${call ?? ''}: ${anchor}`, anchor), spanId, turn, source: index, offset: IN_CALL, isRequired: false };
}

/** The line, trimmed and bounded so that it still holds the anchor. */
function lineWith(line: string, anchor: string): string {
  const trimmed = line.trim();
  if (trimmed.length <= LINE_CHARACTERS) return trimmed;
  const at = trimmed.indexOf(anchor);
  return cutWellFormed(trimmed.slice(Math.max(0, Math.min(at, at + anchor.length - LINE_CHARACTERS))), LINE_CHARACTERS).trim();
}

function bounded(facts: readonly Fact[]): readonly Fact[] {
  if (facts.length <= SOURCE_FACTS) return facts;
  const head = facts.slice(0, HEAD_FACTS);
  const rest = facts.slice(HEAD_FACTS);
  const kept = new Set([...head, ...rest.filter(({ kind }) => kind === 'error').slice(-ERROR_FACTS)]);
  for (const fact of rest.toReversed()) if (kept.size < SOURCE_FACTS) kept.add(fact);
  return facts.filter((fact) => kept.has(fact));
}
