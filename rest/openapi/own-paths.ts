import { DESCRIPTION_PATH, INDEX_PATH, toIndex } from '../index-of-v1.js';
import type { Route } from '../route.js';
import { byStatus, type NamedResponse, toErrorResponse } from './errors.js';
import { headersOf } from './headers.js';
import type { Schema } from './json-schema.js';

/** Paths without a row: the index and the description, the same for every caller. */

const OPEN_OBJECT: Schema = { type: 'object', additionalProperties: true };
const PATH: Schema = { type: 'string', pattern: '^/' };
const LINKS = ['health', 'status', 'openapi', 'docs', 'graphql', 'dashboard'];

const DESCRIPTION: Schema = {
  type: 'object',
  required: ['openapi', 'info', 'paths', 'webhooks', 'components'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: OPEN_OBJECT,
    paths: OPEN_OBJECT,
    webhooks: OPEN_OBJECT,
    components: OPEN_OBJECT,
  },
  additionalProperties: true,
};

const INDEX: Schema = {
  title: 'IndexAnswer',
  type: 'object',
  required: ['service', 'links', 'resources'],
  properties: {
    service: { description: 'Name of the service.', type: 'string' },
    links: {
      description: 'Paths of health, status, description, documentation, GraphQL and dashboard.',
      type: 'object',
      required: LINKS,
      properties: Object.fromEntries(LINKS.map((name) => [name, PATH])),
    },
    resources: {
      description: 'Versioned paths of the API.',
      type: 'array',
      items: {
        type: 'object',
        required: ['method', 'path', 'stability'],
        properties: {
          method: { type: 'string', enum: ['GET', 'POST'] },
          path: PATH,
          stability: { type: 'string', enum: ['stable', 'beta', 'roadmap'] },
        },
      },
    },
  },
};

const ABOUT = { limited: false, ending: false };

const ERRORS: ReadonlyMap<number, NamedResponse> = new Map(
  [...byStatus(['BAD_INPUT', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL', 'DEGRADED'])].map(
    ([status, codes]) => [status, toErrorResponse(status, codes, ABOUT)],
  ),
);

function describe(
  operationId: string,
  texts: { summary: string; description: string; answer: string },
  content: Schema,
): Schema {
  const headers = headersOf(200, { ...ABOUT, tagged: true });
  return {
    operationId,
    summary: texts.summary,
    description: `${texts.description}\n\nStable.`,
    tags: ['Service'],
    security: [{}, { bearer: [] }, { cookie: [] }],
    parameters: [
      {
        name: 'If-None-Match',
        in: 'header',
        description: 'ETag of the cached response.',
        schema: { type: 'string' },
      },
      { $ref: '#/components/parameters/X-Request-Id' },
      { $ref: '#/components/parameters/X-Environment' },
    ],
    responses: {
      200: {
        description: texts.answer,
        headers,
        content: { 'application/json': content },
      },
      304: { description: 'The cached response is current.', headers },
      ...Object.fromEntries(
        [...ERRORS].map(([status, { name }]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
    'x-stability': 'stable',
  };
}

export const describeOwnPaths = (
  routes: readonly Route[],
): {
  paths: Record<string, Record<string, Schema>>;
  errors: NamedResponse[];
} => ({
  paths: {
    [INDEX_PATH]: {
      get: describe(
        'index',
        {
          summary: 'Index of the API',
          description:
            'The paths of the versioned API, and links to its description and documentation.',
          answer: 'The index.',
        },
        { schema: INDEX, example: toIndex(routes) },
      ),
    },
    [DESCRIPTION_PATH]: {
      get: describe(
        'openapi',
        {
          summary: 'OpenAPI description',
          description: 'This description of the API, in OpenAPI 3.1.',
          answer: 'The description.',
        },
        { schema: DESCRIPTION },
      ),
    },
  },
  errors: [...ERRORS.values()],
});
