import { counted, DRIFT_WORDS, FINDING_NAMES, FINDING_WORDS, hostName, INVENTION_WORDS, KIND_MEANINGS, KIND_WORDS, LINK_WORDS } from '../audit/in-words.ts';
import { markChanges, placesOf } from '../audit/mark-changes.ts';
import { type AuditedStatement, type AuditSegment, LOSS_KINDS } from '../audit/report.ts';
import type { CompactionReport, SessionReport } from '../audit/session-report.ts';
import { type AuditTotals, countLosses } from '../audit/totals.ts';
import type { WhatIf } from '../audit/what-if.ts';
import { beside, columns, markedLine, oneLine, pad, paintedWidth, tail, wrap } from './audit-layout.ts';
import { colours, formatNumber } from './terminal.ts';

/** From here on two texts fit beside each other. */
const WIDE_COLUMNS = 100;
const TEXT_LINES = 3;
const BAR_COLUMNS = 10;
const LINKS_SHOWN = 5;

export const INTRODUCTION =
  'A compaction puts a summary in the place of older turns. For each one: what the agent had been told or had found out before, and could not know any more after it.';

/** One transcript, for people; `top`: texts shown of each sort. */
export function sessionText(report: SessionReport, top: number): string {
  const lines = [colours.bold(oneLine(report.file)), ...indented(wrap(oneLine(report.recognizedAs), columns() - 2), 2)];
  if (report.compactions.length === 0) lines.push('', 'No compaction in it: nothing was lost.');
  for (const compaction of report.compactions) lines.push('', ...compactionLines(compaction, report.compactions.length, top));
  return lines.join('\n');
}

function compactionLines(compaction: CompactionReport, count: number, top: number): readonly string[] {
  return [
    ...headline(compaction, count),
    ...lossTable(compaction),
    ...changedLines(compaction, top),
    ...lostLines(compaction, top),
    ...inventedLines(compaction, top),
    ...coverageLines(compaction.segments),
    ...aftermathLines(compaction),
    ...costLines(compaction),
    ...(compaction.whatIf === undefined ? [] : whatIfLines(compaction.whatIf, compaction.tool)),
  ];
}

function headline(compaction: CompactionReport, count: number): readonly string[] {
  const { index, tool, time, trigger, line, turn, tokensBefore, tokensAfter } = compaction;
  const facts = [hostName(tool), ...(time === undefined ? [] : [time.slice(0, 16).replace('T', ' ')]), ...(trigger === undefined ? [] : [trigger])];
  const place = `line ${formatNumber(line)}, turn ${formatNumber(turn)}; ${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)} tokens`;
  return [colours.bold(`Compaction ${index + 1} of ${count}: ${oneLine(facts.join(', '))}`), ...wrap(place, columns())];
}

function lossTable(compaction: CompactionReport): readonly string[] {
  const lost = countLosses(compaction, 'lost');
  const drifted = countLosses(compaction, 'drifted');
  const sums = { kept: 0, restated: 0 };
  for (const kind of LOSS_KINDS) {
    if (kind === 'talk') continue;
    sums.kept += compaction.fates[kind].kept;
    sums.restated += compaction.fates[kind].restated;
  }
  const still = `still there: ${formatNumber(sums.kept)} letter for letter, ${formatNumber(sums.restated)} in other words`;
  if (lost + drifted === 0) return ['', colours.green(`Nothing was lost (${still}).`)];
  const said = [lost > 0 ? `${formatNumber(lost)} lost` : '', drifted > 0 ? `${formatNumber(drifted)} changed in meaning` : '']
    .filter((part) => part !== '')
    .join(', ');
  const rows = LOSS_KINDS.filter((kind) => kind !== 'talk').flatMap((kind) => {
    const fates = compaction.fates[kind];
    const gone = fates.lost + fates.drifted;
    if (gone === 0) return [];
    const all = gone + fates.kept + fates.restated;
    return `${pad(formatNumber(gone), 5, true)} of ${pad(formatNumber(all), 5)} ${pad(KIND_WORDS[kind][1], 24)} ${KIND_MEANINGS[kind]}`;
  });
  return ['', `${colours.bold(colours.yellow(said))}; ${still}`, ...rows.flatMap((row) => hanging(row, 40))];
}

function changedLines(compaction: CompactionReport, top: number): readonly string[] {
  const drifted = compaction.losses.filter(({ fate }) => fate === 'drifted');
  if (drifted.length === 0) return [];
  const lines = ['', title('CHANGED', 'it is still spoken of, but says something else')];
  for (const loss of drifted.slice(0, top)) {
    const marks = markChanges(loss);
    const [source, surrogate] = [markedLine(loss.text, marks.source), markedLine(loss.surrogateText ?? '', marks.surrogate)];
    lines.push(`  ${placeOf(loss)}`, ...(columns() < WIDE_COLUMNS ? stacked(source, surrogate) : sideBySide(source, surrogate)));
    for (const { kind, found, expected } of loss.changes ?? []) {
      const said = expected === undefined ? oneLine(found) : `${oneLine(expected)} → ${oneLine(found)}`;
      lines.push(...indented(wrap(`${DRIFT_WORDS[kind]}: ${said}`, columns() - 6, 2), 6));
    }
  }
  return [...lines, ...more(drifted.length, top)];
}

function stacked(source: string, surrogate: string): readonly string[] {
  const width = columns() - 14;
  return [...labelled('said', wrap(source, width, TEXT_LINES)), ...labelled('became', wrap(surrogate, width, TEXT_LINES))];
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `      ${pad(index === 0 ? label : '', 7)} ${line}`);
}

function sideBySide(source: string, surrogate: string): readonly string[] {
  const width = Math.floor((columns() - 9) / 2);
  const lines = beside(['said', ...wrap(source, width, 2 * TEXT_LINES)], ['became', ...wrap(surrogate, width, 2 * TEXT_LINES)], width, paintedWidth);
  return indented(lines, 6);
}

function lostLines(compaction: CompactionReport, top: number): readonly string[] {
  const lost = compaction.losses.filter(({ fate }) => fate === 'lost');
  if (lost.length === 0) return [];
  const lines = ['', title('LOST', 'nowhere in what the agent was given instead')];
  for (const loss of lost.slice(0, top)) lines.push(`  ${placeOf(loss)}`, ...indented(wrap(oneLine(loss.text), columns() - 6, TEXT_LINES), 6));
  return [...lines, ...more(lost.length, top)];
}

function inventedLines(compaction: CompactionReport, top: number): readonly string[] {
  const { invented } = compaction;
  if (invented.length === 0) return [];
  const lines = ['', title('INVENTED', 'the summary says it, and no source does')];
  for (const one of invented.slice(0, top)) {
    lines.push(
      `  ${colours.cyan(INVENTION_WORDS[one.what])}`,
      ...indented(wrap(markedLine(one.text, placesOf(one.text, one.found)), columns() - 6, TEXT_LINES), 6),
    );
  }
  return [...lines, ...more(invented.length, top)];
}

function coverageLines(segments: readonly AuditSegment[]): readonly string[] {
  if (segments.length === 0) return [];
  const most = Math.max(...segments.map(({ surrogateTokens }) => surrogateTokens), 1);
  const rows = segments.map((segment) => {
    const ratio = segment.ratio === null ? '-' : `${formatNumber(Math.round(segment.ratio))}:1`;
    const bar = '█'.repeat(Math.round((BAR_COLUMNS * segment.surrogateTokens) / most)) || (segment.surrogateTokens > 0 ? '▏' : '');
    const findings = segment.findings.map((finding) => FINDING_NAMES[finding]).join(', ');
    const cells = coverageRow(turnsOf(segment.turns), formatNumber(segment.sourceTokens), bar, ratio, `${segment.factsHeld}/${segment.facts}`);
    return `${cells}${findings === '' ? '' : `  ${colours.yellow(findings)}`}`.trimEnd();
  });
  const found = (Object.keys(FINDING_NAMES) as (keyof typeof FINDING_NAMES)[]).filter((name) => segments.some(({ findings }) => findings.includes(name)));
  const meanings = found.flatMap((name) => wrap(`${FINDING_NAMES[name]}: ${FINDING_WORDS[name]}`, columns() - 4));
  const names = coverageRow('turns', 'tokens', 'summary', 'ratio', 'facts');
  return ['', title('COVERAGE', 'what left, in equal parts, and what the summary has of each'), names, ...rows, ...indented(meanings, 4)];
}

function coverageRow(turns: string, tokens: string, bar: string, ratio: string, facts: string): string {
  return `  ${pad(turns, 11)} ${pad(tokens, 8, true)}  ${pad(bar, BAR_COLUMNS)} ${pad(ratio, 8, true)} ${pad(facts, 8, true)}`;
}

function turnsOf([first, last]: readonly [number, number]): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

function aftermathLines({ after, cost }: CompactionReport): readonly string[] {
  if (after.turns === 0) return ['', title('AFTER', 'nothing came after it')];
  const lines = ['', title('AFTER', `the ${counted(after.turns, ['turn', 'turns'])} behind it, against as many before`)];
  lines.push(
    `  refused ${formatNumber(after.rejections)} (before ${formatNumber(after.rejectionsBefore)}), failed ${formatNumber(after.errors)} (before ${formatNumber(after.errorsBefore)})${after.latencyTurns === null ? '' : `, the first ${counted(after.latencyTurns, ['turn', 'turns'])} later`}`,
  );
  lines.push(
    `  read again: ${counted(after.rereads, ['file', 'files'])}, ${formatNumber(cost.rereadTokens)} tokens; failed again the same way: ${formatNumber(after.repeatedFailures)}`,
  );
  for (const link of after.links.slice(0, LINKS_SHOWN)) {
    const text = `turn ${link.turn} ${LINK_WORDS[link.what]}: ${tail(oneLine(link.value), Math.max(16, columns() - 52))} (left with ${link.lostSpanId})`;
    lines.push(...indented(wrap(text, columns() - 6, 2), 4));
  }
  return [...lines, ...more(after.links.length, LINKS_SHOWN)];
}

function costLines({ cost }: CompactionReport): readonly string[] {
  const text = `${formatNumber(cost.savedTokens)} tokens saved, ${formatNumber(cost.rereadTokens)} of them read again; ${formatNumber(cost.invalidatedTokens)} tokens that the provider's cache does not have any more`;
  return ['', title('COST', ''), ...indented(wrap(text, columns() - 2), 2)];
}

function whatIfLines(whatIf: WhatIf, tool: string): readonly string[] {
  const { theirs, ours, status } = whatIf;
  const lines = ['', title('WITH HOLDFAST', 'the same turns, compacted to the same size')];
  if (status === 'refused')
    lines.push(
      ...indented(
        wrap(
          `refused: what must not be lost takes ${formatNumber(whatIf.floorTokens ?? 0)} tokens, more than the ${formatNumber(theirs.tokensAfter)} here; below at the size that fits`,
          columns() - 2,
        ),
        2,
      ),
    );
  if (ours === undefined) return [...lines, `  no result (${whatIf.code ?? status})`];
  const row = (name: string, ...cells: readonly string[]): string => `  ${pad(name, 34)} ${cells.map((cell) => pad(cell, 12, true)).join(' ')}`;
  const number = formatNumber;
  return [
    ...lines,
    row('', hostName(tool), 'holdfast'),
    row('tokens after', number(theirs.tokensAfter), number(ours.tokensAfter)),
    row('statements letter for letter', number(theirs.statements.kept), number(ours.statements.kept)),
    row('in other words', number(theirs.statements.restated), '0'),
    row('behind a handle, to be recalled', '0', number(ours.statements.behindHandle)),
    row('changed in meaning', number(theirs.statements.drifted), '0'),
    row('lost', number(theirs.statements.lost), number(ours.statements.lost)),
    row(`facts in the window, of ${number(whatIf.factCount)}`, number(theirs.factsInWindow), number(ours.factsInWindow)),
  ];
}

function placeOf({ turn, kind }: AuditedStatement): string {
  return `${pad(`turn ${turn}`, 9)} ${colours.cyan(KIND_WORDS[kind][0])}`;
}

function title(word: string, meaning: string): string {
  return `${colours.bold(word)}${meaning === '' ? '' : `  ${meaning}`}`;
}

function more(count: number, shown: number): readonly string[] {
  return count > shown ? [`  … and ${formatNumber(count - shown)} more (\`--top ${count}\`)`] : [];
}

function indented(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => `${' '.repeat(by)}${line}`.trimEnd());
}

/** A row whose last cell goes on below itself. */
function hanging(row: string, at: number): readonly string[] {
  const [cells, rest] = [row.slice(0, at), row.slice(at).trim()];
  if (rest === '') return [cells.trimEnd()];
  const [first = '', ...others] = wrap(rest, Math.max(16, columns() - at));
  return [`${cells}${first}`, ...indented(others, at)];
}

export const ROW_NAMES = `${pad('lost', 6, true)} ${pad('changed', 8, true)} ${pad('invented', 9, true)} ${pad('saved', 9, true)}  ${pad('when', 10)}  session`;

/** A compaction among many, on one line. */
export function rowsOf(report: SessionReport): readonly string[] {
  return report.compactions.map((compaction) => {
    const cells = [
      pad(formatNumber(countLosses(compaction, 'lost')), 6, true),
      pad(formatNumber(countLosses(compaction, 'drifted')), 8, true),
      pad(formatNumber(compaction.invented.length), 9, true),
      pad(formatNumber(compaction.cost.savedTokens), 9, true),
    ].join(' ');
    const row = `${cells}  ${pad(oneLine(compaction.time?.slice(0, 10) ?? ''), 10)}  `;
    return `${row}${tail(oneLine(report.file), Math.max(20, columns() - row.length))}`;
  });
}

export function totalsText(totals: AuditTotals): string {
  const number = formatNumber;
  const lines = [
    colours.bold(
      `${counted(totals.sessionCount, ['session', 'sessions'])}, ${counted(totals.compactionCount, ['compaction', 'compactions'])}${totals.skippedCount === 0 ? '' : `; ${counted(totals.skippedCount, ['file', 'files'])} skipped`}`,
    ),
  ];
  if (totals.compactionCount === 0) return lines.join('\n');
  lines.push(
    ...wrap(
      `${counted(totals.lossySessionCount, ['session', 'sessions'])} lost something: ${number(totals.lostCount)} lost, ${number(totals.driftedCount)} changed in meaning, ${number(totals.inventedCount)} invented`,
      columns(),
    ),
  );
  for (const kind of LOSS_KINDS.filter((one) => one !== 'talk')) {
    const fates = totals.fates[kind];
    const gone = fates.lost + fates.drifted;
    if (gone > 0) lines.push(`${pad(number(gone), 7, true)} of ${pad(number(gone + fates.kept + fates.restated), 7)} ${KIND_WORDS[kind][1]}`);
  }
  lines.push(`${number(totals.savedTokens)} tokens saved, ${number(totals.rereadTokens)} of them read again`);
  lines.push(
    ...wrap(
      `in the turns after: ${number(totals.after.rejections)} refused (before ${number(totals.after.rejectionsBefore)}), ${number(totals.after.errors)} failed (before ${number(totals.after.errorsBefore)})`,
      columns(),
    ),
  );
  const shares = [...Object.entries(totals.byTool).map(([tool, share]) => [hostName(tool), share] as const), ...Object.entries(totals.byMonth)];
  for (const [name, share] of shares)
    lines.push(
      `  ${pad(oneLine(name), 12)} ${pad(counted(share.compactionCount, ['compaction', 'compactions']), 20)} ${pad(number(share.lostCount), 6, true)} lost ${pad(number(share.driftedCount), 6, true)} changed ${pad(number(share.inventedCount), 6, true)} invented`,
    );
  return lines.join('\n');
}
