import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verbs } from '../../scripts/reference-pages.ts';
import { type InstalledPackage, installPackage } from '../packaging/installed-package.ts';
import { fenced, PAGES } from './pages.ts';

const FOLDER = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const SESSION = fileURLToPath(new URL('../../examples/migrate-orders.pi.jsonl', import.meta.url));
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
  noEmit: true,
};
const EDITOR = { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' };

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
  mkdirSync(join(installed.project, 'examples'));
  writeFileSync(join(installed.project, 'package.json'), '{"type":"module"}');
  for (const name of NAMES) {
    const path = join(installed.project, 'examples', name);
    copyFileSync(join(FOLDER, name), path);
    writeFileSync(
      path.replace(/\.ts$/, '.js'),
      ts.transpileModule(readFileSync(path, 'utf8'), { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText,
    );
  }
  copyFileSync(SESSION, join(installed.project, 'session.jsonl'));
});

afterAll(() => installed?.remove());

async function printed(code: string): Promise<readonly string[]> {
  const setup =
    "const { readFileSync } = await import('node:fs'); const session = readFileSync('session.jsonl', 'utf8'); const { compact, memory } = await import('holdfast');\n";
  const { stdout } = await installed.node('--input-type=module', '--eval', setup + code);
  return stdout.trimEnd().split('\n');
}

describe('examples of the docs, against the package as a user has it', () => {
  it('every TypeScript block of a page is the text of an example, and every example is shown', () => {
    const shown = PAGES.flatMap((page) => fenced(page, 'ts'));
    const files = NAMES.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
    expect(shown.filter((code) => !files.includes(code))).toEqual([]);
    expect(files.filter((code) => !shown.includes(code))).toEqual([]);
  });

  it('they compile in a strict program', () => {
    const program = ts.createProgram(
      NAMES.map((name) => join(installed.project, 'examples', name)),
      OPTIONS,
    );
    expect(ts.getPreEmitDiagnostics(program).map((one) => `${one.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`)).toEqual([]);
  });

  it('in-your-loop: compacts a request body that is too long for its window', async () => {
    const reading = { type: 'tool_use', name: EDITOR.name, input: { command: 'view', path: 'a.txt' } };
    const text = 'a line of the file\n'.repeat(400);
    const messages = Array.from({ length: 40 }, (_, index) => [
      { role: 'user', content: `Question ${index}: what does the file say?` },
      { role: 'assistant', content: [{ ...reading, id: `call_${index}` }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `call_${index}`, content: `${index}\n${text}` }] },
      { role: 'assistant', content: `It says ${index}.` },
    ]).flat();
    writeFileSync(join(installed.project, 'request.json'), JSON.stringify({ model: 'a-model', max_tokens: 100, tools: [EDITOR], messages }));
    const [line = ''] = await printed("await import('./examples/in-your-loop.js');");
    const [, before = 0, after = 0] = (/^(\d+) → (\d+) tokens/.exec(line) ?? []).map(Number);
    expect(before).toBeGreaterThan(80_000);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(80_000);
  });

  it('compact-request: gives the messages back where the target is met', async () => {
    const lines = await printed(
      "const { shorten } = await import('./examples/compact-request.js'); console.log(JSON.stringify(await shorten([{ role: 'user', content: 'Hello.' }])));",
    );
    expect(lines[0]).toMatch(/^unchanged: (\d+) → \1 tokens$/);
    expect(JSON.parse(lines[1] ?? '')).toEqual([{ role: 'user', content: 'Hello.' }]);
  });

  it('plan-first: names spans with the rule that lets them go', async () => {
    const lines = await printed(
      "const { whatWouldLeave } = await import('./examples/plan-first.js'); console.log((await whatWouldLeave(session, memory())).join('\\n'));",
    );
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !/^t\d+\.\d+: (drop|summarize|evict|evict_with_tombstone) by [a-z-]+$/.test(line))).toEqual([]);
  });

  it('handle-refusal: takes a target that keeps every protected span', async () => {
    const lines = await printed(
      "const { compactAsFarAsPossible } = await import('./examples/handle-refusal.js'); const { receipt } = await compactAsFarAsPossible(session, memory()); console.log(receipt.status, receipt.spans.filter((span) => span.class === 'authoritative' && span.action !== 'keep').length);",
    );
    expect(lines.filter((line) => /^t\d+\.\d+ stays: [a-z-]+, \d+ tokens$/.test(line))).toHaveLength(3);
    expect(lines.at(-1)).toBe('compacted 0');
  });

  it('keep-by-name: the pinned span stays, the released one leaves, and both are said', async () => {
    const lines = await printed(
      "const { compactWith } = await import('./examples/keep-by-name.js'); const { receipt } = await compactWith(session, memory(), { pinned: 't35.2', released: 't73.1' }); for (const span of receipt.spans) if (span.id === 't35.2' || span.id === 't73.1') console.log(span.id, span.action);",
    );
    const others = /^(phase-changed|segment-externalized|sentence-cut): /; // of the checkpoint, which is another matter
    expect(lines.filter((line) => !others.test(line))).toEqual(['span-released: the fix is merged', 't35.2 keep', 't73.1 evict_with_tombstone']);
  });

  it('verify-output: proves an output, and says what is wrong with another', async () => {
    const lines = await printed(
      "const { sqlite } = await import('holdfast/sqlite'); const archive = sqlite('proof.db'); const { text } = await compact(session, { target: 0.4, archive }); await archive.close();\n" +
        "const { isProved } = await import('./examples/verify-output.js'); console.log(await isProved(text, 'proof.db')); console.log(await isProved(text.replaceAll('config/prod/', 'config/test/'), 'proof.db'));",
    );
    expect(lines[0]).toMatch(/^\d+ of 312 spans stand letter for letter/);
    expect(lines[1]).toBe('true');
    expect(lines.at(-1)).toBe('false');
    expect(lines.slice(2, -1).some((line) => line.startsWith('authoritative-present: '))).toBe(true);
  });

  it('serve-recall: its tool is taken for recall, and gives back what left, or the reason as text', async () => {
    const lines = await printed(
      "const { recallTool, runRecall } = await import('./examples/serve-recall.js'); const archive = memory();\n" +
        "const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'post', input: {} }] }; const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'the seal is 4711\\n'.repeat(200) }] };\n" +
        "const messages = [{ role: 'user', content: 'Post it.' }, call, result, { role: 'assistant', content: 'Posted.' }, { role: 'user', content: 'Good.' }];\n" +
        "const { receipt } = await compact({ model: 'm', max_tokens: 1, tools: [recallTool], messages }, { target: 0.5, archive, keepRecentExchanges: 0 });\n" +
        "const gone = receipt.spans.find((span) => span.kind === 'exchange'); console.log(receipt.recall, gone.action); console.log((await runRecall(gone.handle, archive)).split('\\n')[0]); console.log(await runRecall('hf_aaaaaaaaaaaaaaaaaaaa', archive));",
    );
    expect(lines.slice(0, 2)).toEqual(['tool evict_with_tombstone', 'the seal is 4711']);
    expect(lines[2]).toContain('does not hold the handle');
  });

  it('checkpoint-region: says of each segment what became of it, and gives a text whose markers resolve', async () => {
    const lines = await printed(
      "const { standIn } = await import('./examples/checkpoint-region.js'); const { recall } = await import('holdfast'); const archive = memory();\n" +
        'const text = await standIn(session, archive, { start: 20, end: 60 }); console.log(text);\n' +
        "const handles = [...text.matchAll(/source=(hf_[a-z2-7]{20})\\]/g)].map(([, handle]) => handle); for (const handle of handles) console.log('behind', (await recall(handle, { archive })).length > 0);",
    );
    expect(lines.filter((line) => /^segment \d: (covered, [\d.]+:1|externalized, .*)$/.test(line)).length).toBeGreaterThan(0);
    expect(lines).toContain('## checkpoint k1');
    expect(lines.filter((line) => line.startsWith('behind ')).length).toBeGreaterThan(0);
    expect(lines).not.toContain('behind false');
  });

  it('live-compactor: a session that passes the trigger is compacted on its way, the rule stands in every request, and what was decided stays', async () => {
    const lines = await printed(
      "const { compacting } = await import('./examples/live-compactor.js'); const rule = 'Never touch anything under config/prod.'; const bodies = [];\n" +
        'const send = async (body) => { bodies.push(body); return { answer: null, inputTokens: Math.ceil(body.length / 3) }; };\n' +
        "const ask = compacting(send, { archive: memory(), window: 20_000 }); const tools = [{ name: 'read', input_schema: { type: 'object' } }];\n" +
        "const messages = [{ role: 'user', content: 'Read the files. ' + rule }];\n" +
        'for (let index = 0; index < 30; index++) {\n' +
        "  const text = Array.from({ length: 60 }, (_, line) => 'value ' + line + ' of file ' + index + ' is ' + line * index).join('\\n');\n" +
        "  messages.push({ role: 'assistant', content: [{ type: 'tool_use', id: 'call_' + index, name: 'read', input: { path: index + '.txt' } }] });\n" +
        "  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_' + index, content: text }] });\n" +
        "  await ask({ model: 'm', max_tokens: 100, tools, messages });\n" +
        '}\n' +
        "const withoutEnd = (body) => body.slice(0, body.lastIndexOf(']'));\n" +
        'const breaks = bodies.filter((body, index) => index > 0 && !body.startsWith(withoutEnd(bodies[index - 1])));\n' +
        'console.log(bodies.length, bodies.filter((body) => !body.includes(rule)).length, breaks.length, Math.max(...bodies.map((body) => body.length / 3)) < 20_000);',
    );
    const compactions = lines.filter((line) => /^compacted: \d+ to \d+ \(o200k_base\)$/.test(line));
    expect(compactions.length).toBeGreaterThan(0);
    expect(lines.at(-1)).toBe(`30 0 ${compactions.length} true`);
  });

  it('the reference lists the verbs that the built command has', async () => {
    const main = join(installed.folder, installed.manifest.bin['holdfast'] ?? '');
    const { stdout } = await installed.node(main, '--help');
    const listed = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name);
    expect(listed.filter((name) => name !== 'help')).toEqual(verbs().map((verb) => verb.name()));
  });
});
