// `npm run demo`: the main job on a recorded session, by the public library alone. Writes only into `.holdfast/`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factLines, heading, ruleTable, tokenBar, wrapped } from './demo-layout.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const example = join(root, 'examples/migrate-orders.pi.jsonl');
const folder = join(root, '.holdfast');
const archivePath = join(folder, 'demo.db');
const outputPath = join(folder, 'migrate-orders.compacted.jsonl');
/** Low enough that one-shot results have to leave too: they come last (E6). */
const TARGET = 0.12;

if (!existsSync(join(root, 'dist/index.js'))) {
  console.error('The library is not built yet: run `npm run build`, then `npm run demo`.');
  process.exit(2);
}
const { compact, parseTombstone, recall, verify } = await import('../dist/index.js');
const { sqlite } = await import('../dist/sqlite.js');

mkdirSync(folder, { recursive: true });
for (const suffix of ['', '-wal', '-shm']) rmSync(archivePath + suffix, { force: true });
const source = readFileSync(example, 'utf8');
const facts = JSON.parse(readFileSync(join(root, 'examples/migrate-orders.expected.json'), 'utf8'));
const archive = await sqlite(archivePath);
try {
  const { text, receipt } = await compact(source, {
    fileName: example,
    target: TARGET,
    archive,
    recallCommand: `npx holdfast recall --archive ${relative(root, archivePath)}`,
  });
  writeFileSync(outputPath, text);
  showReceipt(receipt);
  showKept(text);
  showCheckpoint(receipt, text);
  const handle = await showRecalled(text);
  showProof(await verify(text, { archive }));
  showNext(handle);
} finally {
  await archive.close();
}

function showReceipt(receipt) {
  heading(`A long session of a coding agent: examples/${facts.file}`);
  factLines([
    ['taken for', receipt.recognizedAs],
    ['session', `${facts.userTurns} prompts, ${facts.toolCalls} tool calls, ${receipt.spans.length} spans`],
    ['recall', `${receipt.recall}: the agent has a shell in which \`holdfast recall\` runs`],
  ]);
  console.log(tokenBar(receipt));
  heading('What was done, by class and rule');
  console.log(ruleTable(receipt));
}

/** The blocks that hold what matters: each must stand in the output as a block of the same role, letter for letter. */
function showKept(text) {
  const sourceEntries = entriesOf(source);
  const outputEntries = entriesOf(text);
  heading('What only the conversation knows is still there, letter for letter');
  for (const [label, fact] of [
    ['constraint', facts.constraint],
    ['approval', facts.approval],
    ['blocked', facts.blocked],
    ['disproved', facts.disproof],
    ['root cause', facts.rootCause],
  ]) {
    const { role, blocks } = sourceEntries[fact.line - 1];
    const block = blocks.find((one) => one.includes(fact.text));
    const index = block === undefined ? -1 : outputEntries.findIndex((one) => one.role === role && one.blocks.includes(block));
    if (index === -1) throw new Error(`the output has lost line ${fact.line}: ${fact.text}`);
    factLines([
      [label, wrapped(`“${fact.text}”`)],
      ['', `${role}, line ${fact.line} of the source, line ${index + 1} of the output`],
    ]);
  }
}

/** What stands for what left, segment by segment, and some lines of it. */
function showCheckpoint({ checkpoints }, text) {
  heading('What left and cannot be had again has a checkpoint, gated segment by segment');
  for (const { segments } of checkpoints) {
    for (const { turns, outcome, sourceTokens, summaryTokens, facts: all, factsRetained } of segments) {
      const tokens =
        outcome === 'covered' ? `${sourceTokens} tokens in ${summaryTokens}; ${factsRetained} of ${all} facts` : `${sourceTokens} tokens behind a handle`;
      console.log(`${`t${turns[0]}-t${turns[1]}`.padEnd(12)}${outcome.padEnd(14)}${tokens}`);
    }
  }
  // A note stands in a line of JSON: what follows `> ` up to the next escape is a line of a surrogate.
  const lines = text.match(/(?<=\\n)> [^"\\]{16,66}(?=\\n)/g) ?? [];
  factLines([['excerpt', lines.slice(-5).join(`\n${' '.repeat(12)}`)]]);
}

/** Of each line of a session: who wrote it, and its text blocks. */
function entriesOf(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { role, content } = JSON.parse(line).message ?? {};
      const blocks = typeof content === 'string' ? [content] : (content ?? []).filter((part) => part.type === 'text').map((part) => part.text);
      return { role, blocks };
    });
}

/** The tombstone behind which the one-shot result lies, and that result again. */
async function showRecalled(text) {
  for (const marker of text.matchAll(/\[EVICTED:[^\]\s]+\]/g)) {
    const tombstone = parseTombstone(marker[0]);
    if (!tombstone?.handle) continue;
    const spans = await recall(tombstone.handle, { archive });
    const sealed = spans.find((span) => span.text.includes(facts.oneShot.seal) && span.call?.name === 'bash');
    if (sealed === undefined) continue;
    heading('What left and cannot be produced again can be recalled');
    factLines([
      ['tombstone', marker[0]],
      ['ran', sealed.call.input.command],
      ['recalled', sealed.text.trimEnd().split('\n').join('\n            ')],
    ]);
    return sealed.handle;
  }
  throw new Error('no tombstone of the output leads to the one-shot result');
}

function showProof(proof) {
  heading('Proved from the output and the archive alone');
  factLines([
    ['verify', `${proof.spanCount} spans: ${proof.keptCount} kept letter for letter, ${proof.evictedCount} in the archive with their original bytes`],
  ]);
}

function showNext(handle) {
  const flags = `--archive ${relative(root, archivePath)}`;
  heading('Try next');
  for (const command of [
    `npx holdfast recall ${handle} ${flags}`,
    `npx holdfast recall --search "RECONCILE FAILED" ${flags}`,
    `npx holdfast verify ${relative(root, outputPath)} ${flags}`,
    `npx holdfast plan examples/${facts.file} --target 12% --explain ${flags}`,
  ]) {
    console.log(`  ${command}`);
  }
}
