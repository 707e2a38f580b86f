import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { GraphQLError } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { type CostCheck, createCostCheck } from '../../src/graphql/document-cost.js';
import { DOCUMENT_LIMITS, limitRules } from '../../src/graphql/documents.js';
import { type Account, hardenAnswers, identify, logRequests } from './fixture.js';
import {
  type BrandRow,
  createLoaders,
  type Loaders,
  listBrands,
  type ResultRow,
  type RunRow,
} from './rows.js';
import { statusValues, typeDefs } from './sdl.js';

/**
 * The same query on the same server library, written by hand: SDL, plain resolvers, loaders and rows. It uses the
 * product's limits, so that both refuse the same documents.
 */

interface Context {
  account: Account;
  loaders: Loaders;
}

const resolvers = {
  DateTime: GraphQLDateTime,
  RunStatus: statusValues,
  Query: {
    brands: async (_root: unknown, { first }: { first: number }, { account }: Context) => ({
      nodes: await listBrands(account, first),
    }),
  },
  Brand: {
    lastScan: (brand: BrandRow, _args: unknown, { loaders }: Context) =>
      loaders.lastRun.load(brand.id),
  },
  ProbeRun: {
    results: (run: RunRow, _args: unknown, { loaders }: Context) => loaders.results.load(run.id),
  },
  ProbeResult: {
    citations: (
      { runId, platform }: ResultRow,
      { first }: { first: number },
      { loaders }: Context,
    ) => loaders.citations.load({ runId, platform, first }),
  },
};

async function createContext(req: express.Request, res: express.Response): Promise<Context> {
  const account = await identify(req);
  if (account === undefined) throw new GraphQLError('send an API key');
  res.locals.account = account;
  res.set('Cache-Control', 'no-store');
  return { account, loaders: createLoaders(account) };
}

const server = new ApolloServer<Context>({
  typeDefs,
  resolvers,
  csrfPrevention: true,
  parseOptions: { maxTokens: DOCUMENT_LIMITS.tokens },
  validationRules: [...limitRules],
  stopOnTerminationSignals: false,
  plugins: [
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginLandingPageDisabled(),
    {
      serverWillStart: async ({ schema }) => {
        checkCost = createCostCheck(schema);
      },
      requestDidStart: async () => ({
        didResolveOperation: async ({ document, operationName, request }) => {
          const [excess] = checkCost(document, operationName ?? undefined, request.variables ?? {});
          if (excess !== undefined) throw excess;
        },
      }),
    },
  ],
});
let checkCost: CostCheck = () => [];

await server.start();
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(logRequests, hardenAnswers);
app.get('/livez', (_req, res) => {
  res.json({ status: 'ok' });
});
app.use(
  '/graphql',
  express.json({ limit: '100kb' }),
  expressMiddleware(server, { context: ({ req, res }) => createContext(req, res) }),
);
const listener = app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  listener.close(() => process.exit(0));
  listener.closeAllConnections();
});
