import { defineConfig } from 'tsdown';

/**
 * Entries are what `exports` and `bin` of package.json name; shared code goes into chunks beside them. The shell grammar
 * lies beside the chunk that loads it (`new URL('./tree-sitter-bash.wasm', import.meta.url)`), so that a user installs
 * 1.4 MB of it and not the 20 MB of tree-sitter-bash.
 */
export default defineConfig({
  entry: { index: 'src/index.ts', sqlite: 'src/sqlite.ts', summarize: 'src/summarize.ts', 'cli/main': 'src/cli/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: true,
  clean: true,
  checks: { pluginTimings: false },
  copy: 'node_modules/tree-sitter-bash/tree-sitter-bash.wasm',
});
