import { counted, DRIFT_WORDS, hostName, INVENTION_WORDS, KIND_WORDS } from '../audit/in-words.ts';
import { type AuditedStatement, type Invention, LOSS_KINDS } from '../audit/report.ts';
import type { CompactionReport, SessionReport } from '../audit/session-report.ts';
import { countLosses } from '../audit/totals.ts';
import { neutralize } from '../core/markers/neutralize.ts';

const TEXT_CHARACTERS = 400;
const VALUE_CHARACTERS = 80;

/** What the whole session lost, on one line. */
export function sessionLine(name: string, { recognizedAs, compactions }: SessionReport): string {
  const title = `${quoted(name, VALUE_CHARACTERS)}, ${neutralize(recognizedAs, VALUE_CHARACTERS)}`;
  if (compactions.length === 0) return `${title}: no compaction in it, nothing was lost.`;
  const sum = (count: (one: CompactionReport) => number): number => compactions.reduce((total, one) => total + count(one), 0);
  const lost = sum((one) => countLosses(one, 'lost'));
  const drifted = sum((one) => countLosses(one, 'drifted'));
  return `${title}: ${counted(compactions.length, ['compaction', 'compactions'])}; ${countsOf(
    lost,
    drifted,
    sum((one) => one.invented.length),
  )}.`;
}

/** One compaction in short lines: what changed in meaning first, as it misleads; then what is gone; then what nobody said. */
export function compactionLines(compaction: CompactionReport): readonly string[] {
  const { losses, invented, after } = compaction;
  return [
    headline(compaction),
    ...losses.filter(({ fate }) => fate === 'drifted').map(driftLine),
    ...losses.filter(({ fate }) => fate === 'lost').map(lossLine),
    ...invented.map(inventionLine),
    ...(after.turns === 0 ? [] : [afterLine(compaction)]),
  ];
}

function headline(compaction: CompactionReport): string {
  const { index, tool, trigger, turn, tokensBefore, tokensAfter, fates, invented } = compaction;
  const host = [hostName(tool), ...(trigger === undefined ? [] : [neutralize(trigger, VALUE_CHARACTERS)])].join(', ');
  const kinds = LOSS_KINDS.filter((kind) => kind !== 'talk');
  const still = kinds.reduce((sum, kind) => sum + fates[kind].kept + fates[kind].restated, 0);
  const counts = countsOf(countLosses(compaction, 'lost'), countLosses(compaction, 'drifted'), invented.length);
  return `Compaction ${index + 1} (${host}) at turn ${turn}, ${number(tokensBefore)} to ${number(tokensAfter)} tokens: ${counts}; still there ${number(still)}.`;
}

function countsOf(lost: number, drifted: number, invented: number): string {
  return `${number(lost)} lost, ${number(drifted)} changed in meaning, ${number(invented)} invented`;
}

function driftLine(loss: AuditedStatement): string {
  const changes = (loss.changes ?? []).map(({ kind, found, expected }) => {
    const said = expected === undefined ? '' : `${quoted(expected, VALUE_CHARACTERS)} to `;
    return `${DRIFT_WORDS[kind]}: ${said}${quoted(found, VALUE_CHARACTERS)}`;
  });
  const why = changes.length === 0 ? '' : ` (${changes.slice(0, 3).join('; ')})`;
  return `- changed, ${placeOf(loss)}: ${quoted(loss.text)} became ${quoted(loss.surrogateText ?? '')}${why}`;
}

function lossLine(loss: AuditedStatement): string {
  return `- lost, ${placeOf(loss)}: ${quoted(loss.text)}`;
}

function inventionLine({ what, text, found }: Invention): string {
  return `- invented, ${INVENTION_WORDS[what]} (${quoted(found, VALUE_CHARACTERS)}): ${quoted(text)}`;
}

function afterLine({ after }: CompactionReport): string {
  const { turns, rejections, rejectionsBefore, errors, errorsBefore, rereads, repeatedFailures } = after;
  return `- after it, in ${counted(turns, ['turn', 'turns'])}: ${rejections} refused (before ${rejectionsBefore}), ${errors} failed (before ${errorsBefore}), ${counted(rereads, ['file', 'files'])} read again, ${repeatedFailures} failed again the same way`;
}

function placeOf({ kind, turn, provenance }: AuditedStatement): string {
  return `${KIND_WORDS[kind][0]} of ${provenance} at turn ${turn}`;
}

/** DESIGN §10: foreign text is data. On one line, between quotation marks that it cannot close, without markers of ours. */
function quoted(text: string, limit = TEXT_CHARACTERS): string {
  return JSON.stringify(neutralize(text, limit));
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
