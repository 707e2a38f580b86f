import express, { type ErrorRequestHandler, Router } from 'express';
import type { Callers } from '../caller.js';
import { toPublicError } from '../errors.js';
import type { Log } from '../log.js';
import type { GraphQLHttp } from './graphql.js';
import { fromParser } from './guard.js';

/** A GraphQL client reads `errors`, also when it was refused before there was an operation. */
const handleErrors =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const { status, code, message, retryAfterSec, details } = toPublicError(fromParser(error));
    if (status >= 500)
      log.error({ err: error, requestId: res.locals.requestId }, 'a GraphQL request failed');
    if (retryAfterSec !== undefined) res.set('Retry-After', String(retryAfterSec));
    if (status === 401) res.set('WWW-Authenticate', 'Bearer');
    const extensions = {
      code,
      requestId: res.locals.requestId,
      ...(retryAfterSec !== undefined && { retryAfterSec }),
      ...(details && { details }),
    };
    res.status(status).json({ errors: [{ message, extensions }] });
  };

/** `/graphql` over HTTP: read the body, find out who asks, then the server's own handler. */
export function createGraphQLDoor(options: {
  graphql: GraphQLHttp;
  callers: Callers;
  log: Log;
}): Router {
  const router = Router();
  router.use(
    express.json({ limit: '100kb', type: ['application/json', 'application/graphql+json'] }),
  );
  router.use(async (req, res, next) => {
    res.locals.caller = await options.callers.identify(req.headers);
    if (res.locals.caller !== null) res.set('Cache-Control', 'no-store');
    next();
  });
  router.use(options.graphql.handler);
  router.use(handleErrors(options.log));
  return router;
}
