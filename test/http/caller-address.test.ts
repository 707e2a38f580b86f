import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { createRestRouter } from '../../rest/express.js';
import { createFollow } from '../../src/follow/follow.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { compile } from '../../src/graphql/compile.js';
import { createDocuments } from '../../src/graphql/documents.js';
import { createGraphQLHttp } from '../../src/http/graphql.js';
import { nameRequest } from '../../src/http/guard.js';
import { closeServer, createHttpServer, listenOn } from '../../src/http/server.js';
import { type Context, createContextFactory } from '../../src/request/context.js';
import { quiet, startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

/** Both HTTP doors behind so many trusted proxies, and the addresses that contexts are made with. */
async function open(trustProxyHops: number) {
  const follow = createFollow(app.deps);
  const make = createContextFactory(app.deps, follow, new AbortController().signal);
  const seen: string[] = [];
  const createContext = (facts: Parameters<typeof make>[0]): Context => {
    const context = make(facts);
    seen.push(context.address);
    return context;
  };
  const schema = createSchema();
  const graphql = await createGraphQLHttp({
    schema,
    createContext,
    documents: createDocuments(schema, true),
    observer: () => {},
    log: quiet,
  });
  const door = express();
  door.set('trust proxy', trustProxyHops);
  door.use(nameRequest);
  door.use('/graphql', express.json(), graphql.handler);
  door.use(
    createRestRouter({
      schema,
      compile: (document, name) => compile(schema, document, name),
      createContext,
      identify: async () => null,
      log: quiet,
    }),
  );
  const server = createHttpServer(door, 1_000);
  const url = await listenOn(server, { port: 0, host: '127.0.0.1' });
  return {
    seen,
    url,
    async dispose() {
      await closeServer(server);
      await graphql.dispose();
      follow.dispose();
    },
  };
}

test.each([
  [0, '127.0.0.1'],
  [1, '198.51.100.1'],
  [2, '203.0.113.9'],
])('behind %i trusted proxies a caller comes from %s', async (hops, address) => {
  const doors = await open(hops);
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 198.51.100.1' };
  await call(doors.url, 'GET', '/api/health', { headers });
  await call(doors.url, 'POST', '/graphql', { headers, body: { query: '{ health { status } }' } });
  expect(doors.seen).toEqual([address, address]);
  await doors.dispose();
});
