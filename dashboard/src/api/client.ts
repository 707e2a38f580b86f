import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Kind, OperationTypeNode } from 'graphql';
import { Observable } from 'rxjs';
import { bindConnection, type Connection, createConnection } from './connection.js';
import { toFault } from './fault.js';
import { tellRightsChange, tellSessionEnd } from './session-end.js';
import { createSocket, type Socket } from './socket.js';

/** Each environment has its own client and cache, so that live and test data never mix. */
export type Environment = 'live' | 'test';

const PATH = '/graphql';

/** The browser adds the session cookie, and Sec-Fetch-Site to prove that the request is same-origin. */
const createHttp = (environment: Environment) =>
  new HttpLink({
    uri: PATH,
    credentials: 'same-origin',
    headers: { 'x-environment': environment },
  });

const noticeSessionEnd = () =>
  new ErrorLink(({ error, operation }) => {
    // The Session query handles a missing session itself.
    if (operation.operationName === 'Session' || !CombinedGraphQLErrors.is(error)) return;
    const { code } = toFault(error);
    if (code === 'UNAUTHENTICATED') tellSessionEnd();
    // Pages offer only allowed actions, so FORBIDDEN means that the rights have changed since.
    if (code === 'FORBIDDEN') tellRightsChange();
  });

const noteFollowed = (connection: Connection) =>
  new ApolloLink(
    (operation, forward) =>
      new Observable((observer) => {
        const end = connection.follow();
        const following = forward(operation).subscribe(observer);
        return () => {
          following.unsubscribe();
          end();
        };
      }),
  );

const isSubscription = ({ query }: ApolloLink.Operation): boolean =>
  query.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION,
  );

/** Caches records by id. Measures of a brand are cached per query arguments, such as the window. */
const createCache = () =>
  new InMemoryCache({
    typePolicies: {
      Me: { keyFields: [] },
      Authority: { keyFields: ['brandId'] },
      Platform: { keyFields: false },
      PromptHits: { keyFields: false },
    },
  });

interface Api {
  client: ApolloClient;
  socket: Socket;
}

function createApi(environment: Environment): Api {
  const connection = createConnection();
  const socket = createSocket(PATH, environment, connection);
  const follow = ApolloLink.from([noteFollowed(connection), new GraphQLWsLink(socket)]);
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      noticeSessionEnd(),
      ApolloLink.split(isSubscription, follow, createHttp(environment)),
    ]),
    // Show cached data immediately and refresh it in the background.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
  });
  bindConnection(client, connection);
  return { client, socket };
}

const apis = new Map<Environment, Api>();

export function clientOf(environment: Environment): ApolloClient {
  const api = apis.get(environment) ?? createApi(environment);
  apis.set(environment, api);
  return api.client;
}

/**
 * Clears caches and closes sockets. Call it when the signed-in person changes, so that neither the data
 * nor the authenticated sockets of the previous person are used.
 */
export async function forgetAll(): Promise<void> {
  for (const { client, socket } of apis.values()) {
    socket.terminate();
    await client.clearStore();
  }
}
