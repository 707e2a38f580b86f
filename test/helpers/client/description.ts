import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** Checks responses against the committed OpenAPI file. */

export type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Json;
}

export interface Operation {
  operationId: string;
  'x-stability': 'stable' | 'beta' | 'roadmap';
  security: Json[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: Json }> };
  responses: Record<string, Response_ | { $ref: string }>;
}

interface Response_ {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Json; example?: Json }>;
}

interface Header {
  required?: boolean;
  schema: Json;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, Response_>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
  };
}

export const DESCRIPTION_FILE = join(import.meta.dirname, '../../../../schema/openapi.json');

export const readDescription = (): Description =>
  JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Description;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Forbids undescribed fields in schemas, although clients must accept new fields. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (!isObject(value)) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]));
  const isClosable = value.type === 'object' && isObject(value.properties);
  return isClosable ? { additionalProperties: false, ...closed } : closed;
}

const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
export const pointer = (...parts: string[]): string =>
  `#/${parts.map((part) => encodeURIComponent(escapePointer(part))).join('/')}`;

let judge: { description: Description; compile(at: string): ValidateFunction } | undefined;

/** Reads and compiles the description on first use, once per test file. */
export function describeApi() {
  if (judge !== undefined) return judge;
  const description = readDescription();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema({ ...(close(description) as Json), $id: 'api' }, 'api', false, false);
  const compiled = new Map<string, ValidateFunction>();
  judge = {
    description,
    compile(at) {
      const known = compiled.get(at) ?? ajv.compile({ $ref: `api${at}` });
      compiled.set(at, known);
      return known;
    },
  };
  return judge;
}

export const explain = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? [])
    .map(({ instancePath, message, params }) => {
      const more = JSON.stringify(params);
      return `${instancePath === '' ? 'the body' : instancePath} ${message} ${more}`;
    })
    .join('; ');
