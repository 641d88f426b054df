/** The directions of STYLE.md: what a folder may import. `npm run direction` proves them, and CI runs it. */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no order to be read in.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-imports-only-core',
      comment: 'core is pure: no Node built-in, no package, no other folder. What varies is passed in.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/core/' },
    },
    {
      name: 'rims-import-core-only',
      comment: 'formats, archive, tokens and shell each know core and themselves, not each other.',
      severity: 'error',
      from: { path: '^src/(formats|archive|tokens|shell|summarize)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/core/', '^src/$1/'] },
    },
    {
      name: 'library-knows-no-command',
      comment: 'The command line uses the library, never the reverse.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'driver-in-its-folder',
      comment: 'The root entry loads no native module: the driver is behind one folder.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/archive/sqlite/' },
      to: { path: 'node_modules/(better-sqlite3|libsql)/|^(better-sqlite3|libsql)$' },
    },
    {
      name: 'terminal-in-its-folder',
      comment: 'Who uses the library gets no terminal packages with it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: 'node_modules/(commander|cli-table3|picocolors)/' },
    },
    {
      name: 'page-runs-in-browser',
      comment: "The inspector's page has no Node, and plans with the same core; its packages are bundled at our build.",
      severity: 'error',
      from: { path: '^src/inspector/page/' },
      to: {
        pathNot: [
          '^src/core/',
          '^src/tokens/(caching-counter|estimate-counter|unbroken-run)\\.ts$',
          '^src/inspector/(page/|(inspected-session|plan-step|shared-strings)\\.ts$)',
          'node_modules/(preact|@preact/signals|uplot|gpt-tokenizer)/',
        ],
      },
    },
    {
      name: 'no-development-package',
      comment: 'What runs at the user must be in dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['(\\.test|/conformance)\\.ts$', '^src/inspector/page/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'unresolved',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
