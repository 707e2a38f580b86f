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

/** Live and test data never mix: each environment has a client, and a cache, of its own. */
export type Environment = 'live' | 'test';

const PATH = '/graphql';

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
    if (operation.operationName === 'Session' || !CombinedGraphQLErrors.is(error)) return;
    const { code } = toFault(error);
    if (code === 'UNAUTHENTICATED') tellSessionEnd();
    // A page shows what its reader may do; who is refused may have lost a right since.
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
    // What is shown at once from the cache is asked for again behind it.
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
 * After a change of who is signed in: nothing of the one before may be seen, nor a socket be used
 * that was let in for them.
 */
export async function forgetAll(): Promise<void> {
  for (const { client, socket } of apis.values()) {
    socket.terminate();
    await client.clearStore();
  }
}
