import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { v7 } from 'uuid';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller, Callers } from '../caller.js';
import type { CreateContext } from '../context.js';
import type { Events } from '../events.js';
import type { Log } from '../log.js';
import { createCostLimit, LIMITS, limitRules } from './document-limits.js';
import { toGraphQLError } from './graphql-error.js';
import { isForeignOrigin } from './origin.js';

const INIT_MS = 3_000;
const PING_MS = 12_000;
const MESSAGE_BYTES = 64 * 1_024;
const BUFFERED_BYTES = 1_024 * 1_024;
const SUBSCRIPTIONS_PER_SOCKET = 50;
const SOCKETS_PER_KEY = 5;
/** How often an open socket's credential is looked at again: a session may end, a member may leave. */
const LOOK_AGAIN_MS = 30_000;

const CLOSE_FORBIDDEN = 4403;
const CLOSE_SLOW = 4408;
const CLOSE_GOING_AWAY = 1001;

interface Connection {
  caller: Caller;
  headers: IncomingHttpHeaders;
  subscriptions: Set<string>;
}

interface Extra extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  request: IncomingMessage;
  connection?: Connection;
}

export interface GraphQLWs {
  dispose(): Promise<void>;
}

/** Credentials come in the first message, or as the cookie of the page that opened the socket. */
function toHeaders(
  params: Record<string, unknown> | undefined,
  request: IncomingMessage,
  publicUrl: string,
): IncomingHttpHeaders | null {
  const environment = params?.environment;
  const headers: IncomingHttpHeaders =
    environment === undefined ? {} : { 'x-environment': String(environment) };
  const authorization = params?.authorization ?? params?.Authorization;
  if (typeof authorization === 'string') return { ...headers, authorization };
  // A foreign page can open a socket with the visitor's cookie; its origin gives it away.
  if (request.headers.cookie === undefined || isForeignOrigin(request.headers, publicUrl))
    return null;
  return { ...headers, cookie: request.headers.cookie };
}

export function createGraphQLWs(options: {
  server: Server;
  path: string;
  schema: GraphQLSchema;
  callers: Callers;
  createContext: CreateContext;
  events: Events;
  publicUrl: string;
  log: Log;
}): GraphQLWs {
  const { schema, callers, createContext, log } = options;
  const checkCost = createCostLimit(schema);
  const sockets = new Map<WebSocket, Connection>();
  const wss = new WebSocketServer({
    server: options.server,
    path: options.path,
    maxPayload: MESSAGE_BYTES,
  });
  // The HTTP server's own errors are its own affair.
  wss.on('error', (error) => log.warn({ err: error }, 'WebSocket server'));

  const socketsOf = (keyId: string) =>
    [...sockets.values()].filter((connection) => connection.caller.keyId === keyId).length;

  async function admit(
    extra: Extra,
    params: Record<string, unknown> | undefined,
  ): Promise<boolean> {
    const headers = toHeaders(params, extra.request, options.publicUrl);
    const caller = headers === null ? null : await callers.identify(headers);
    if (headers === null || caller === null) return false;
    if (caller.keyId !== null && socketsOf(caller.keyId) >= SOCKETS_PER_KEY) return false;
    extra.connection = { caller, headers, subscriptions: new Set() };
    sockets.set(extra.socket, extra.connection);
    return true;
  }

  /** The same rules as over HTTP, and subscriptions only: all else has a request of its own. */
  function prepare(
    connection: Connection,
    id: string,
    payload: {
      query: string;
      operationName?: string | null;
      variables?: Record<string, unknown> | null;
    },
  ): ExecutionArgs | GraphQLError[] {
    if (connection.subscriptions.size >= SUBSCRIPTIONS_PER_SOCKET) {
      return [
        new GraphQLError(`a socket carries at most ${SUBSCRIPTIONS_PER_SOCKET} subscriptions`),
      ];
    }
    try {
      const document = parse(payload.query, { maxTokens: LIMITS.tokens });
      const operation = getOperationAST(document, payload.operationName);
      if (operation === null || operation === undefined)
        return [new GraphQLError('the operation to run is not in the document')];
      if (operation.operation !== 'subscription')
        return [new GraphQLError('only subscriptions run over a socket; send the rest over HTTP')];
      const faults = validate(schema, document, [...specifiedRules, ...limitRules], {
        maxErrors: LIMITS.errors,
      });
      if (faults.length > 0) return [...faults];
      const variableValues = payload.variables ?? {};
      checkCost(document, payload.operationName ?? undefined, variableValues);
      connection.subscriptions.add(id);
      return {
        schema,
        document,
        operationName: payload.operationName,
        variableValues,
        contextValue: createContext({ caller: connection.caller, requestId: v7(), headers: {} }),
      };
    } catch (error) {
      return [
        error instanceof GraphQLError ? error : new GraphQLError('the document cannot be read'),
      ];
    }
  }

  const shown = (errors: readonly GraphQLError[]) =>
    errors.map((error) => toGraphQLError(error, v7(), log));
  const server = useServer<Record<string, unknown>, Extra>(
    {
      schema,
      connectionInitWaitTimeout: INIT_MS,
      onConnect: (ctx) =>
        admit(ctx.extra, ctx.connectionParams).catch((error) => {
          log.debug({ err: error }, 'a socket was refused');
          return false;
        }),
      onSubscribe: (ctx, id, payload) => {
        const { connection } = ctx.extra;
        return connection === undefined
          ? [new GraphQLError('not connected')]
          : prepare(connection, id, payload);
      },
      onNext: (ctx, _id, _payload, _args, result) => {
        if (ctx.extra.socket.bufferedAmount > BUFFERED_BYTES)
          ctx.extra.socket.close(CLOSE_SLOW, 'too slow');
        return result.errors === undefined
          ? result
          : { ...result, errors: shown(result.errors) as unknown as GraphQLError[] };
      },
      onError: (_ctx, _id, _payload, errors) => shown(errors as readonly GraphQLError[]),
      onComplete: (ctx, id) => {
        ctx.extra.connection?.subscriptions.delete(id);
      },
      onDisconnect: (ctx) => {
        sockets.delete(ctx.extra.socket);
      },
    },
    wss,
    PING_MS,
  );

  const closeAll = (which: (connection: Connection) => boolean) => {
    for (const [socket, connection] of sockets)
      if (which(connection)) socket.close(CLOSE_FORBIDDEN, 'the credential no longer holds');
  };
  const offKey = options.events.on(
    'key',
    ({ keyId }) => void lookAgain((connection) => connection.caller.keyId === keyId),
  );

  async function lookAgain(which: (connection: Connection) => boolean): Promise<void> {
    for (const connection of [...sockets.values()].filter(which)) {
      const caller = await callers.identify(connection.headers).catch(() => null);
      if (caller === null) closeAll((other) => other === connection);
      else connection.caller = caller;
    }
  }
  const timer = setInterval(() => void lookAgain(() => true), LOOK_AGAIN_MS);
  timer.unref();

  return {
    async dispose() {
      offKey();
      clearInterval(timer);
      for (const socket of wss.clients) socket.close(CLOSE_GOING_AWAY, 'the server is stopping');
      await server.dispose();
    },
  };
}
