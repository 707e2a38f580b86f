/**
 * Who may import whom. One row per folder, read like the table in the documents:
 * `local` are the project's own files it may import beside its own folder, `packages` the npm
 * packages (absent: any that no other rule forbids), `node` the built-in modules.
 * Type-only imports count: a layer that knows another's types knows the layer.
 */

const own = '^(src|schema|resolvers|rest|dashboard|test|bench)/';

/** Paths that resolve into one of these packages, their `@types` included. */
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

/** What only something with state or a wire behind it needs. */
const infrastructure = packages(
  ...'@ai-sdk/ @better-auth/ @mikro-orm/ ai better-auth better-call kysely nodemailer pg pg-boss undici'.split(
    ' ',
  ),
);

const table = [
  {
    folder: 'schema',
    why: 'What clients see is data: decorated classes that know nothing but pure rules.',
    local: ['src/domain/'],
    packages: ['type-graphql', 'graphql-scalars'],
    node: 'none',
  },
  {
    folder: 'resolvers',
    why: 'A resolver unpacks arguments, calls one service and returns: it reaches nothing deeper.',
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
    why: 'The compatibility layer knows GraphQL documents and nothing beneath them.',
    local: ['src/(errors|observability/log|request/(context|json-depth))\\.ts$'],
    packages: ['graphql', 'graphql-jit', '@graphql-typed-document-node/core'],
    node: 'none',
  },
  {
    folder: 'rest/express.ts',
    why: 'The one adapter of the compatibility layer adds Express and nothing else.',
    local: ['rest/', 'src/(errors|observability/log|request/context)\\.ts$'],
    packages: ['graphql', 'express'],
  },
  {
    folder: 'src/services',
    why: 'Use cases know no transport, and of the other folders only their contracts.',
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
    why: 'Rules are pure: the same input, the same answer, no I/O.',
    local: [],
    packages: [
      'croner',
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
    why: 'Entities are shapes of rows: services and everything above stay unknown to them.',
    local: ['src/domain/'],
    packages: ['@mikro-orm/'],
    node: 'none',
  },
  {
    folder: 'src/engines',
    why: 'An engine asks a vendor: no transport, no rows, no use cases.',
    local: [
      'src/(deps|errors|database/db|observability/(log|request-context))\\.ts$',
      'src/(async|domain)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/webhooks',
    why: 'Delivery knows its rows and the rules, no transport and no use cases.',
    local: [
      'src/(deps|errors|database/events|observability/request-context)\\.ts$',
      'src/(async|domain|entities|net)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/reading',
    why: 'A reader runs rules in another thread, and knows nothing of whose texts they read.',
    local: ['src/domain/'],
    node: '^(node:)?(buffer|worker_threads)$',
    never: [transports, infrastructure],
  },
  {
    folder: 'src/rate-limits',
    why: 'Counting knows its rules and its rows, and nothing of who is counted.',
    local: ['src/(errors|observability/log)\\.ts$', 'src/domain/'],
    never: [transports],
  },
  {
    folder: 'src/jobs',
    except: '^src/jobs/tasks(\\.ts$|/)',
    why: 'The queue and its worker know no transport; only tasks know use cases.',
    local: [
      'src/(deps|errors|database/(db|listen)|observability/(log|request-context))\\.ts$',
      'src/(async|domain|entities)/',
    ],
    never: [transports],
  },
  {
    folder: 'src/jobs/tasks',
    why: 'A task calls use cases, as a resolver does.',
    local: ['src/jobs/', 'src/(deps|errors)\\.ts$', 'src/(domain|entities|services)/'],
    never: [transports],
  },
  {
    folder: 'src/follow',
    why: 'A feed reads by use cases, and knows no transport.',
    local: ['src/(deps|errors)\\.ts$', 'src/(domain|observability|services)/'],
    never: [transports],
  },
  {
    folder: 'src/net',
    why: 'What dials and writes mails knows nothing of why.',
    local: ['src/(database/db|observability/log)\\.ts$', 'src/(domain|entities)/'],
    never: [transports],
  },
  {
    folder: 'src/postgres',
    why: 'The launcher of the embedded server runs before there is a product.',
    local: [],
    never: [transports],
  },
  {
    folder: 'src/config',
    why: 'Settings are checked by rules, before anything reads them.',
    local: ['src/errors\\.ts$', 'src/(domain|engines|postgres)/'],
    never: [transports],
  },
  {
    folder: 'src/first-run',
    why: 'What a first start says, it learns from use cases.',
    local: ['src/(deps|errors)\\.ts$', 'src/(config|services)/'],
    never: [transports],
  },
  {
    folder: 'src/cli',
    why: "The operator's commands call the same use cases as everyone.",
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
