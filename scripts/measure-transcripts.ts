import { writeFileSync } from 'node:fs';
import { memory } from '../src/archive/memory/index.ts';
import { hasTranscripts, transcripts } from '../test/transcripts/corpus.ts';
import { type Measurement, measure, RECALLS, TARGETS } from '../test/transcripts/measure.ts';

// `npm run transcripts`: compacts every real transcript of the corpus and writes what came of it, with the floor analysis
// of each refusal, to docs/real-transcripts.md. Run from the repository's root, beside the corpus.
const PAGE = 'docs/real-transcripts.md';

const HEAD = `# Real transcripts

Made by \`npm run transcripts\`: each transcript of the corpus (read in place, never part of this repository) is compacted to 50 %, 30 % and 15 % of its tokens, with \`--recall off\` and with \`--recall cli\`. Figures are o200k tokens. Every output was proved by \`verify\` and recalled in full by the tests (\`test/transcripts\`).

A refusal (E7) is right only where what has to stay does not fit. So each refusal is written out below: the floor, and what it is made of by rule. \`notes\` is what marks that something left, as far as that gives more than it takes. Short sessions are mostly refused: they consist of the task in the user's words, the system prompt, and the exchanges that count as recent; two exchanges are always kept whole.
`;

async function main(): Promise<void> {
  if (!hasTranscripts) throw new Error('the corpus is not there: set HOLDFAST_TRANSCRIPTS');
  const all: Measurement[] = [];
  for (const transcript of transcripts()) {
    for (const recall of RECALLS) for (const target of TARGETS) all.push(await measure(transcript, target, recall, memory({ tenantKey: 'golden' })));
    process.stderr.write(`${transcript.name}\n`);
  }
  writeFileSync(PAGE, `${HEAD}\n${summary(all)}\n\n## What came of each\n\n${table(all)}\n\n## Floor analysis of the refusals\n\n${floors(all)}\n`);
}

function summary(all: readonly Measurement[]): string {
  const count = (outcome: Measurement['outcome']): number => all.filter((one) => one.outcome === outcome).length;
  return `${transcripts().length} transcripts, ${all.length} compactions: ${count('compacted')} reached their target, ${count('unchanged')} had nothing to do, ${count('refused')} were refused.`;
}

function table(all: readonly Measurement[]): string {
  const columns = RECALLS.flatMap((recall) => TARGETS.map((target) => ({ recall, target })));
  const rows = transcripts().map(({ name }) => {
    const mine = all.filter((one) => one.name === name);
    const before = mine.find((one) => one.tokensBefore !== undefined)?.tokensBefore ?? Math.round((mine[0]?.targetTokens ?? 0) / (mine[0]?.target ?? 1));
    return [
      name,
      before.toLocaleString('en-US'),
      ...columns.map(({ recall, target }) =>
        cell(
          mine.find((one) => one.recall === recall && one.target === target),
          before,
        ),
      ),
    ];
  });
  const head = ['transcript', 'tokens', ...columns.map(({ recall, target }) => `${recall} ${target * 100} %`)];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell(one: Measurement | undefined, before: number): string {
  if (one === undefined || one.outcome === 'unchanged') return one?.outcome ?? '';
  const tokens = one.outcome === 'refused' ? one.floorTokens : one.tokensAfter;
  return `${one.outcome === 'refused' ? 'refused, floor ' : ''}${(((tokens ?? 0) * 100) / before).toFixed(1)} %`;
}

function floors(all: readonly Measurement[]): string {
  const rows = all
    .filter((one) => one.outcome === 'refused')
    .map((one) => {
      const parts = Object.entries(one.floor ?? {}).sort(([, a], [, b]) => b - a);
      const protectedTokens = parts.reduce((sum, [, tokens]) => sum + tokens, 0);
      const words = [...parts.map(([rule, tokens]) => `${rule} ${tokens}`), `notes ${(one.floorTokens ?? 0) - protectedTokens}`].join(', ');
      return [one.name, `${one.recall} ${one.target * 100} %`, String(one.targetTokens), String(one.floorTokens), words];
    });
  const head = ['transcript', 'asked', 'target', 'floor', 'made of'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

await main();
