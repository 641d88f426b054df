import { createHash } from 'node:crypto';
import { cutWellFormed } from '../core/markers/neutralize.ts';
import { html, Markup } from './html.ts';
import { coverageChart } from './html-coverage.ts';
import { STYLE } from './html-style.ts';
import { counted, DRIFT_WORDS, FINDING_NAMES, FINDING_WORDS, hostName, INVENTION_WORDS, KIND_MEANINGS, KIND_WORDS, LINK_WORDS } from './in-words.ts';
import { type MarkedRange, markChanges, placesOf } from './mark-changes.ts';
import { type AuditedStatement, LOSS_KINDS } from './report.ts';
import type { CompactionReport, SessionReport, SkippedFile } from './session-report.ts';
import { type AuditTotals, countLosses } from './totals.ts';
import type { WhatIf } from './what-if.ts';

/** Characters of one text; the whole one is in the JSON report. */
const TEXT_CHARACTERS = 2_000;
const SKIPPED_NAMED = 100;

/**
 * The report as one page that needs nothing else: no script, no network, its one style named by its hash. In pieces, as
 * a report of thousands of sessions is not held in memory; `sessions` is gone through twice.
 */
export async function* htmlReport(sessions: () => AsyncIterable<SessionReport>, totals: AuditTotals, skipped: readonly SkippedFile[]): AsyncGenerator<string> {
  yield head();
  yield overview(totals).source;
  if (totals.compactionCount > 1) {
    yield html`<h2>Compactions</h2><div class="scroll" tabindex="0"><table><thead><tr>${names(['lost', 'changed', 'invented', 'tokens saved'])}<th>when</th><th>host</th><th>session</th></tr></thead><tbody>`
      .source;
    let session = 0;
    for await (const report of sessions()) {
      session++;
      for (const compaction of report.compactions) yield indexRow(report, compaction, session).source;
    }
    yield '</tbody></table></div>';
  }
  let session = 0;
  for await (const report of sessions()) {
    session++;
    yield html`<section><h2>${report.file}</h2><p class="faint">${report.recognizedAs}</p>`.source;
    for (const compaction of report.compactions) yield article(compaction, session).source;
    yield '</section>';
  }
  if (skipped.length > 0) yield skippedList(skipped, totals.skippedCount).source;
  yield '</main></body></html>';
}

function head(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>What compaction lost</title><style>${new Markup(STYLE)}</style></head><body><main>
<h1>What compaction lost</h1>
<p>A compaction puts a summary in the place of the older turns of a conversation. For each one: what the agent had been told or had found out before, and could not know any more after it.</p>`
    .source;
}

function overview(totals: AuditTotals): Markup {
  const rows = LOSS_KINDS.flatMap((kind) => {
    const fates = totals.fates[kind];
    const sum = fates.kept + fates.restated + fates.drifted + fates.lost;
    return kind === 'talk' || sum === 0 ? [] : [kindRow(KIND_WORDS[kind][1], KIND_MEANINGS[kind], fates)];
  });
  const shares = [...Object.entries(totals.byTool).map(([tool, share]) => [hostName(tool), share] as const), ...Object.entries(totals.byMonth)];
  return html`<ul class="figures">${figure('', totals.sessionCount, 'sessions')}${figure('', totals.compactionCount, 'compactions')}${figure('lost', totals.lostCount, 'lost')}${figure('changed', totals.driftedCount, 'changed in meaning')}${figure('invented', totals.inventedCount, 'invented')}</ul>
${rows.length === 0 ? html`<p>Nothing was lost.</p>` : kindTable(rows)}
${shares.length < 3 ? undefined : html`<h2>By host and by month</h2><div class="scroll" tabindex="0"><table><thead><tr><th></th>${names(['compactions', 'lost', 'changed', 'invented', 'tokens saved'])}</tr></thead><tbody>${shares.map(([name, share]) => html`<tr><td class="fixed">${name}</td>${numbers([share.compactionCount, share.lostCount, share.driftedCount, share.inventedCount, share.savedTokens])}</tr>`)}</tbody></table></div>`}`;
}

function kindTable(rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th>what was said and found out</th>${names(['lost', 'changed', 'in other words', 'letter for letter'])}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function kindRow(name: string, meaning: string, fates: AuditTotals['fates']['talk']): Markup {
  return html`<tr><td>${name}<br><span class="faint">${meaning}</span></td>${numbers([fates.lost, fates.drifted, fates.restated, fates.kept])}</tr>`;
}

function indexRow(report: SessionReport, compaction: CompactionReport, session: number): Markup {
  const cells = numbers([countLosses(compaction, 'lost'), countLosses(compaction, 'drifted'), compaction.invented.length, compaction.cost.savedTokens]);
  return html`<tr>${cells}<td class="fixed">${compaction.time?.slice(0, 10)}</td><td class="fixed">${hostName(compaction.tool)}</td><td class="name"><a href="#${anchorOf(session, compaction)}">${report.file}</a></td></tr>`;
}

function anchorOf(session: number, { index }: CompactionReport): string {
  return `s${session}c${index + 1}`;
}

function article(compaction: CompactionReport, session: number): Markup {
  const { tool, time, trigger, line, turn, tokensBefore, tokensAfter } = compaction;
  const facts = [hostName(tool), time?.slice(0, 16).replace('T', ' '), trigger].filter((part) => part !== undefined).join(', ');
  const lost = compaction.losses.filter(({ fate }) => fate === 'lost');
  const drifted = compaction.losses.filter(({ fate }) => fate === 'drifted');
  const kinds = LOSS_KINDS.flatMap((kind) => {
    const fates = compaction.fates[kind];
    return kind === 'talk' || fates.kept + fates.restated + fates.drifted + fates.lost === 0 ? [] : [kindRow(KIND_WORDS[kind][1], KIND_MEANINGS[kind], fates)];
  });
  return html`<article id="${anchorOf(session, compaction)}"><h3>Compaction ${compaction.index + 1}: ${facts}</h3>
<p class="faint">line ${number(line)}, turn ${number(turn)}; ${number(tokensBefore)} → ${number(tokensAfter)} tokens</p>
<ul class="figures">${figure('lost', lost.length, 'lost')}${figure('changed', drifted.length, 'changed in meaning')}${figure('invented', compaction.invented.length, 'invented')}${figure('kept', heldCount(compaction), 'still there')}</ul>
${kinds.length === 0 ? undefined : kindTable(kinds)}
${list('Changed', 'it is still spoken of, but says something else', drifted.map(driftedItem))}
${list('Lost', 'nowhere in what the agent was given instead', lost.map(lostItem))}
${list('Invented', 'the summary says it, and no source does', compaction.invented.map(inventedItem))}
${coverage(compaction)}${aftermath(compaction)}${compaction.whatIf === undefined ? undefined : whatIfTable(compaction.whatIf, tool)}</article>`;
}

function heldCount({ fates }: CompactionReport): number {
  return LOSS_KINDS.reduce((sum, kind) => sum + (kind === 'talk' ? 0 : fates[kind].kept + fates[kind].restated), 0);
}

function list(title: string, meaning: string, items: readonly Markup[]): Markup | undefined {
  return items.length === 0 ? undefined : html`<h4>${title} <span>${meaning}</span></h4><ul class="statements">${items}</ul>`;
}

function driftedItem(statement: AuditedStatement): Markup {
  const marks = markChanges(statement);
  const changes = (statement.changes ?? []).map(
    ({ kind, found, expected }) =>
      html`<div class="where">${DRIFT_WORDS[kind]}: ${expected === undefined ? quoted(found) : html`${quoted(expected)} → ${quoted(found)}`}</div>`,
  );
  return html`<li><div class="where">${placeOf(statement)}</div><div class="pair"><div><span class="where">said</span>${quotation(statement.text, marks.source)}</div><div><span class="where">became</span>${quotation(statement.surrogateText ?? '', marks.surrogate)}</div></div>${changes}</li>`;
}

function lostItem(statement: AuditedStatement): Markup {
  return html`<li class="is-lost"><div class="where">${placeOf(statement)}</div>${quotation(statement.text, [])}</li>`;
}

function inventedItem({ text, what, found }: CompactionReport['invented'][number]): Markup {
  return html`<li class="is-invented"><div class="where">${INVENTION_WORDS[what]}</div>${quotation(text, placesOf(text, found))}</li>`;
}

function placeOf({ turn, kind, spanId }: AuditedStatement): string {
  return `turn ${turn}, ${KIND_WORDS[kind][0]} (${spanId})`;
}

/** Foreign text in a direction of its own. */
function quoted(text: string): Markup {
  return html`<bdi>${cut(text)}</bdi>`;
}

function quotation(text: string, marks: readonly MarkedRange[]): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const mark of marks.filter((one) => one.end <= TEXT_CHARACTERS)) {
    parts.push(html`${text.slice(end, mark.start)}<mark>${text.slice(mark.start, mark.end)}</mark>`);
    end = mark.end;
  }
  return html`<blockquote><bdi>${parts}${cut(text.slice(end), TEXT_CHARACTERS - end)}</bdi></blockquote>`;
}

function cut(text: string, length = TEXT_CHARACTERS): string {
  return text.length <= length ? text : `${cutWellFormed(text, length)}…`;
}

function coverage({ segments }: CompactionReport): Markup | undefined {
  if (segments.length === 0) return undefined;
  const rows = segments.map(({ turns, sourceTokens, surrogateTokens, ratio, facts, factsHeld, findings }) => {
    const ratioText = ratio === null ? 'none' : `${number(Math.round(ratio))}:1`;
    const words = findings.map((finding) => FINDING_NAMES[finding]).join(', ');
    return html`<tr><td class="fixed">${turns[0] === turns[1] ? turns[0] : `${turns[0]}–${turns[1]}`}</td>${numbers([sourceTokens])}<td class="number wide">${number(surrogateTokens)}</td><td class="number">${ratioText}</td><td class="number">${factsHeld} of ${facts}</td><td>${words}</td></tr>`;
  });
  const found = (Object.keys(FINDING_NAMES) as (keyof typeof FINDING_NAMES)[]).filter((name) => segments.some(({ findings }) => findings.includes(name)));
  const meanings = found.map((name) => html`<p class="where"><b>${FINDING_NAMES[name]}</b>: ${FINDING_WORDS[name]}</p>`);
  return html`<h4>Coverage <span>what left, in equal parts, and how much the summary has of each: the higher, the thinner</span></h4>${coverageChart(segments)}
<div class="scroll" tabindex="0"><table><thead><tr><th>turns</th>${names(['tokens'])}<th class="number wide">of summary</th>${names(['ratio', 'facts'])}<th>found</th></tr></thead><tbody>${rows}</tbody></table></div>${meanings}`;
}

function aftermath({ after, cost }: CompactionReport): Markup {
  const links = after.links.map(
    ({ turn, what, value, lostSpanId }) =>
      html`<tr><td class="number">${number(turn)}</td><td>${LINK_WORDS[what]}</td><td class="name">${quoted(value)}</td><td>${lostSpanId}</td></tr>`,
  );
  const first = after.latencyTurns === null ? '' : `, the first ${counted(after.latencyTurns, ['turn', 'turns'])} later`;
  return html`<h4>After <span>${after.turns === 0 ? 'nothing came after it' : `the ${counted(after.turns, ['turn', 'turns'])} behind it, against as many before`}</span></h4>
<p>Refused: ${number(after.rejections)} (before: ${number(after.rejectionsBefore)}); failed: ${number(after.errors)} (before: ${number(after.errorsBefore)})${first}. Read again: ${counted(after.rereads, ['file', 'files'])}, ${number(cost.rereadTokens)} tokens. Failed again the same way: ${number(after.repeatedFailures)}.</p>
${links.length === 0 ? undefined : html`<div class="scroll" tabindex="0"><table><thead><tr><th class="number">turn</th><th>what</th><th>on what</th><th>left with</th></tr></thead><tbody>${links}</tbody></table></div>`}
<h4>Cost</h4><p>${number(cost.savedTokens)} tokens saved, ${number(cost.rereadTokens)} of them read again; ${number(cost.invalidatedTokens)} tokens that the provider’s cache does not have any more.</p>`;
}

function whatIfTable(whatIf: WhatIf, tool: string): Markup {
  const { theirs, ours, status } = whatIf;
  const refusal = `Refused: what must not be lost takes ${number(whatIf.floorTokens ?? 0)} tokens, more than the ${number(theirs.tokensAfter)} here. The figures are those at the size that fits.`;
  const title = html`<h4>With holdfast <span>the same turns, compacted to the same size</span></h4>${status === 'refused' ? html`<p>${refusal}</p>` : undefined}`;
  if (ours === undefined) return html`${title}<p>No result (${whatIf.code ?? status}).</p>`;
  const row = (name: string, one: number, other: number): Markup => html`<tr><td>${name}</td>${numbers([one, other])}</tr>`;
  return html`${title}<div class="scroll" tabindex="0"><table><thead><tr><th></th>${names([hostName(tool), 'holdfast'])}</tr></thead><tbody>${[
    row('tokens after', theirs.tokensAfter, ours.tokensAfter),
    row('statements letter for letter', theirs.statements.kept, ours.statements.kept),
    row('in other words', theirs.statements.restated, 0),
    row('behind a handle, to be recalled', 0, ours.statements.behindHandle),
    row('changed in meaning', theirs.statements.drifted, 0),
    row('lost', theirs.statements.lost, ours.statements.lost),
    row(`facts in the window, of ${number(whatIf.factCount)}`, theirs.factsInWindow, ours.factsInWindow),
  ]}</tbody></table></div>`;
}

function skippedList(skipped: readonly SkippedFile[], count: number): Markup {
  const rows = skipped.slice(0, SKIPPED_NAMED).map(({ file, reason }) => html`<tr><td class="name">${file}</td><td>${reason}</td></tr>`);
  return html`<h2>Skipped</h2><p class="faint">${counted(count, ['file was', 'files were'])} not read.</p><div class="scroll" tabindex="0"><table><tbody>${rows}</tbody></table></div>`;
}

function figure(kind: string, value: number, name: string): Markup {
  return html`<li class="${value === 0 ? '' : kind}"><b>${number(value)}</b>${name}</li>`;
}

function names(titles: readonly string[]): readonly Markup[] {
  return titles.map((title) => html`<th class="number">${title}</th>`);
}

function numbers(values: readonly number[]): readonly Markup[] {
  return values.map((value) => html`<td class="number">${number(value)}</td>`);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
