import serveReference from '@scalar/fastify-api-reference';
import type { Plugin } from 'vite';

interface Route {
  url: string;
  handler(request: null, reply: Reply): void;
}

interface Reply {
  header(): Reply;
  send(body: string): void;
}

type Serve = (server: object, options: object, done: () => void) => void;

/**
 * The API reference as one script. Its own package installs 240 others to build it from; this one carries it ready
 * built, as the answer of a route that it adds to a server.
 */
function readScript(): string {
  let script: string | undefined;
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      script = body;
    },
  };
  const server = {
    route: ({ url, handler }: Route) => url.endsWith('/js/scalar.js') && handler(null, reply),
  };
  const serve = serveReference as unknown as Serve;
  serve(server, { configuration: { url: '/' } }, () => {});
  if (script === undefined) throw new Error('the package has no script of the API reference');
  return script.replace(/\/\/# sourceMappingURL=.*\s*$/, '');
}

const NAME = 'virtual:api-reference';

/**
 * The module `virtual:api-reference`: the script, with the global that it sets as an export. It must not take the
 * module for one of CommonJS.
 */
export const referenceModule = (): Plugin => ({
  name: 'reference-module',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) =>
    id === `\0${NAME}`
      ? `const exports = undefined, module = undefined, require = undefined;
${readScript()}
export const { createApiReference } = globalThis.Scalar;`
      : null,
});
