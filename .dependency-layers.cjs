/**
 * Import rules of the layers, one row per folder, as in the table in docs/architecture.md. `local` lists
 * the project files that a folder may import besides its own, `packages` the npm packages (if absent: all
 * that no other rule forbids), `node` the built-in modules. Type-only imports count as imports.
 */

const own = '^(src|schema|resolvers|rest|dashboard|test|bench)/';

/** Regular expression for paths in these packages, including their `@types`. */
const packages = (...names) =>
  `(^|/)node_modules/(@types/)?(${names.map((name) => (name.endsWith('/') ? name : `${name}/`)).join('|')})`;

const transports = packages(
  '@apollo/',
  '@as-integrations/',
  '@escape\\.tech/',
  '@graphql-yoga/',
  'express',
  'graphql',
  'graphql-[^/]+',
  'helmet',
  'type-graphql',
  'ws',
);

/** Packages for databases, networks and other external state. */
const infrastructure = packages(
  ...'@ai-sdk/ @better-auth/ @mikro-orm/ ai better-auth better-call kysely nodemailer pg pg-boss undici'.split(
    ' ',
  ),
);

const table = [
  {
    folder: 'schema',
    why: 'The schema is decorated data classes that import only pure rules.',
    local: ['src/domain/'],
    packages: ['type-graphql', 'graphql-scalars'],
    node: 'none',
  },
  {
    folder: 'resolvers',
    why: 'A resolver unpacks arguments and calls one service; it imports no deeper layer.',
    local: [
      'schema/',
      'src/(errors|database/events|request/(context|rate-limiter))\\.ts$',
      'src/services/',
    ],
    never: [
      infrastructure,
      packages('@apollo/', '@as-integrations/', 'express', 'graphql-ws', 'helmet', 'ws'),
    ],
  },
  {
    folder: 'rest',
    except: '^rest/express\\.ts$',
    why: 'The compatibility layer runs GraphQL documents and imports no deeper layer.',
    local: ['src/(errors|observability/log|request/(context|json-depth))\\.ts$'],
    packages: ['graphql', 'graphql-jit', '@graphql-typed-document-node/core'],
    node: 'none',
  },
  {
    folder: 'rest/express.ts',
    why: 'The only adapter of the compatibility layer may import Express in addition.',
    local: ['rest/', 'src/(errors|observability/log|request/context)\\.ts$'],
    packages: ['graphql', 'express'],
  },
  {
    folder: 'src/services',
    why: 'Use cases import no transport, and only the contracts of other folders.',
    local: [
      'src/(deps|errors|database/(db|events)|observability/request-context)\\.ts$',
      'src/(async|domain|entities)/',
      'src/engines/(engine|abort)\\.ts$',
      'src/jobs/queue\\.ts$',
      'src/webhooks/(event-kinds|endpoint-ref|sign)\\.ts$',
    ],
    never: [transports],
  },
  {
    folder: 'src/async',
    why: 'Retries, coalescing and disposal know nothing of what they are used for.',
    local: ['src/observability/log\\.ts$'],
    never: [transports, infrastructure],
  },
  {
    folder: 'src/domain',
    why: 'Rules are pure functions without I/O.',
    local: [],
    packages: [
      'croner',
      'entities',
      'htmlparser2',
      'ipaddr\\.js',
      'tinyld',
      'tldts',
      'tldts-[^/]+',
      'uuid',
      'zod',
    ],
    node: '^(node:)?(assert|buffer|crypto|module|url|util|zlib)$',
  },
  {
    folder: 'src/entities',
    why: 'Entities describe rows and import neither services nor anything above them.',
    local: ['src/domain/'],
    packages: ['@mikro-orm/'],
    node: 'none',
  },
  {
    folder: 'src/engines',
    why: 'An engine calls a vendor and imports no transport, entities or use cases.',
    local: [
      'src/(deps|errors|database/db|observability/(log|request-context))\\.ts$',
      'src/(async|domain)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/webhooks',
    why: 'Webhook delivery imports its entities and rules, but no transport or use cases.',
    local: [
      'src/(deps|errors|database/events|observability/request-context)\\.ts$',
      'src/(async|domain|entities|net)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/reading',
    why: 'A reader runs rules in another thread and is independent of tenants.',
    local: ['src/domain/'],
    node: '^(node:)?(buffer|worker_threads)$',
    never: [transports, infrastructure],
  },
  {
    folder: 'src/rate-limits',
    why: 'Rate limiting imports its rules and its store, and is independent of callers.',
    local: ['src/(errors|observability/log)\\.ts$', 'src/domain/'],
    never: [transports],
  },
  {
    folder: 'src/jobs',
    except: '^src/jobs/tasks(\\.ts$|/)',
    why: 'The queue and its worker import no transport; only tasks import use cases.',
    local: [
      'src/(deps|errors|database/(db|listen)|observability/(log|request-context))\\.ts$',
      'src/(async|domain|entities)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/jobs/tasks',
    why: 'A task calls use cases, like a resolver.',
    local: ['src/jobs/', 'src/(deps|errors)\\.ts$', 'src/(domain|entities|services)/'],
    never: [transports],
  },
  {
    folder: 'src/follow',
    why: 'A feed reads through use cases and imports no transport.',
    local: ['src/(deps|errors)\\.ts$', 'src/(domain|observability|services)/'],
    never: [transports],
  },
  {
    folder: 'src/net',
    why: 'HTTP and mail clients are independent of their use cases.',
    local: ['src/(database/db|observability/log)\\.ts$', 'src/(domain|entities)/'],
    never: [transports],
  },
  {
    folder: 'src/postgres',
    why: 'The launcher of the embedded PostgreSQL runs before the rest of the product.',
    local: [],
    never: [transports],
  },
  {
    folder: 'src/config',
    why: 'Settings are validated by rules before other code reads them.',
    local: ['src/errors\\.ts$', 'src/(domain|engines|postgres)/'],
    never: [transports],
  },
  {
    folder: 'src/first-run',
    why: 'The first-run message gets its data from use cases.',
    local: ['src/(deps|errors)\\.ts$', 'src/(config|services)/'],
    never: [transports],
  },
  {
    folder: 'src/cli',
    why: "The operator's commands call the same use cases as all other clients.",
    local: [
      'src/(deps|errors|runtime|config/config|observability/log)\\.ts$',
      'src/(domain|services|follow)/',
      'src/engines/engine\\.ts$',
      'src/webhooks/verify\\.ts$',
    ],
    never: [transports],
  },
];

function rulesOf({ folder, except, why, local, packages: allowed, node, never }) {
  const isFile = folder.endsWith('.ts');
  const self = isFile ? `^${folder.replace('.', '\\.')}$` : `^${folder}(/|\\.ts$)`;
  const from = { path: self, ...(except && { pathNot: except }) };
  const name = folder.replaceAll('/', '-').replace('.ts', '');
  const rule = (suffix, to) => ({
    name: `${name}-${suffix}`,
    severity: 'error',
    comment: why,
    from,
    to,
  });
  const builtIn = { dependencyTypes: ['core'] };
  return [
    rule('own-files', { path: own, pathNot: [self, ...local.map((path) => `^${path}`)] }),
    ...(allowed
      ? [rule('packages', { path: 'node_modules/', pathNot: packages(...allowed) })]
      : []),
    ...(never ? [rule('never', { path: never })] : []),
    ...(node === 'none' ? [rule('no-node', builtIn)] : []),
    ...(node && node !== 'none' ? [rule('node', { ...builtIn, pathNot: node })] : []),
  ];
}

module.exports = { own, packages, rules: table.flatMap(rulesOf) };
