import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { makeServer, type SubscribePayload } from 'graphql-ws';
import { v7 } from 'uuid';
import type { Events } from '../database/events.js';
import { toNetwork } from '../domain/limits/network.js';
import { toPublicError } from '../errors.js';
import { createCostCheck } from '../graphql/document-cost.js';
import { DOCUMENT_LIMITS, type Documents } from '../graphql/documents.js';
import { toGraphQLError } from '../graphql/graphql-error.js';
import type { Log } from '../observability/log.js';
import { currentRequestContext } from '../observability/request-context.js';
import type { Caller, Callers } from '../request/caller.js';
import type { Context, CreateContext } from '../request/context.js';
import { addressOf, isForeignOrigin } from '../request/request-facts.js';
import { findRepeated } from './guard.js';
import { createSharedSubscribe, isTelling } from './shared-execution.js';
import { type OpenSocket, serveSockets } from './sockets.js';

/** Limits the number of connections per key. */
interface ConnectionLimiter {
  /** @returns a function that releases the place, safe to call repeatedly; null when `most` are taken */
  acquire(of: string, most: number): (() => void) | null;
}

function createConnectionLimiter(): ConnectionLimiter {
  const taken = new Map<string, number>();
  return {
    acquire(of, most) {
      const before = taken.get(of) ?? 0;
      if (before >= most) return null;
      taken.set(of, before + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (taken.get(of) ?? 1) - 1;
        if (left === 0) taken.delete(of);
        else taken.set(of, left);
      };
    },
  };
}

const INIT_MS = 3_000;
const SUBSCRIPTIONS_PER_SOCKET = 50;
const SOCKETS_PER_KEY = 5;
const SOCKETS_PER_PERSON = 20;
/** Sockets of one network that have not sent a credential yet. */
const UNKNOWN_PER_NETWORK = 50;
/** How often the credentials of open sockets are checked again: a key may expire, a member may leave. */
const LOOK_AGAIN_MS = 30_000;

const CLOSE_FORBIDDEN = 4403;
const CLOSE_TRY_LATER = 1013;

interface Connection {
  caller: Caller;
  address: string;
  headers: IncomingHttpHeaders;
}

interface Extra extends OpenSocket {
  connection?: Connection;
}

export interface GraphQLWs {
  dispose(): Promise<void>;
}

/** Credentials from the first message, or from the cookie of the page that opened the socket. */
function toHeaders(
  params: Record<string, unknown> | undefined,
  request: IncomingMessage,
  publicUrl: string,
): IncomingHttpHeaders | null {
  const environment = params?.environment;
  const headers: IncomingHttpHeaders =
    environment === undefined ? {} : { 'x-environment': String(environment) };
  const sent = params?.authorization ?? params?.Authorization;
  if (sent !== undefined) {
    // Two credentials are ambiguous.
    if (params?.authorization !== undefined && params.Authorization !== undefined) return null;
    const key = String(sent);
    return { ...headers, authorization: /^bearer /i.test(key) ? key : `Bearer ${key}` };
  }
  // Another site's page can open a socket with the visitor's cookie, so the origin is checked.
  if (request.headers.cookie === undefined || isForeignOrigin(request.headers, publicUrl))
    return null;
  return { ...headers, cookie: request.headers.cookie };
}

const isRefusal = (error: unknown): boolean => toPublicError(error).status < 500;

export function createGraphQLWs(options: {
  server: Server;
  path: string;
  schema: GraphQLSchema;
  documents: Documents;
  callers: Callers;
  createContext: CreateContext;
  events: Events;
  publicUrl: string;
  trustProxyHops: number;
  log: Log;
}): GraphQLWs {
  const { schema, documents, callers, createContext, events, log } = options;
  const checkCost = createCostCheck(schema);
  const sockets = new Map<OpenSocket['socket'], Connection>();

  const connections = createConnectionLimiter();
  /** Releases the place that a socket takes until it is identified. */
  const leaveUnknown = new WeakMap<IncomingMessage, () => void>();

  function refuse(request: IncomingMessage): number | null {
    if (findRepeated(request) !== undefined) return 400;
    const network = toNetwork(addressOf(request, options.trustProxyHops));
    const leave = connections.acquire(`unknown/${network}`, UNKNOWN_PER_NETWORK);
    if (leave === null) return 429;
    leaveUnknown.set(request, leave);
    request.socket.once('close', leave);
    return null;
  }

  async function admit(extra: Extra, params?: Record<string, unknown>): Promise<boolean> {
    const { socket } = extra;
    const headers = toHeaders(params, extra.request, options.publicUrl);
    const address = addressOf(extra.request, options.trustProxyHops);
    const caller = headers === null ? null : await callers.identify(headers, address);
    if (headers === null || caller === null) return false;
    // A socket that closed during the look-up would be counted for ever.
    if (socket.readyState !== socket.OPEN) return false;
    const [who, most] =
      caller.keyId === null ? ['person', SOCKETS_PER_PERSON] : ['key', SOCKETS_PER_KEY];
    const leave = connections.acquire(`${who}/${caller.keyId ?? caller.userId}`, most);
    if (leave === null) {
      socket.close(CLOSE_FORBIDDEN, `a ${who} may open at most ${most} sockets`);
      return false;
    }
    socket.once('close', leave);
    leaveUnknown.get(extra.request)?.();
    extra.connection = { caller, address, headers };
    sockets.set(socket, extra.connection);
    socket.once('close', () => sockets.delete(socket));
    return true;
  }

  /** Applies the rules for HTTP, and allows subscriptions only. */
  function prepare(
    connection: Connection,
    { query, operationName, variables }: SubscribePayload,
  ): ExecutionArgs | readonly GraphQLError[] {
    const { document, faults } = documents.read(query);
    if (faults.length > 0) return faults;
    const operation = getOperationAST(document, operationName);
    if (!operation) return [new GraphQLError('the document does not contain the operation to run')];
    if (operation.operation !== 'subscription')
      return [
        new GraphQLError(
          'only subscriptions are allowed over a WebSocket; send other operations over HTTP',
        ),
      ];
    const variableValues = variables ?? {};
    const excess = checkCost(document, operationName ?? undefined, variableValues);
    if (excess.length > 0) return excess;
    const { caller, address } = connection;
    const contextValue = createContext({
      caller,
      address,
      requestId: currentRequestContext()?.requestId ?? v7(),
      headers: {},
    });
    return { schema, document, operationName, variableValues, contextValue };
  }

  const shown = (errors: readonly GraphQLError[], requestId: string): GraphQLError[] =>
    errors
      .slice(0, DOCUMENT_LIMITS.errors)
      .map((error) => toGraphQLError(error, requestId, log) as GraphQLError);

  const protocol = makeServer<Record<string, unknown>, Extra>({
    schema,
    subscribe: createSharedSubscribe(() => performance.now()),
    connectionInitWaitTimeout: INIT_MS,
    onConnect: ({ extra, connectionParams }) =>
      admit(extra, connectionParams).catch((error) => {
        log.debug({ err: error }, 'a socket was refused');
        if (!isRefusal(error)) extra.socket.close(CLOSE_TRY_LATER, 'try again shortly');
        return false;
      }),
    onSubscribe: ({ extra, subscriptions }, _id, payload) => {
      const { connection } = extra;
      if (connection === undefined) return [new GraphQLError('not connected')];
      if (Object.keys(subscriptions).length > SUBSCRIPTIONS_PER_SOCKET)
        return [
          new GraphQLError(`a socket may have at most ${SUBSCRIPTIONS_PER_SOCKET} subscriptions`),
        ];
      return prepare(connection, payload);
    },
    onOperation: ({ extra }, id, _payload, { contextValue }, answers) => {
      if (!isTelling(answers)) return;
      const { requestId } = contextValue as Context;
      const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
      const inOwnWords = ({ errors = [], ...rest }: ExecutionResult) =>
        JSON.stringify({ ...rest, errors: shown(errors, requestId) });
      answers.tellTo(({ text, result }) => extra.send(`${head}${text ?? inOwnWords(result)}}`));
    },
    onNext: (_ctx, _id, _payload, { contextValue }, result) =>
      result.errors && {
        ...result,
        errors: shown(result.errors, (contextValue as Context).requestId),
      },
    onError: (_ctx, _id, _payload, errors) =>
      shown(errors as readonly GraphQLError[], currentRequestContext()?.requestId ?? v7()),
  });
  const served = serveSockets({
    server: options.server,
    path: options.path,
    protocol,
    refuse,
    log,
  });

  /** Closes sockets whose credential is no longer valid. If credentials cannot be checked, sockets stay open. */
  async function lookAgain(which: (connection: Connection) => boolean): Promise<void> {
    for (const [socket, connection] of [...sockets].filter(([, open]) => which(open))) {
      const { accountId } = connection.caller;
      const caller = await callers
        .identify(connection.headers)
        .catch((error) => (isRefusal(error) ? null : connection.caller));
      if (caller?.accountId !== accountId || !caller.scopes.includes('read'))
        socket.close(CLOSE_FORBIDDEN, 'the credential is no longer valid');
      // Its subscriptions may rely on the scopes that it has lost.
      else if (connection.caller.scopes.some((scope) => !caller.scopes.includes(scope)))
        socket.close(CLOSE_TRY_LATER, 'the credential has fewer scopes now; connect again');
      else connection.caller = caller;
    }
  }
  const endings = [
    events.on('key', ({ keyId }) => void lookAgain(({ caller }) => caller.keyId === keyId)),
    events.on(
      'session',
      ({ userId }) =>
        void lookAgain(({ caller }) => caller.via === 'session' && caller.userId === userId),
    ),
    events.on(
      'member',
      ({ accountId, userId }) =>
        void lookAgain(({ caller }) => caller.accountId === accountId && caller.userId === userId),
    ),
    events.onGap(() => void lookAgain(() => true)),
  ];
  const timer = setInterval(() => void lookAgain(() => true), LOOK_AGAIN_MS);
  timer.unref();

  return {
    async dispose() {
      for (const end of endings) end();
      clearInterval(timer);
      await served.dispose();
    },
  };
}
