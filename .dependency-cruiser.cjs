/** Who may import whom: the layers, the floors inside the two large ones, and what holds everywhere. */

// TypeScript 7 has no interface for this tool. Without a parser it finds no imports and reports no faults.
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
        'Only the root puts the product together; only commands, tests and benches start it.',
      from: { path: own, pathNot: [root, '^src/cli/', '^(test|bench)/'] },
      to: { path: root },
    },
    {
      name: 'rest-adapter-from-outside',
      severity: 'error',
      comment: 'The adapter knows the compatibility layer, never the other way round.',
      from: { path: '^rest/' },
      to: { path: '^rest/express\\.ts$' },
    },
    {
      name: 'layers-below-doors',
      severity: 'error',
      comment: 'Under src/ only the composition root knows the schema, the resolvers and REST.',
      from: { path: '^src/', pathNot: root },
      to: { path: '^(schema|resolvers|rest)/' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      comment: 'The product does not import what tests it.',
      from: { path: own, pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'dashboard-own-files',
      severity: 'error',
      comment: 'The dashboard talks GraphQL only.',
      from: { path: '^dashboard/' },
      to: { path: own, pathNot: '^dashboard/' },
    },
    {
      name: 'no-dashboard',
      severity: 'error',
      comment: 'The server serves the built dashboard and imports none of it.',
      from: { path: own, pathNot: ['^dashboard/', '^test/dashboard/'] },
      to: { path: '^dashboard/' },
    },
    {
      name: 'traces-apart',
      severity: 'error',
      comment:
        'What makes traces is loaded by import(), from one file, when somebody collects them.',
      from: { path: own, pathNot: '^src/observability/otel\\.ts$' },
      to: { path: packages('@opentelemetry/') },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that need each other are one file, or three.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing imports and that imports nothing is dead.',
      from: {
        orphan: true,
        pathNot: [
          '^[^/]+$',
          '\\.d\\.ts$',
          '(^|/)[^/]+\\.config\\.[cm]?[jt]s$',
          '\\.test\\.ts$',
          '^src/migrations/',
          '^bench/[^/]+\\.ts$',
          // A script of its own in the page's head.
          '^dashboard/src/theme\\.js$',
        ],
      },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Every import leads somewhere; a virtual module is made by the build.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'declared',
      severity: 'error',
      comment: 'What is imported stands in package.json.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      severity: 'error',
      comment: 'The product runs without its development dependencies.',
      from: {
        path: '^(src|schema|resolvers|rest)/',
        // It writes sources, before there is a product.
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
