import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Kind, OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { setSocket } from './connection.js';
import { toFault } from './fault.js';
import { tellSessionEnd } from './session-end.js';

/** Live and test data never mix: each world has a client, and a cache, of its own. */
export type Environment = 'live' | 'test';

const PATH = '/graphql';
const FORBIDDEN = 4403;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Anywhere between nothing and twice as long each time, so that browsers do not return all at once. */
const wait = (attempt: number): Promise<void> => {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
};

const createSocket = (environment: Environment) =>
  createClient({
    url: `${location.origin.replace(/^http/, 'ws')}${PATH}`,
    connectionParams: { environment },
    keepAlive: 12_000,
    lazyCloseTimeout: 2_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: wait,
    shouldRetry: (closed) => !(closed instanceof CloseEvent && closed.code === FORBIDDEN),
    on: {
      connecting: () => setSocket('connecting'),
      connected: () => setSocket('live'),
      closed(closed) {
        const { code } = closed as CloseEvent;
        setSocket(code === 1000 ? 'idle' : 'connecting');
        if (code === FORBIDDEN) tellSessionEnd();
      },
    },
  });

/** Cookies go along by themselves; that a page of ours asks, the browser says by Sec-Fetch-Site. */
const createHttp = (environment: Environment) =>
  new HttpLink({
    uri: PATH,
    credentials: 'same-origin',
    headers: { 'x-environment': environment },
  });

const noticeSessionEnd = () =>
  new ErrorLink(({ error, operation }) => {
    // Whoever asks who is signed in takes nobody for an answer.
    if (operation.operationName === 'Session') return;
    if (CombinedGraphQLErrors.is(error) && toFault(error).code === 'UNAUTHENTICATED')
      tellSessionEnd();
  });

const isSubscription = ({ query }: ApolloLink.Operation): boolean =>
  query.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION,
  );

/** Records by their ids; a brand's numbers belong to the window that was asked for, by their arguments. */
const createCache = () =>
  new InMemoryCache({
    typePolicies: {
      Me: { keyFields: [] },
      Authority: { keyFields: ['brandId'] },
      Platform: { keyFields: false },
      PromptHits: { keyFields: false },
    },
  });

function createApi(environment: Environment): ApolloClient {
  const socket = createSocket(environment);
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      noticeSessionEnd(),
      ApolloLink.split(isSubscription, new GraphQLWsLink(socket), createHttp(environment)),
    ]),
    // What is shown at once from the cache is asked for again behind it.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
  });
}

const clients = new Map<Environment, ApolloClient>();

export function clientOf(environment: Environment): ApolloClient {
  const client = clients.get(environment) ?? createApi(environment);
  clients.set(environment, client);
  return client;
}

/** After a change of who is signed in: nothing of the one before may be seen. */
export async function forgetAll(): Promise<void> {
  for (const client of clients.values()) await client.clearStore();
}
