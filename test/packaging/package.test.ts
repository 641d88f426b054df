import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { publicNames } from './public-names.ts';

const LIST_LOADED = fileURLToPath(new URL('./list-loaded.mjs', import.meta.url));
const PROVIDER_SDKS = /node_modules\/(@anthropic-ai|@google|openai|ai|@ai-sdk|@aws-sdk|@mistralai|cohere-ai)\//;
const TERMINAL_PACKAGES = /node_modules\/(commander|cli-table3|picocolors)\//;
const NATIVE_MODULES = /\.node$/;

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
});

afterAll(() => installed?.remove());

/** The modules that a line of code loads in the user's project, by address or path; or the lines that it begins so. */
async function loadedBy(code: string, prefix = 'loaded '): Promise<readonly string[]> {
  const { stdout } = await installed.node('--import', LIST_LOADED, '--input-type=module', '--eval', code);
  return stdout.split('\n').flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []));
}

function codeEntries(): readonly (readonly [specifier: string, target: { readonly types: string; readonly default: string }])[] {
  return Object.entries(installed.manifest.exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [[`holdfast${path.slice(1)}`, target] as const],
  );
}

describe('STYLE, direction: what an entry loads', () => {
  it('the root entry loads no native module, no provider SDK and no terminal package', async () => {
    const loaded = await loadedBy("await import('holdfast')");
    expect(loaded.some((path) => path.endsWith('/holdfast/dist/index.js'))).toBe(true);
    expect(loaded.filter((path) => NATIVE_MODULES.test(path) || PROVIDER_SDKS.test(path) || TERMINAL_PACKAGES.test(path))).toEqual([]);
  });

  it('an archive in a file loads the native driver: so the check above can fail', async () => {
    const loaded = await loadedBy("const { createArchive } = await import('holdfast'); await (await createArchive('sqlite:probe.db')).close();");
    expect(loaded.some((path) => NATIVE_MODULES.test(path))).toBe(true);
  });

  it('the summarizer entry loads no provider SDK, and where none is installed its first use says what to install', async () => {
    const code = `const { modelSummarizer, namedModelSummarizer } = await import('holdfast/summarize');
      const summarizer = modelSummarizer({ specificationVersion: 'v3', provider: 'made-up', modelId: 'model' });
      const request = { index: 0, startTurn: 1, endTurn: 1, sources: [], sourceTokens: 0, facts: [], allowanceTokens: 10, count: () => 0 };
      for (const run of [() => summarizer.summarize(request), () => namedModelSummarizer('anthropic/claude')]) {
        await run().catch(({ code, next }) => console.log('said ' + code + ' ' + next));
      }`;
    const lines = await loadedBy(code, 'said ');
    expect(lines).toEqual([
      'config-invalid Install it beside holdfast: `npm install ai`.',
      'config-invalid Install it beside holdfast: `npm install @ai-sdk/anthropic`.',
    ]);
    const loaded = await loadedBy("await import('holdfast/summarize')");
    expect(loaded.filter((path) => NATIVE_MODULES.test(path) || PROVIDER_SDKS.test(path) || TERMINAL_PACKAGES.test(path))).toEqual([]);
  });

  it('the commands load their terminal packages', async () => {
    const loaded = await loadedBy("process.argv = ['node', 'holdfast', '--version']; await import('./node_modules/holdfast/dist/cli/main.js');");
    expect(loaded.some((path) => TERMINAL_PACKAGES.test(path))).toBe(true);
  });
});

describe('the package as a user has it', () => {
  it('each path of `exports` and `bin` is a file', () => {
    const targets = Object.values(installed.manifest.exports).flatMap((target) => (typeof target === 'string' ? [target] : [target.types, target.default]));
    expect([...targets, ...Object.values(installed.manifest.bin)].filter((path) => !existsSync(join(installed.folder, path)))).toEqual([]);
  });

  it('each entry has at run time the names that its source exports', async () => {
    for (const [specifier, target] of codeEntries()) {
      const { stdout } = await installed.node('--input-type=module', '--eval', `console.log(JSON.stringify(Object.keys(await import('${specifier}')).sort()))`);
      const source = target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
      expect(JSON.parse(stdout)).toEqual(publicNames(source).values);
    }
  });

  it('each entry has types that a strict program can use, with no other types about', () => {
    const lines = codeEntries().map(
      ([specifier], index) => `import * as entry${index} from '${specifier}';\nexport const names${index}: readonly string[] = Object.keys(entry${index});`,
    );
    const program = join(installed.project, 'program.mts');
    const usage =
      "import { compact, type CompactOptions, type Receipt } from 'holdfast';\nexport const run = async (options: CompactOptions): Promise<Receipt> => (await compact([], options)).receipt;";
    writeFileSync(program, `${lines.join('\n')}\n${usage}\n// @ts-expect-error: an option that is none\nexport const wrong: CompactOptions = { targte: 1 };\n`);
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      strict: true,
      exactOptionalPropertyTypes: true,
      types: [],
      noEmit: true,
    };
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([program], options));
    expect(diagnostics.map((one) => `${one.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`)).toEqual([]);
  });

  it('the command runs, and says its version', async () => {
    const main = join(installed.folder, installed.manifest.bin['holdfast'] ?? '');
    expect(readFileSync(main, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    const { version } = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8')) as { version: string };
    expect((await installed.node(main, '--version')).stdout).toBe(`${version}\n`);
  });

  it('E4: shell lines are parsed without tree-sitter-bash installed: the grammar came with the package', async () => {
    expect(existsSync(join(installed.project, 'node_modules', 'tree-sitter-bash'))).toBe(false);
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"git status | cat"}' } }],
    };
    const messages = [
      { role: 'user', content: 'What changed?' },
      call,
      { role: 'tool', tool_call_id: 'call_1', content: 'nothing' },
      { role: 'assistant', content: 'Nothing changed.' },
      { role: 'user', content: 'Good.' },
    ];
    const code = `const { plan, memory } = await import('holdfast');
      const receipt = await plan(${JSON.stringify(messages)}, { format: 'openai', target: 1, archive: memory(), keepRecentExchanges: 0, keepRecentTokens: 0 });
      console.log(receipt.spans.find((span) => span.kind === 'exchange').class);`;
    expect((await installed.node('--input-type=module', '--eval', code)).stdout).toBe('recoverable\n');
  });
});
