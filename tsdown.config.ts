import { defineConfig, type UserConfig } from 'tsdown';

/**
 * The inspector's page: modules for a browser with all that they use in them, so that it needs no network. The tokenizer's
 * vocabulary apart, which is served from its package as installed.
 */
export const INSPECTOR_PAGE: UserConfig = {
  entry: { 'inspector/page': 'src/inspector/page/main.tsx', 'inspector/planner': 'src/inspector/page/planner.ts' },
  outDir: 'dist',
  outputOptions: { chunkFileNames: 'inspector/[name]-[hash].js' },
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  tsconfig: 'src/inspector/page/tsconfig.json',
  fixedExtension: false,
  minify: true,
  dts: false,
  clean: false,
  deps: { alwaysBundle: /./, onlyBundle: false },
  checks: { pluginTimings: false },
  copy: ({ outDir }) => ({ from: ['src/inspector/page/index.html', 'src/inspector/page/page.css'], to: `${outDir}/inspector` }),
};

/**
 * Entries are what `exports` and `bin` of package.json name, and the program of a thread; shared code goes into chunks
 * beside them. The shell grammar lies beside the chunk that loads it (`new URL('./tree-sitter-bash.wasm', import.meta.url)`),
 * so that a user installs 1.4 MB of it and not the 20 MB of tree-sitter-bash.
 */
export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      sqlite: 'src/sqlite.ts',
      summarize: 'src/summarize.ts',
      'cli/main': 'src/cli/main.ts',
      'compaction-worker': 'src/live/thread/compaction-worker.ts',
    },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: true,
    clean: true,
    checks: { pluginTimings: false },
    copy: 'node_modules/tree-sitter-bash/tree-sitter-bash.wasm',
  },
  INSPECTOR_PAGE,
]);
