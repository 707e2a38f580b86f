import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import cors from 'cors';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { v7 } from 'uuid';
import {
  AppError,
  badInput,
  errorHeaders,
  type PublicError,
  toErrorBody,
  toPublicError,
} from '../errors.js';
import type { Log } from '../observability/log.js';
import {
  currentRequestContext,
  runInContext,
  type Tracer,
} from '../observability/request-context.js';
import type { Caller, Callers } from '../request/caller.js';
import { isForeignOrigin, routeOf } from '../request/request-facts.js';

const LONGEST_URL = 2_048;
const SENT_ID = /^[\w.-]{1,64}$/;
/** The only path that contains a secret; the log masks it. */
const SECRET_PATH = /^(\/api\/auth\/reset-password\/).+/;

/** Sets X-Request-Id on every response. A caller's own id is used if it is well-formed. */
export const nameRequest: RequestHandler = (req, res, next) => {
  const sent = req.get('x-request-id');
  const requestId = sent !== undefined && SENT_ID.test(sent) ? sent : v7();
  res.locals.requestId = requestId;
  res.locals.caller = null;
  res.set('X-Request-Id', requestId);
  runInContext({ requestId, span: null }, next);
};

/** Headers that must not be repeated: some code would use the first value and some the last. */
const SENT_ONCE = [
  'Authorization',
  'Content-Type',
  'Host',
  'Idempotency-Key',
  'Origin',
  'X-Environment',
];

/** Name of a repeated header that must be sent once. Node drops repeated values silently. */
export const findRepeated = ({ headersDistinct }: IncomingMessage): string | undefined =>
  SENT_ONCE.find((name) => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1);

export const refuseRepeated: RequestHandler = (req, _res, next) => {
  const repeated = findRepeated(req);
  if (repeated !== undefined) throw badInput(repeated, 'must be sent only once');
  next();
};

/** Traces requests until the end of the response. Spans are named by route, because paths may contain private data. */
export const traceRequests =
  (tracer: Tracer): RequestHandler =>
  (req, res, next) => {
    const { method } = req;
    const attributes = { 'http.request.method': method };
    const span = tracer.begin({ name: method, kind: 'server', attributes }, req.get('traceparent'));
    const requestContext = currentRequestContext();
    if (span === null || requestContext === undefined) return next();
    requestContext.span = span;
    res.once('close', () => {
      const route = routeOf(req);
      const { requestId, caller } = res.locals;
      if (route !== null) span.rename(`${method} ${route}`);
      span.set({
        ...(route !== null && { 'http.route': route }),
        ...(caller !== null && { 'answerscope.account_id': caller.accountId }),
        'http.response.status_code': res.statusCode,
        'answerscope.request_id': requestId,
      });
      span.end(
        res.writableFinished
          ? res.statusCode >= 500
            ? String(res.statusCode)
            : undefined
          : 'aborted',
      );
    });
    next();
  };

export const logRequests =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    const startedMs = performance.now();
    const { method } = req;
    const path = req.path.replace(SECRET_PATH, '$1*');
    res.on('finish', () => {
      const { requestId, caller } = res.locals;
      const ms = Math.round(performance.now() - startedMs);
      log.info(
        { requestId, method, path, status: res.statusCode, ms, accountId: caller?.accountId },
        'request',
      );
    });
    next();
  };

/** Security headers for API responses: no loading, framing or content sniffing. */
export const hardenAnswers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
});

/** CORS: other sites may call with an API key, never with a cookie. */
export const allowOrigins = (origins: readonly string[]): RequestHandler =>
  cors({
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Environment',
      'X-Request-Id',
    ],
    exposedHeaders: [
      'X-Request-Id',
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-RateLimit-Backoff',
      'Deprecation',
      'Sunset',
      'Link',
    ],
    maxAge: 600,
  });

export const refuseLongUrls: RequestHandler = (req, _res, next) => {
  if (req.originalUrl.length > LONGEST_URL)
    throw new AppError('BAD_INPUT', `the URL must have at most ${LONGEST_URL} characters`);
  next();
};

/** Refuses cookies sent from another site's page, before the session is read. */
export function refuseForeignCookie({ headers }: Request, publicUrl: string): void {
  if (headers.cookie !== undefined && isForeignOrigin(headers, publicUrl))
    throw new AppError('FORBIDDEN', 'a request with a cookie must come from this site');
}

export const refuseForeignChanges =
  (publicUrl: string): RequestHandler =>
  (req, _res, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(req.method)) refuseForeignCookie(req, publicUrl);
    next();
  };

/** Handles methods that a path does not support. */
export const refuseMethod =
  (allow = 'GET, HEAD, OPTIONS'): RequestHandler =>
  (req, res) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') return void res.status(204).end();
    throw new AppError(
      'METHOD_NOT_ALLOWED',
      `${req.method} is not allowed here; use one of ${allow}`,
    );
  };

export type Identify = (req: Request, res: Response) => Promise<Caller | null>;

/** Identifies the caller, and passes the cookie of a renewed session to the browser. */
export const createIdentify =
  (callers: Callers): Identify =>
  async (req, res) => {
    const caller = await callers.identify(req.headers, req.ip);
    res.locals.caller = caller;
    if (caller !== null) res.append('Set-Cookie', [...caller.setCookies]);
    return caller;
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires this bearer token. The comparison takes constant time. */
export function requireToken(token: string): RequestHandler {
  const wanted = digest(token);
  return (req, _res, next) => {
    const shown = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (shown === undefined || !timingSafeEqual(digest(shown), wanted))
      throw new AppError(
        'UNAUTHENTICATED',
        'the value of METRICS_TOKEN must be sent as a bearer token',
      );
    next();
  };
}

/** Converts errors of the body parser to `AppError`s. */
function fromParser(error: unknown): unknown {
  const { type, status } = (error ?? {}) as { type?: string; status?: number };
  // Express could not decode a segment of the path.
  if (error instanceof URIError) return badInput('path', 'must be well-formed');
  if (type === 'entity.too.large')
    return new AppError('PAYLOAD_TOO_LARGE', 'the body is too large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON in UTF-8');
  if (type?.startsWith('entity.') || type?.startsWith('request.') || status === 400)
    return new AppError('BAD_INPUT', 'the body is not valid JSON');
  return error;
}

/** The one writer of errors that no resolver answered; `toBody` puts one into the words of its clients. */
export const handleErrors =
  (
    log: Log,
    toBody: (shown: PublicError, requestId: string) => object = toErrorBody,
  ): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const { requestId } = res.locals;
    const shown = toPublicError(fromParser(error));
    if (shown.status >= 500) log.error({ err: error, requestId }, 'a request failed');
    res.status(shown.status).set(errorHeaders(shown)).json(toBody(shown, requestId));
  };

/** Logs an error after a part of the response is sent; Express would print it to the console. */
export const toListener =
  (app: Express, log: Log): RequestListener =>
  (req, res) =>
    app(req as Request, res as Response, (error: unknown) => {
      log.error({ err: error }, 'a response was aborted by an error');
      res.destroy();
    });
