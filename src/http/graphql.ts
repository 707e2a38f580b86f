import { AsyncLocalStorage } from 'node:async_hooks';
import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type RequestHandler, Router } from 'express';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { AppError, badInput, type PublicError } from '../errors.js';
import { createCompiler } from '../graphql/compile.js';
import { createCostCheck } from '../graphql/document-cost.js';
import { DOCUMENT_LIMITS, type Documents } from '../graphql/documents.js';
import { retryAfterOf, toGraphQLError } from '../graphql/graphql-error.js';
import { beginOperation, type Operation } from '../graphql/operations.js';
import type { OperationObserver } from '../metrics/operation-metrics.js';
import type { Log } from '../observability/log.js';
import type { Caller } from '../request/caller.js';
import { type Context, type CreateContext, rateLimitHeaders } from '../request/context.js';
import { isDeeperThan } from '../request/json-depth.js';
import { type Identify, refuseForeignCookie } from './guard.js';

/** Set by earlier middleware. */
export interface Locals {
  requestId: string;
  caller: Caller | null;
}

/**
 * Parses and validates documents in place of the server, and runs them in compiled form once they have been
 * seen often enough.
 */
const checkedExecution = (
  schema: GraphQLSchema,
  documents: Documents,
  tell: OperationObserver,
  log: Log,
): ApolloServerPlugin<Context> => {
  const compiledOf = createCompiler(schema);
  const checkCost = createCostCheck(schema);
  return {
    async requestDidStart() {
      let begun: Operation | undefined;
      let faults: readonly GraphQLError[] = [];
      return {
        async didResolveSource(request) {
          const read = documents.read(request.source);
          faults = read.faults;
          // With a document set, the server does not parse and validate.
          Object.assign(request, { document: read.document });
        },
        async didResolveOperation({ operation }) {
          if (operation?.operation !== 'subscription') return;
          throw new GraphQLError('subscriptions require a WebSocket connection to this path', {
            extensions: { http: { status: 400 } },
          });
        },
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          const show = (errors: readonly GraphQLError[]) =>
            errors.map((error) => toGraphQLError(error, contextValue.requestId, log));
          if (faults.length > 0) return refusal(show(faults));
          const variables = request.variables ?? {};
          // A missing operation is refused below.
          if (operation) {
            const name = operation.name?.value ?? null;
            const isKnown = contextValue.caller !== null;
            begun = beginOperation({ type: operation.operation, name, isKnown }, tell);
          }
          const excess = checkCost(document, operationName ?? undefined, variables);
          if (excess.length > 0) return refusal(show(excess));
          const run = compiledOf(document, operationName ?? undefined);
          if (run === undefined) return null;
          const { data, errors } = await run(variables, contextValue);
          const shown = errors && show(errors);
          // Without data nothing was run: the variables were invalid.
          if (data === undefined && shown !== undefined) return refusal(shown);
          return {
            http: { headers: new HeaderMap() },
            body: {
              kind: 'single',
              singleResult: shown === undefined ? { data } : { data, errors: shown },
            },
          };
        },
        async willSendResponse({ response, contextValue }) {
          for (const [name, value] of Object.entries(rateLimitHeaders(contextValue)))
            response.http.headers.set(name.toLowerCase(), value);
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          begun?.end(String(singleResult.errors?.[0]?.extensions?.code ?? 'ok'));
          // Limits the errors of an operation that was not run. After a run, every missing field keeps its error.
          if (singleResult.data === undefined)
            singleResult.errors = singleResult.errors?.slice(0, DOCUMENT_LIMITS.errors);
          const retryAfterSec = retryAfterOf(singleResult.errors);
          if (retryAfterSec !== undefined)
            response.http.headers.set('retry-after', String(retryAfterSec));
        },
      };
    },
  };
};

const refusal = (errors: GraphQLFormattedError[]) => ({
  http: { status: 400, headers: new HeaderMap() },
  body: { kind: 'single' as const, singleResult: { errors } },
});

export interface GraphQLHttp {
  handler: RequestHandler;
  dispose(): Promise<void>;
}

export async function createGraphQLHttp(options: {
  schema: GraphQLSchema;
  documents: Documents;
  createContext: CreateContext;
  observer: OperationObserver;
  log: Log;
}): Promise<GraphQLHttp> {
  const { schema, documents, createContext, log } = options;
  /** Gives errors that occur before the context exists the id of the request. */
  const requestIds = new AsyncLocalStorage<string>();
  const server = new ApolloServer<Context>({
    schema,
    // The app stops this server after it has closed its connections.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    // The router refuses other sites' cookies and bodies that are not JSON, so a simple GET is safe.
    csrfPrevention: false,
    persistedQueries: false,
    // `documents` caches documents, for the sockets too.
    documentStore: null,
    dangerouslyDisableValidation: true,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      checkedExecution(schema, documents, options.observer, log),
    ],
    formatError: (_formatted, error) => toGraphQLError(error, requestIds.getStore() ?? '', log),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
  await server.start();
  const handle = expressMiddleware(server, {
    context: async ({ req, res }) => {
      const { caller, requestId } = res.locals as Locals;
      const address = req.ip ?? '';
      return createContext({ caller, address, requestId, headers: req.headers, response: res });
    },
  });
  return {
    handler: (req, res, next) =>
      requestIds.run((res.locals as Locals).requestId, () => handle(req, res, next)),
    dispose: () => server.stop(),
  };
}

const JSON_TYPES = ['application/json', 'application/graphql+json'];
const DEEPEST_BODY = 20;

/** The body of an error in the GraphQL format, also for errors from before there was an operation. */
export const toGraphQLBody = (
  { code, message, retryAfterSec, details }: PublicError,
  requestId: string,
) => ({ errors: [{ message, extensions: { code, requestId, retryAfterSec, details } }] });

/** `/graphql` over HTTP: reads the body, identifies the caller, then calls the GraphQL server's handler. */
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
    // Queries are refused too: their response time could reveal data to another site.
    refuseForeignCookie(req, publicUrl);
    res.set('Cache-Control', 'no-store');
    await identify(req, res);
    next();
  });
  router.use(graphql.handler);
  return router;
}
