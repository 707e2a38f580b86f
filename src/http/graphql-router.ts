import express, { type ErrorRequestHandler, Router } from 'express';
import { AppError, badInput, errorHeaders, toPublicError } from '../errors.js';
import type { Log } from '../observability/log.js';
import { isDeeperThan } from '../request/json-depth.js';
import type { GraphQLHttp } from './graphql.js';
import { fromParser, type Identify, refuseForeignCookie } from './guard.js';

const JSON_TYPES = ['application/json', 'application/graphql+json'];
const DEEPEST_BODY = 20;

/** A GraphQL client reads `errors`, also when it was refused before there was an operation. */
export const handleGraphQLErrors =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const { requestId } = res.locals;
    const shown = toPublicError(fromParser(error));
    if (shown.status >= 500) log.error({ err: error, requestId }, 'a GraphQL request failed');
    const { status, code, message, retryAfterSec, details } = shown;
    const extensions = { code, requestId, retryAfterSec, details };
    res
      .status(status)
      .set(errorHeaders(shown))
      .json({ errors: [{ message, extensions }] });
  };

/** `/graphql` over HTTP: read the body, find out who asks, then the server's own handler. */
export function createGraphQLRouter(
  graphql: GraphQLHttp,
  identify: Identify,
  publicUrl: string,
): Router {
  const router = Router();
  router.use(express.json({ limit: '100kb', type: JSON_TYPES }));
  router.use(async (req, res, next) => {
    if (req.method === 'POST') {
      if (!req.is(JSON_TYPES))
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON');
      if (isDeeperThan(DEEPEST_BODY, req.body ?? {}))
        throw badInput('the body', `must not be nested deeper than ${DEEPEST_BODY} levels`);
    }
    // What changes nothing is refused too: how long an answer takes would tell another site of it.
    refuseForeignCookie(req, publicUrl);
    res.set('Cache-Control', 'no-store');
    await identify(req, res);
    next();
  });
  router.use(graphql.handler);
  return router;
}
