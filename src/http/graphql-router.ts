import express, { type ErrorRequestHandler, Router } from 'express';
import { AppError, badInput, toPublicError } from '../errors.js';
import type { Log } from '../observability/log.js';
import type { Callers } from '../request/caller.js';
import type { GraphQLHttp } from './graphql.js';
import { fromParser } from './guard.js';
import { isForeignOrigin } from './request-facts.js';

const JSON_TYPES = ['application/json', 'application/graphql+json'];
const DEEPEST_BODY = 20;

/** Level by level, so that nothing is nested deeply enough to exhaust the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level
      .filter((item) => item instanceof Object)
      .flatMap((item) => Object.values(item as object));
    if (level.length > 0 && depth >= levels) return true;
  }
  return false;
}

/** A GraphQL client reads `errors`, also when it was refused before there was an operation. */
export const handleGraphQLErrors =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const { status, code, message, retryAfterSec, details } = toPublicError(fromParser(error));
    const { requestId } = res.locals;
    if (status >= 500) log.error({ err: error, requestId }, 'a GraphQL request failed');
    if (retryAfterSec !== undefined) res.set('Retry-After', String(retryAfterSec));
    if (status === 401) res.set('WWW-Authenticate', 'Bearer');
    res.set('Cache-Control', 'no-store');
    const extensions = {
      code,
      requestId,
      ...(retryAfterSec !== undefined && { retryAfterSec }),
      ...(details && { details }),
    };
    res.status(status).json({ errors: [{ message, extensions }] });
  };

/** `/graphql` over HTTP: read the body, find out who asks, then the server's own handler. */
export function createGraphQLRouter(options: {
  graphql: GraphQLHttp;
  callers: Callers;
  publicUrl: string;
}): Router {
  const { graphql, callers, publicUrl } = options;
  const router = Router();
  router.use(express.json({ limit: '100kb', type: JSON_TYPES }));
  router.use(async (req, res, next) => {
    if (req.method === 'POST') {
      if (!req.is(JSON_TYPES))
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON');
      if (isDeeperThan(req.body, DEEPEST_BODY))
        throw badInput('the body', `must not be nested deeper than ${DEEPEST_BODY} levels`);
    }
    // What changes nothing is refused too: how long an answer takes would tell another site of it.
    if (req.headers.cookie !== undefined && isForeignOrigin(req.headers, publicUrl))
      throw new AppError('FORBIDDEN', 'a request with a cookie must come from this site');
    res.set('Cache-Control', 'no-store');
    const caller = await callers.identify(req.headers, req.ip);
    res.locals.caller = caller;
    if (caller !== null) res.append('Set-Cookie', [...caller.setCookies]);
    next();
  });
  router.use(graphql.handler);
  return router;
}
