import { type Random, randomFrom } from '../domain/statistics/random.js';
import type { Description, Json, Operation, Parameter } from '../helpers/client/description.js';

/** A request made from the description by chance; the same seed makes the same ones. */
export interface Made {
  kind: 'valid' | 'nearly' | 'hostile';
  operationId: string;
  method: string;
  /** Whether the method is the operation's own. */
  isAsItself: boolean;
  path: string;
  headers: Record<string, string>;
  /** As it goes out: JSON or what is none; undefined for none at all. */
  body: string | undefined;
}

/** What the product knows by the time of the requests, and who may ask. */
export interface Known {
  brandIds: readonly string[];
  runIds: readonly string[];
  /** Header sets of callers: some may do all, some less, some nothing. */
  good: readonly Record<string, string>[];
  bad: readonly Record<string, string>[];
}

const WORDS = [
  'Acme',
  'Globex',
  'CRM software',
  'Blåbær',
  '東京',
  'a–b',
  'x'.repeat(200),
  '🦊 fox',
];
const PLATFORMS = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const MISSING = '00000000-0000-7000-8000-00000000dead';

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "' or 1=1; drop table brand; --",
  '$1',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '\r\nSet-Cookie: x=y',
  '__proto__',
  'x'.repeat(5_000),
  '\u202e\u200b',
  '-1',
  'NaN',
  '1e999',
  '99999999999999999999',
  'null',
  '[]',
  '{"$gt":""}',
];
const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 60,
  [],
  [null],
  [[[[]]]],
  {},
  { toString: 'x' },
  Array.from({ length: 1_000 }, () => 'x'),
];

/** A value that the schema allows. */
function toValid(random: Random, schema: Json): unknown {
  if (Array.isArray(schema.anyOf)) return toValid(random, random.pick(schema.anyOf as Json[]));
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  const { minimum = 0, maximum = 100, maxLength = 200 } = schema as Record<string, number>;
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.next() < 0.5;
    case 'integer':
    case 'number':
      return minimum + random.integer(Math.min(maximum - minimum, 200) + 1);
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema as Record<string, number>;
      const length = minItems + random.integer(Math.max(0, Math.min(3, maxItems) - minItems) + 1);
      return Array.from({ length }, () => toValid(random, (schema.items ?? {}) as Json));
    }
    default:
      if (schema.format === 'uri') return 'https://acme.example/a?b=c';
      return [...random.pick(WORDS)].slice(0, maxLength).join('');
  }
}

/** A value just beside what the schema allows. */
function toNearlyValid(random: Random, schema: Json): unknown {
  const { minimum, maximum, maxLength, minItems } = schema as Record<string, number | undefined>;
  const beside: unknown[] = [null, '', 'no such word', 0.5, [], {}, true];
  if (minimum !== undefined) beside.push(minimum - 1, String(minimum - 1));
  if (maximum !== undefined) beside.push(maximum + 1, String(maximum));
  if (maxLength !== undefined) beside.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength));
  if (minItems !== undefined) beside.push([], ['nobody'], ['chatgpt', 'chatgpt']);
  return random.pick(beside);
}

export function createRequests(description: Description, known: Known, seed: number) {
  const random = randomFrom(seed);
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const resolve = (parameter: Operation['parameters'][number]): Parameter =>
    '$ref' in parameter
      ? (description.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : parameter;

  /** Ids and platforms are known by name: no schema can tell which exist. */
  function toValue(path: string, name: string, schema: Json): unknown {
    if (name === 'platforms')
      return random.next() < 0.3 ? null : [random.pick(PLATFORMS), random.pick(PLATFORMS)];
    if (name === 'platform') return random.pick(PLATFORMS);
    if (name === 'competitors') return [random.pick(['Globex', 'Initech']), 'Umbrella'];
    if (name === 'promptPackId') return null;
    if (name === 'samplesPerPrompt') return 1;
    if (/^(id|brand_?id)$/i.test(name)) {
      const isRun = name === 'id' && /\/(probes|runs)\//.test(path);
      return random.next() < 0.9 ? random.pick(isRun ? known.runIds : known.brandIds) : MISSING;
    }
    if (/^(name|brand|brand_name)$/.test(name)) return random.pick(WORDS.slice(0, 5));
    return toValid(random, schema);
  }

  const toText = (value: unknown): string =>
    encodeURIComponent(
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    );

  function toHeaders(parameters: readonly Parameter[], kind: Made['kind']) {
    const headers: Record<string, string> = {
      ...random.pick(kind === 'valid' || random.next() < 0.7 ? known.good : known.bad),
    };
    const has = (name: string) => parameters.some((parameter) => parameter.name === name);
    if (has('X-Request-Id') && random.next() < 0.2)
      headers['x-request-id'] = `made-${random.integer(1e9)}`;
    if (has('Idempotency-Key') && random.next() < 0.2)
      headers['idempotency-key'] = `made-${random.integer(21)}`;
    if (kind === 'hostile' && random.next() < 0.2)
      Object.assign(
        headers,
        random.pick([
          { 'x-request-id': 'x'.repeat(5_000) },
          { 'x-request-id': '<script>' },
          { 'idempotency-key': 'a b' },
          { 'idempotency-key': 'x'.repeat(256) },
          { 'x-environment': 'Live' },
          { 'x-environment': 'live, test' },
          { accept: 'text/html' },
          { origin: 'https://evil.example' },
          { 'content-encoding': 'gzip' },
          { 'x-http-method-override': 'DELETE' },
          { 'if-none-match': '*' },
        ]),
      );
    return headers;
  }

  /** One field at fault, or one too many or too few. */
  function spoil(fields: Map<string, unknown>, schemas: Map<string, Json>, kind: Made['kind']) {
    const names = [...schemas.keys()];
    const name = names.length > 0 ? random.pick(names) : 'x';
    const way = random.next();
    if (kind === 'nearly') {
      if (way < 0.3) fields.delete(name);
      else if (way < 0.4) fields.set('unknown', 'x');
      else fields.set(name, toNearlyValid(random, schemas.get(name) ?? {}));
    } else {
      for (const each of names)
        if (random.next() < 0.5) fields.set(each, random.pick(HOSTILE_VALUES));
      if (way < 0.3) fields.set('__proto__', { admin: true });
    }
  }

  const BROKEN = [
    '{',
    '[]',
    '"x"',
    'null',
    '5',
    '{"a":1,}',
    '\u0000',
    `${'['.repeat(30)}${']'.repeat(30)}`,
    `{"x":"${'x'.repeat(70_000)}"}`,
    `{"a":${'{"a":'.repeat(30)}1${'}'.repeat(31)}`,
    '\ud800',
    '',
  ];
  const METHODS = ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'POST', 'GET'];

  function toBody(operation: Operation, kind: Made['kind'], path: string): string | undefined {
    if (operation.requestBody === undefined) return undefined;
    const reference = operation.requestBody.content['application/json']?.schema as {
      $ref?: string;
    };
    const schema = (
      reference.$ref === undefined
        ? reference
        : description.components.schemas[reference.$ref.split('/').at(-1) ?? '']
    ) as { properties: Record<string, Json>; required?: string[] };
    const schemas = new Map(Object.entries(schema.properties));
    const fields = new Map<string, unknown>();
    for (const [name, of] of schemas)
      if (schema.required?.includes(name) || random.next() < 0.5)
        fields.set(name, toValue(path, name, of));
    if (kind !== 'valid') spoil(fields, schemas, kind);
    if (kind === 'hostile' && random.next() < 0.3) return random.pick(BROKEN);
    return JSON.stringify(Object.fromEntries(fields));
  }

  function toPath(path: string, parameters: readonly Parameter[], kind: Made['kind']): string {
    const inPath = new Map(
      parameters.filter((one) => one.in === 'path').map((one) => [one.name, one]),
    );
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = toValue(path, name, inPath.get(name)?.schema ?? {});
      if (kind === 'valid' || random.next() < 0.5) return toText(value);
      const odd = random.pick([...HOSTILE_TEXTS, MISSING.toUpperCase(), 'x'.repeat(1_800)]);
      return kind === 'hostile' && random.next() < 0.2
        ? random.pick(['%E0%A4', '%zz', '%2e%2e%2f', '%00', '%c0%af'])
        : toText(odd === '' || odd === ' ' ? 'none' : odd).slice(0, 1_900);
    });
    const inQuery = parameters.filter((one) => one.in === 'query');
    const schemas = new Map(inQuery.map(({ name, schema }) => [name, schema]));
    const fields = new Map<string, unknown>();
    for (const { name, required, schema } of inQuery)
      if (required || random.next() < 0.6 || /^brand_?id$/i.test(name))
        fields.set(name, toValue(path, name, schema));
    if (kind !== 'valid' && schemas.size > 0) spoil(fields, schemas, kind);
    const pairs = [...fields].map(
      ([name, value]) => `${toText(name)}=${toText(value).slice(0, 2_500)}`,
    );
    if (kind === 'hostile' && random.next() < 0.1) pairs.push('days=1&days=2', 'a[b]=c', '=', '&&');
    const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
    return `${filled}${query}`;
  }

  return {
    operations: operations.map(({ operation }) => operation.operationId),
    next(): Made {
      const { path, method, operation } = random.pick(operations);
      const kind = random.pick(['valid', 'valid', 'nearly', 'nearly', 'hostile'] as const);
      const parameters = operation.parameters.map(resolve);
      const headers = toHeaders(parameters, kind);
      let body = toBody(operation, kind, path);
      const asked =
        kind === 'hostile' && random.next() < 0.15 ? random.pick(METHODS) : method.toUpperCase();
      if (asked === 'GET' || asked === 'HEAD') body = undefined;
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (body !== undefined && kind === 'hostile' && random.next() < 0.1)
        headers['content-type'] = random.pick([
          'text/plain',
          'application/xml',
          'application/json; charset=latin1',
          'x',
        ]);
      const { operationId } = operation;
      return {
        kind,
        operationId,
        method: asked,
        isAsItself: asked === method.toUpperCase(),
        path: toPath(path, parameters, kind),
        headers,
        body,
      };
    },
  };
}
