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

**Authentication.** Send an API key as a bearer token, or the session cookie of a browser. An invalid credential is rejected on every path, including those that need none. GET requires the scope \`read\`, POST \`write\`; a scan requires no scope, because it needs no credential.

**Environments.** An API key belongs to \`live\` or \`test\` permanently. A session selects the environment with \`X-Environment\`; the default is \`live\`.

**Errors** all have the same form. When several apply, the first of this order is returned: 413, 415, malformed body 400, 401, 403, 501, field 400, 429, 404, 422 or 409, 402. A record of another account is reported as not found. Every path supports OPTIONS, and every path with GET supports HEAD; any other method returns 405 with \`Allow\`.

**Numbers without a value** are 0 (\`position\` −1) and are listed in \`states\` as \`none\`. Dashboard paths return null instead. Unknown fields and parameters are ignored. New fields may be added to responses.

**Retrying a POST.** A request with the same \`Idempotency-Key\` and the same body returns the same record for 24 hours.

The GraphQL API at \`/graphql\` serves the same data, and subscriptions.`;

const requestHeader = (name: string, description: string, pattern: string): [string, Schema] => [
  name,
  { name, in: 'header', description, schema: { type: 'string', pattern } },
];

const PARAMETERS = Object.fromEntries([
  requestHeader(
    'X-Request-Id',
    'Id of the request, returned in the response and written to the logs.',
    '^[\\w.-]{1,64}$',
  ),
  // A pattern, not an enum: tools that try out requests would preselect a member of an enum.
  requestHeader(
    'X-Environment',
    'Environment of a session, live or test. With an API key, it must match the environment of the key.',
    '^(live|test)$',
  ),
  requestHeader(
    'Idempotency-Key',
    'Key that makes retries of the request safe for 24 hours.',
    '^[\\x21-\\x7e]{1,255}$',
  ),
]);

const SECURITY: Readonly<Record<string, Schema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `sk_live_…`, `sk_test_…` or `service_…`. Its scopes are any of `read`, `write` and `admin`.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'Session cookie of a browser, renewed by use. Over https its name has the prefix `__Secure-`. A POST from another origin is rejected.',
  },
};

const TAGS: Readonly<Record<string, string>> = {
  Service: 'Health of the service, and index of the API.',
  Checks: 'Free scans and full queries, answered while the caller waits.',
  Copy: 'Texts rewritten so that answer engines can cite them.',
  Account: 'The caller, their account and limits.',
  Dashboard: 'Metrics of a brand over a window of days.',
  Brands: 'Brands and their prompts.',
  Probes: 'Runs of a brand’s prompts against platforms.',
  Citations: 'Pages that answers cite.',
  Picker: 'Prompts to ask next, by expected information.',
  Authority: 'Authority scores of a brand.',
  Incidents: 'Confirmed, unexpected changes in the answers about a brand.',
  Webhooks: 'Events sent to webhook endpoints.',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Operation id made from the path, for operations that share a document with another path. */
const idOfPath = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api/, '')
    .replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const nameOf = (row: Route): string => lowerFirst(operationOf(row).name?.value ?? '');

/** The versioned path of an operation gets the operation's name as its id. */
function toIds(routes: readonly Route[]): (row: Route, path: string) => string {
  const own = new Map<string, Route>();
  for (const row of [...routes].sort((a, b) => +isVersioned(b) - +isVersioned(a)))
    if (!own.has(nameOf(row))) own.set(nameOf(row), row);
  return (row, path) =>
    own.get(nameOf(row)) === row && path === row.path ? nameOf(row) : idOfPath(row.method, path);
}

const isVersioned = ({ path }: Route): boolean => path.startsWith('/api/v1/');

/** The OpenAPI 3.1 description, generated from the rows, their operations and the schema. */
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
