import { AsyncLocalStorage } from 'node:async_hooks';
import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { RequestHandler } from 'express';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Caller } from '../caller.js';
import { type Context, type CreateContext, rateLimitHeaders } from '../context.js';
import type { Log } from '../log.js';
import { createCompiler } from './compile.js';
import { createCostLimit, LIMITS, limitRules } from './document-limits.js';
import { retryAfterOf, toGraphQLError } from './graphql-error.js';
import type { OperationObserver } from './operation-metrics.js';
import { beginOperation, type Operation } from './operations.js';

/** What the layers before this one found out about the request. */
export interface Locals {
  requestId: string;
  caller: Caller | null;
}

/** Runs documents in their compiled form, once they have been seen often enough. */
const compiledExecution = (
  schema: GraphQLSchema,
  tell: OperationObserver,
  log: Log,
): ApolloServerPlugin<Context> => {
  const compiledOf = createCompiler(schema);
  const checkCost = createCostLimit(schema);
  return {
    async requestDidStart() {
      let begun: Operation | undefined;
      return {
        async didResolveOperation({ operation }) {
          if (operation?.operation !== 'subscription') return;
          throw new GraphQLError('subscriptions run over a WebSocket at this path', {
            extensions: { http: { status: 400 } },
          });
        },
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          const variables = request.variables ?? {};
          // One that is not in the document is refused below.
          if (operation) {
            const name = operation.name?.value ?? null;
            const isKnown = contextValue.caller !== null;
            begun = beginOperation({ type: operation.operation, name, isKnown }, tell);
          }
          try {
            checkCost(document, operationName ?? undefined, variables);
          } catch (error) {
            return refusal([toGraphQLError(error, contextValue.requestId, log)]);
          }
          const run = compiledOf(document, operationName ?? undefined);
          if (run === undefined) return null;
          const { data, errors } = await run(variables, contextValue);
          const shown = errors?.map((error) => toGraphQLError(error, contextValue.requestId, log));
          // Without data nothing was run: the variables did not fit.
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
          // What was not run is told in few words; of what was run, each missing field has its error.
          if (singleResult.data === undefined)
            singleResult.errors = singleResult.errors?.slice(0, LIMITS.errors);
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
  createContext: CreateContext;
  introspection: boolean;
  observer: OperationObserver;
  log: Log;
}): Promise<GraphQLHttp> {
  const { schema, createContext, log } = options;
  /** Refusals before there is a context are told under the request's id too. */
  const requestIds = new AsyncLocalStorage<string>();
  const server = new ApolloServer<Context>({
    schema,
    introspection: options.introspection,
    // Stopping is the app's affair: it closes its doors before it closes this.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    // The door refuses other sites' cookies and bodies that are not JSON, so a simple GET may pass.
    csrfPrevention: false,
    persistedQueries: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: limitRules,
    validationOptions: { maxErrors: LIMITS.errors },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      compiledExecution(schema, options.observer, log),
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
