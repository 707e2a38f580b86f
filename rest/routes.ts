import { toWord } from './bodies.js';
import { healthOperation } from './operations/health.js';
import { meOperation } from './operations/me.js';
import { type Route, route } from './route.js';
import { v1Routes } from './v1.js';

/** Document 1, Endpoints, line for line. */
const unversionedRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/health',
    operation: healthOperation,
    auth: 'none',
    status: ({ status }) => (status === 'down' ? 503 : 200),
    cacheSec: 30,
  }),
  route({
    method: 'GET',
    path: '/api/me',
    operation: meOperation,
    toBody: ({ auth, ...me }) => ({
      ...me,
      auth: {
        ...auth,
        environment: toWord(auth.environment),
        scopes: auth.scopes.map(toWord),
      },
    }),
  }),
];

/** In the order in which paths are tried: a fixed path stands before one with a placeholder. */
export const routes: readonly Route[] = [...unversionedRoutes, ...v1Routes];
