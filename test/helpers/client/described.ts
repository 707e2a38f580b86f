import { type Description, describeApi, explain, type Operation, pointer } from './description.js';

/** One HTTP response as received. */
export interface Seen {
  method: string;
  /** Requested path with its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Paths that the description does not cover. */
const ELSEWHERE = /^\/(?!api(\/|$))|^\/api\/auth(\/|$)/;
/** Whether a header must be described wherever it is sent. */
const isSpoken = ({ components }: Description, name: string) =>
  Object.keys(components.headers).some((known) => known.toLowerCase() === name);

function findTemplate({ paths }: Description, path: string): string | undefined {
  if (path in paths) return path;
  const parts = path.split('/');
  return Object.keys(paths).find((template) => {
    const own = template.split('/');
    return (
      own.length === parts.length &&
      own.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
    );
  });
}

type Place = string[];

/** Finds the response of an operation, following a reference to a shared one. */
function toResponsePlace(operation: Operation, at: Place, status: number): Place | undefined {
  const response = operation.responses[status];
  if (response === undefined) return undefined;
  return '$ref' in response
    ? response.$ref.slice(2).split('/')
    : [...at, 'responses', String(status)];
}

const readAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], value);

function* headerFaults(description: Description, place: Place, { headers }: Seen) {
  const own = (readAt(description, [...place, 'headers']) ?? {}) as Record<string, unknown>;
  const { compile } = describeApi();
  for (const [name, { required, schema }] of Object.entries(description.components.headers)) {
    const value = headers.get(name);
    if (!(name in own)) {
      if (value !== null && isSpoken(description, name.toLowerCase()))
        yield `has the header ${name}, which is not described there`;
      continue;
    }
    if (value === null) {
      if (required) yield `lacks the header ${name}`;
      continue;
    }
    const check = compile(pointer('components', 'headers', name, 'schema'));
    const read = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    if (!check(read)) yield `has the header ${name}: ${value}, but ${explain(check.errors)}`;
  }
}

function* bodyFaults(
  description: Description,
  place: Place,
  { headers, text }: Seen,
): Generator<string> {
  const content = readAt(description, [...place, 'content']);
  if (content === undefined) {
    if (text !== '') yield 'has a body, and none is described';
    return;
  }
  const type = headers.get('content-type');
  if (type !== 'application/json; charset=utf-8') yield `is of the type ${type}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return yield 'is no JSON';
  }
  const check = describeApi().compile(pointer(...place, 'content', 'application/json', 'schema'));
  if (!check(body)) yield explain(check.errors);
}

/** An incomplete escape, or one that may not be UTF-8. */
const MALFORMED = /%(?![\da-f]{2})|%[89a-f]/i;

const ERROR: Place = ['components', 'schemas', 'Error'];

/** Checks an error of the common form with this code. */
function* errorFaults({ headers, text }: Seen, code: string): Generator<string> {
  const check = describeApi().compile(pointer(...ERROR));
  const body = JSON.parse(text) as { error?: { code?: string } };
  if (!check(body)) yield explain(check.errors);
  if (body.error?.code !== code) yield `has the code ${body.error?.code} and not ${code}`;
  if (!headers.has('x-request-id')) yield 'lacks the header X-Request-Id';
}

function* faultsOf(description: Description, seen: Seen): Generator<string> {
  const { method, status, text, headers } = seen;
  const [written = ''] = seen.path.split(/[?#]/);
  const path = written.length > 1 ? written.replace(/\/$/, '') : written;
  const template = findTemplate(description, path);
  // Rejected before routing.
  if (status === 403 && text.includes('must come from this site'))
    return yield* errorFaults(seen, 'FORBIDDEN');
  if (status === 400 && text.includes('the URL must have at most'))
    return yield* errorFaults(seen, 'BAD_INPUT');
  if (status === 400 && MALFORMED.test(path) && text.includes('path must be well-formed'))
    return yield* errorFaults(seen, 'BAD_INPUT');
  if (method === 'OPTIONS') {
    if (status !== 204) yield 'is not 204';
    return;
  }
  if (template === undefined) {
    if (status !== 404) return yield 'is described nowhere';
    if (method !== 'HEAD') yield* errorFaults(seen, 'NOT_FOUND');
    return;
  }
  const asked = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const operation = description.paths[template]?.[asked];
  if (operation === undefined) {
    if (status !== 405) return yield 'is of a method that is not described';
    if (headers.get('allow') === null) yield 'lacks the header Allow';
    return method === 'HEAD' ? undefined : yield* errorFaults(seen, 'METHOD_NOT_ALLOWED');
  }
  const place = toResponsePlace(operation, ['paths', template, asked], status);
  if (place === undefined)
    return yield `has a status that ${operation.operationId} does not describe`;
  yield* headerFaults(description, place, seen);
  if (method === 'HEAD') {
    if (text !== '') yield 'has a body';
  } else {
    yield* bodyFaults(description, place, seen);
  }
}

/** Throws unless the response matches the description; the error names path and field. */
export function checkDescribed(seen: Seen): void {
  if (ELSEWHERE.test(seen.path)) return;
  const faults = [...faultsOf(describeApi().description, seen)];
  if (faults.length > 0) {
    const { method, path, status, text } = seen;
    throw new Error(
      `the answer ${status} to ${method} ${path.slice(0, 200)} is not as described:\n${faults
        .map((fault) => `  - it ${fault}`)
        .join('\n')}\n${text.slice(0, 2_000)}`,
    );
  }
}
