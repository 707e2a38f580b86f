import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { RequestHandler } from 'express';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Caller } from '../caller.js';
import type { Context, CreateContext } from '../context.js';
import type { Log } from '../log.js';
import { createCompiler } from './compile.js';
import { createCostLimit, LIMITS, limitRules } from './document-limits.js';
import { retryAfterOf, toGraphQLError } from './graphql-error.js';

/** What the layers before this one found out about the request. */
export interface Locals {
  requestId: string;
  caller: Caller | null;
}

/** Runs documents in their compiled form, once they have been seen often enough. */
const compiledExecution = (schema: GraphQLSchema, log: Log): ApolloServerPlugin<Context> => {
  const compiledOf = createCompiler(schema);
  const checkCost = createCostLimit(schema);
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operationName, request, contextValue }) {
          const variables = request.variables ?? {};
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
          if (response.body.kind !== 'single' || response.body.singleResult.errors === undefined)
            return;
          const errors = response.body.singleResult.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId: contextValue.requestId },
          }));
          response.body.singleResult.errors = errors;
          const retryAfterSec = retryAfterOf(errors);
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
  log: Log;
}): Promise<GraphQLHttp> {
  const { schema, createContext, log } = options;
  const server = new ApolloServer<Context>({
    schema,
    introspection: options.introspection,
    // Stopping is the app's affair: it closes its doors before it closes this.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: limitRules,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      compiledExecution(schema, log),
    ],
    // The request's id is put in by the plugin, which knows it.
    formatError: (_formatted, error) => toGraphQLError(error, '', log),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
  await server.start();
  return {
    handler: expressMiddleware(server, {
      context: async ({ req, res }) => {
        const { caller, requestId } = res.locals as Locals;
        return createContext({ caller, requestId, headers: req.headers });
      },
    }),
    dispose: () => server.stop(),
  };
}
