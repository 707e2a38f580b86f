import {
  AppError,
  errorHeaders,
  notFound,
  RETRY_SEC,
  toErrorBody,
  toPublicError,
} from '../src/errors.js';
import type { Log } from '../src/observability/log.js';
import { type Context, rateLimitHeaders, requireScope } from '../src/request/context.js';
import { toOwnNames } from './names.js';
import type { PreparedRoute } from './prepare.js';
import type { Sources } from './route.js';

export interface RestRequest extends Sources {
  /** Caller, request id and Idempotency-Key. */
  context: Context;
}

export type RestAnswer = [body: object, init: { status: number; headers: Headers }];

type Headers = Record<string, string>;
type Asker = Pick<Context, 'caller' | 'requestId' | 'tightest' | 'backoffSec'>;

/** The value of the operation's one root field. Throws the first error. */
async function ask(route: PreparedRoute, request: RestRequest): Promise<object> {
  const { data, errors } = await route.run(route.readVariables(request), request.context);
  const [error] = errors ?? [];
  if (error !== undefined) throw toOwnNames(error.originalError ?? error, route.namesOfFields);
  const [root] = Object.values(data ?? {});
  if (root == null) throw notFound('record');
  return root as object;
}

const isAsked = ({ auth }: PreparedRoute, { caller }: Asker): boolean =>
  auth === undefined || (auth === 'optional' && caller !== null);

/** Headers of a response that is no error, including the 503 of a health report. */
function toHeaders({ cacheSec }: PreparedRoute, asker: Asker, status: number): Headers {
  const headers: Headers = rateLimitHeaders(asker);
  const isShared = asker.caller === null && cacheSec !== undefined;
  headers['Cache-Control'] = isShared ? `public, max-age=${cacheSec}` : 'no-store';
  if (status === 503) headers['Retry-After'] = String(cacheSec ?? RETRY_SEC);
  return headers;
}

/** Link header (RFC 8288) to the same request with the cursor of the next page. */
function toNextLink({ path, nextOf }: PreparedRoute, { query }: Sources, root: never): Headers {
  const cursor = nextOf?.(root) ?? null;
  if (cursor === null) return {};
  const next = new URLSearchParams(query as Record<string, string>);
  next.set('cursor', cursor);
  return { Link: `<${path}?${next}>; rel="next"` };
}

/** The error body and the headers of its status (docs/contract.md, Errors). */
function toErrorAnswer(
  error: unknown,
  asker: Pick<Asker, 'requestId'> & Partial<Asker>,
  log: Log,
): RestAnswer {
  const { requestId } = asker;
  const shown = toPublicError(error);
  const { status } = shown;
  if (status >= 500) log.error({ err: error, requestId }, 'a REST request failed');
  const headers = { ...errorHeaders(shown), ...rateLimitHeaders(asker) };
  return [toErrorBody(shown, requestId), { status, headers }];
}

/**
 * Handles a request without a socket. Checks the credential before the variables, so that an invalid
 * request without a credential is 401, not 400.
 */
export const createHandler =
  (log: Log) =>
  async (route: PreparedRoute, request: RestRequest): Promise<RestAnswer> => {
    const { context } = request;
    const answer = await answerTo(route, request, log);
    countRequest(context, answer[1].status);
    return answer;
  };

function countRequest({ caller, endpoint, deps }: Context, status: number): void {
  if (caller !== null && endpoint !== null) deps.requests.count(caller, endpoint, status === 429);
}

async function answerTo(route: PreparedRoute, request: RestRequest, log: Log): Promise<RestAnswer> {
  const { context } = request;
  try {
    if (isAsked(route, context)) requireScope(context, route.scope);
    if (route.isOpen?.(context) === false)
      throw new AppError('ROADMAP', 'this path is planned and not available yet');
    const root = (await ask(route, request)) as never;
    const status = typeof route.status === 'function' ? route.status(root) : (route.status ?? 200);
    const headers = { ...toHeaders(route, context, status), ...toNextLink(route, request, root) };
    return [route.toBody?.(root) ?? root, { status, headers }];
  } catch (error) {
    return toErrorAnswer(error, context, log);
  }
}
