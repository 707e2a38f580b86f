/** Import rules: the layers, the floors inside the two large layers, and rules for all files. */

// dependency-cruiser cannot use TypeScript 7. Without a parser it finds no imports and reports no errors.
require('@swc/core');
const { own, packages, rules: layers } = require('./.dependency-layers.cjs');
const floors = require('./.dependency-floors.cjs');

const root =
  '^src/(main|start|app|graphql/(build-schema|emit-schema|emit-operations|emit-openapi))\\.ts$';

module.exports = {
  forbidden: [
    ...layers,
    ...floors,
    {
      name: 'one-composition-root',
      severity: 'error',
      comment:
        'Only the composition root wires the product; only commands, tests and benchmarks start it.',
      from: { path: own, pathNot: [root, '^src/cli/', '^(test|bench)/'] },
      to: { path: root },
    },
    {
      name: 'rest-adapter-from-outside',
      severity: 'error',
      comment: 'The adapter imports the compatibility layer, never the reverse.',
      from: { path: '^rest/' },
      to: { path: '^rest/express\\.ts$' },
    },
    {
      name: 'layers-below-doors',
      severity: 'error',
      comment: 'Under src/ only the composition root imports the schema, the resolvers and REST.',
      from: { path: '^src/', pathNot: root },
      to: { path: '^(schema|resolvers|rest)/' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      comment: 'The product does not import tests or benchmarks.',
      from: { path: own, pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'dashboard-own-files',
      severity: 'error',
      comment: 'The dashboard uses GraphQL only and imports no server code.',
      from: { path: '^dashboard/' },
      to: { path: own, pathNot: '^dashboard/' },
    },
    {
      name: 'no-dashboard',
      severity: 'error',
      comment: 'The server serves the built dashboard and does not import it.',
      from: { path: own, pathNot: ['^dashboard/', '^test/dashboard/'] },
      to: { path: '^dashboard/' },
    },
    {
      name: 'traces-apart',
      severity: 'error',
      comment:
        'OpenTelemetry is loaded with import() from one file, only if a collector is configured.',
      from: { path: own, pathNot: '^src/observability/otel\\.ts$' },
      to: { path: packages('@opentelemetry/') },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Merge files that import each other, or move their common part to a third file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file without imports that no file imports is dead code.',
      from: {
        orphan: true,
        pathNot: [
          '^[^/]+$',
          '\\.d\\.ts$',
          '(^|/)[^/]+\\.config\\.[cm]?[jt]s$',
          '\\.test\\.ts$',
          '^src/migrations/',
          '^bench/[^/]+\\.ts$',
          // A separate script in the head of the page.
          '^dashboard/src/theme\\.js$',
        ],
      },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Every import must resolve; the build creates virtual modules.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'declared',
      severity: 'error',
      comment: 'Imported packages must be listed in package.json.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      severity: 'error',
      comment: 'The product must run without development dependencies.',
      from: {
        path: '^(src|schema|resolvers|rest)/',
        // It generates sources before the product is built.
        pathNot: '^src/graphql/emit-operations\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-optional'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^\\.data/', '^docs/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
    },
  },
};
