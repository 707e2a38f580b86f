import type { GraphQLSchema } from 'graphql';
import { toTemplate } from '../index-of-v1.js';
import { operationOf, pathsOf, type Route } from '../route.js';
import { type ClosedSets, createSetReader } from './closed-sets.js';
import { toErrorSchema } from './errors.js';
import { type DescribedEvent, toWebhooks } from './events.js';
import { HEADERS } from './headers.js';
import { hoistSchemas, type Schema, sortByName } from './json-schema.js';
import { type Examples, toOperation } from './operation.js';
import { describeOwnPaths } from './own-paths.js';

export interface DescriptionOptions {
  schema: GraphQLSchema;
  routes: readonly Route[];
  events: readonly DescribedEvent[];
  examples: Examples;
  closedSets: ClosedSets;
  version: string;
}

const INFO = `Measures how visible a brand is in the answers of AI answer engines.

**Who asks.** An API key as a bearer token, or the session cookie of a browser. A credential that does not hold is refused everywhere, also where none is needed. GET needs the scope \`read\`, POST \`write\`; a scan, which strangers may make, needs none.

**Two environments.** A key belongs to \`live\` or \`test\` data for life; a session says which with \`X-Environment\`, and means \`live\` otherwise.

**Errors** all have one form. When several apply, this order decides: 413, 415, malformed body 400, 401, 403, 501, field 400, 429, 404, 422 or 409, 402. A record of another account answers as a missing one. A path answers HEAD where it answers GET, and OPTIONS; any other method is 405 with \`Allow\`.

**Numbers without a value** are 0 (\`position\` −1) and stand in \`states\` as \`none\`. Dashboard paths say null instead. Unknown fields and parameters are ignored; answers may gain fields.

**Repeating a POST.** The same \`Idempotency-Key\` with the same body answers the same record for 24 hours.

The same data is at \`/graphql\`, with subscriptions.`;

const requestHeader = (name: string, description: string, pattern: string): [string, Schema] => [
  name,
  { name, in: 'header', description, schema: { type: 'string', pattern } },
];

const PARAMETERS = Object.fromEntries([
  requestHeader(
    'X-Request-Id',
    'An id for the request, given back in the answer and in logs.',
    '^[\\w.-]{1,64}$',
  ),
  // No list of words: tools that try requests out would choose one of it unasked.
  requestHeader(
    'X-Environment',
    'For a session: which environment is meant. With a key it may only name the key’s own.',
    '^(live|test)$',
  ),
  requestHeader(
    'Idempotency-Key',
    'Makes a repetition safe, for 24 hours.',
    '^[\\x21-\\x7e]{1,255}$',
  ),
]);

const SECURITY: Readonly<Record<string, Schema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `sk_live_…`, `sk_test_…` or `service_…`. It carries the scopes `read`, `write`, `admin`.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'The session of a browser, renewed by use; its name has the prefix `__Secure-` over https. A POST from another origin is refused.',
  },
};

const TAGS: Readonly<Record<string, string>> = {
  Service: 'Whether the service works, and what it offers.',
  Checks: 'A free scan or a full query, answered at once.',
  Copy: 'Copy in the order in which answer engines cite it.',
  Account: 'Who asks.',
  Dashboard: 'What a brand’s dashboard shows.',
  Brands: 'What is measured.',
  Probes: 'Runs over all of a brand’s prompts.',
  Citations: 'Links that answers cite.',
  Picker: 'Which prompts are worth asking next.',
  Authority: 'How citable a brand is.',
  Incidents: 'What went wrong with a brand’s answers.',
  Webhooks: 'What happened, sent to your endpoints.',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The path in words, for operations that share a document with another path. */
const idOfPath = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api/, '')
    .replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const nameOf = (row: Route): string => lowerFirst(operationOf(row).name?.value ?? '');

/** The versioned path of an operation bears its name. */
function toIds(routes: readonly Route[]): (row: Route, path: string) => string {
  const own = new Map<string, Route>();
  for (const row of [...routes].sort((a, b) => +isVersioned(b) - +isVersioned(a)))
    if (!own.has(nameOf(row))) own.set(nameOf(row), row);
  return (row, path) =>
    own.get(nameOf(row)) === row && path === row.path ? nameOf(row) : idOfPath(row.method, path);
}

const isVersioned = ({ path }: Route): boolean => path.startsWith('/api/v1/');

/** OpenAPI 3.1 of all documented paths, made from the rows, their operations and the schema. */
export function toDescription(options: DescriptionOptions): Schema {
  const { schema, routes, events, examples, closedSets, version } = options;
  const sets = createSetReader(closedSets);
  const idOf = toIds(routes);
  const own = describeOwnPaths(routes);
  const errors = [...own.errors];
  const paths: Record<string, Record<string, Schema>> = {};
  for (const row of routes) {
    for (const path of pathsOf(row)) {
      const template = toTemplate(path);
      const described = toOperation(schema, row, {
        path,
        id: idOf(row, path),
        example: examples[`${row.method} ${row.path}`],
        wordsOf: sets.wordsOf,
      });
      errors.push(...described.errors);
      paths[template] ??= {};
      paths[template][row.method.toLowerCase()] = described.operation;
    }
  }
  const { document, schemas } = hoistSchemas({
    paths: { ...paths, ...own.paths },
    webhooks: toWebhooks(events, sets.wordsOf),
  });
  sets.assertAllRead();
  const used = new Set(JSON.stringify(document).match(/"tags":\["\w+"\]/g) ?? []);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Answerscope',
      version,
      summary: 'How visible a brand is in the answers of AI answer engines.',
      description: INFO,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(`"tags":["${name}"]`))
      .map(([name, description]) => ({ name, description })),
    paths: document.paths,
    webhooks: document.webhooks,
    components: {
      schemas: {
        ...schemas,
        Error: toErrorSchema(),
        ...sortByName(errors.map(({ schemaName, schema: ofBody }) => [schemaName, ofBody])),
      },
      responses: sortByName(errors.map(({ name, response }) => [name, response])),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: SECURITY,
    },
  };
}
