import type { GraphQLSchema } from 'graphql';
import { successorOf } from '../ending.js';
import { toTemplate } from '../index-of-v1.js';
import { operationOf, type Route, type Stability } from '../route.js';
import { toBodySchema } from './body-schema.js';
import type { WordsOf } from './closed-sets.js';
import { byStatus, codesOf, isLimited, type NamedResponse, toErrorResponse } from './errors.js';
import { headersOf } from './headers.js';
import { type InputField, toInputFields } from './inputs.js';
import type { Schema } from './json-schema.js';
import { rootOf } from './sample.js';

/** A recorded request to an operation and its response. */
export interface Example {
  /** The body of a POST. */
  body?: unknown;
  status: number;
  answer: unknown;
}

/** By method and path, such as `GET /api/v1/brands`. */
export type Examples = Readonly<Record<string, Example>>;

const PLANS = [
  [/^\/api(\/v1)?\/(health|status)/, 'Service'],
  [/\/me$/, 'Account'],
  [/^\/api\/(check|query|runs)/, 'Checks'],
  [/\/(dashboard|sentiment)\/|\/compare$/, 'Dashboard'],
  [/\/(probes|scan)\b/, 'Probes'],
  [/\/(rewrite|suggest|aeo-suggest|generate)$/, 'Copy'],
  [/\/(citations|citation-attribution)\b/, 'Citations'],
  [/\/incidents$/, 'Incidents'],
  [/\/picker$/, 'Picker'],
  [/\/(authority|geo-score|eeat-score)$/, 'Authority'],
  [/\/brands\b/, 'Brands'],
  [/\/webhooks\b/, 'Webhooks'],
] as const;

/** The tag of a path. */
const tagOf = (path: string): string => PLANS.find(([paths]) => paths.test(path))?.[1] ?? 'Others';

const parameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });

const toParameter = (field: InputField, place: 'path' | 'query'): Schema => ({
  name: field.name,
  in: place,
  required: field.required,
  description: field.description,
  schema: field.schema,
});

/** Query parameters of the operation, with the row's overrides, and the row's further ones. */
function toQueryParameters(row: Route, fields: readonly InputField[]): Schema[] {
  const own = row.method === 'GET' ? fields : [];
  const given = row.parameters ?? {};
  const names = [...new Set([...own.map(({ name }) => name), ...Object.keys(given)])];
  return names.map((name) => {
    const field = own.find((one) => one.name === name);
    const more = given[name];
    return toParameter(
      {
        name,
        required: more === undefined ? (field?.required ?? false) : (more.required ?? false),
        description: more?.description ?? field?.description ?? '',
        schema: more?.schema ?? field?.schema ?? { type: 'string' },
      },
      'query',
    );
  });
}

function toRequestBody(fields: readonly InputField[], title: string, example?: Example): Schema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const properties = fields.map(({ name, description, schema }) => [
    name,
    description === '' ? schema : { description, ...schema },
  ]);
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          title,
          type: 'object',
          ...(required.length > 0 && { required }),
          properties: Object.fromEntries(properties),
        },
        ...(example?.body !== undefined && { example: example.body }),
      },
    },
  };
}

/** Accepted credentials. An empty entry means that none is required. */
const securityOf = ({ auth }: Pick<Route, 'auth'>): readonly Schema[] => [
  ...(auth === undefined ? [] : [{}]),
  { bearer: [] },
  { cookie: [] },
];

const SUCCESS: Readonly<Record<number, string>> = {
  200: 'The result.',
  201: 'The record was created.',
  202: 'The request was accepted and is being processed.',
};

/** A row with a status function returns its body with 503 while the service is down. */
const successOf = ({ status = 200 }: Route): readonly number[] =>
  typeof status === 'number' ? [status] : [200, 503];

const ERROR_REFERENCE: Schema = { $ref: '#/components/schemas/Error' };

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Text of each stability status (docs/contract.md, `D2-VERSION-1`). */
const STABILITY: Readonly<Record<Stability, string>> = {
  stable: 'Stable.',
  beta: 'Beta: the path may still change.',
  roadmap:
    'Roadmap: not available yet. The path returns 501 until the operator of the server enables it (`ROADMAP_WEBHOOKS=on`). The description below applies from then on.',
};

/** The first sentence, marked for current and roadmap paths. */
const toSummary = (text: string, mark: string | null): string =>
  `${text.split(/[.;:] |\.$/)[0]}${mark === null ? '' : ` (${mark})`}`;

function markOf(row: Route, path: string): string | null {
  if (row.stability === 'roadmap') return 'roadmap';
  return successorOf(row, path) === undefined ? null : 'current path';
}

/** One method of one path: the row's own, or one of its aliases. */
export function toOperation(
  schema: GraphQLSchema,
  row: Route,
  place: { path: string; id: string; example: Example | undefined; wordsOf: WordsOf },
): { operation: Schema; errors: NamedResponse[] } {
  const { path, example, wordsOf } = place;
  const { stability = 'stable' } = row;
  const { path: inPath, rest } = toInputFields(schema, row, wordsOf);
  const name = operationOf(row).name?.value ?? '';
  const successor = successorOf(row, path);
  const hasRecord = inPath.length > 0 || rest.some((field) => /^brand_?id$/i.test(field.name));
  const about = { limited: isLimited(row), ending: successor !== undefined };
  const body = toBodySchema(schema, row, wordsOf);
  const named = 'properties' in body ? { ...body, title: `${upperFirst(name)}Answer` } : body;
  const content: Schema = {
    schema: named,
    ...(example !== undefined && { example: example.answer }),
  };
  const errors: NamedResponse[] = [];
  const responses: Record<string, Schema> = {};
  const succeeded = successOf(row);
  for (const status of succeeded) {
    responses[status] = {
      description: SUCCESS[status] ?? 'The report of what is down, or an error.',
      headers: headersOf(status, { ...about, paged: row.nextOf !== undefined }),
      content: {
        'application/json':
          status < 300 ? content : { schema: { anyOf: [named, ERROR_REFERENCE] } },
      },
    };
  }
  for (const [status, codes] of byStatus(codesOf(row, hasRecord))) {
    if (status in responses) continue;
    const error = toErrorResponse(status, codes, about);
    errors.push(error);
    responses[status] = { $ref: `#/components/responses/${error.name}` };
  }
  const says = row.summary ?? rootOf(schema, row).description ?? '';
  const notes = [
    ...(stability === 'roadmap' ? [STABILITY.roadmap, says] : [says]),
    ...(row.scope === 'admin' ? ['Requires the scope `admin`.'] : []),
    ...(successor === undefined
      ? []
      : [`The current path. \`${toTemplate(successor)}\` will replace it.`]),
    ...(stability === 'roadmap' ? [] : [STABILITY[stability]]),
  ];
  const isPost = row.method === 'POST';
  const operation = {
    operationId: place.id,
    summary: toSummary(says, markOf(row, path)),
    description: notes.join('\n\n'),
    tags: [tagOf(path)],
    security: securityOf(row),
    parameters: [
      ...inPath.map((field) => toParameter(field, 'path')),
      ...toQueryParameters(row, rest),
      parameter('X-Request-Id'),
      parameter('X-Environment'),
      ...(isPost ? [parameter('Idempotency-Key')] : []),
    ],
    ...(isPost && {
      requestBody: toRequestBody(rest, `${upperFirst(name)}Input`, example),
    }),
    responses,
    ...(successor !== undefined && { 'x-successor': toTemplate(successor) }),
    'x-stability': stability,
  };
  return { operation, errors };
}
