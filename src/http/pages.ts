import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { refuseMethod } from './guard.js';

/** Output folder of the dashboard build. This module runs from dist/src/http/. */
const BUILT = join(import.meta.dirname, '..', '..', 'web');

const NOT_BUILT = `<!doctype html>
<html lang="en"><title>Answerscope</title>
<h1>This page is not built</h1>
<p>The API runs without it. To build the page, run <code>npm run build</code> and reload.</p>
</html>
`;

/** A well-formed host. Other contents of the header must not reach a policy. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Some browsers do not include WebSockets in 'self', so the policy needs the full address. */
function ownSockets(req: Request): string {
  const { host = '' } = req.headers;
  return HOST.test(host) ? ` ${req.protocol === 'https' ? 'wss' : 'ws'}://${host}` : '';
}

/**
 * Allows resources of this origin only, and no inline scripts. Inline styles are allowed: Monaco (the editor in
 * GraphiQL) and the dashboard's scroll lock write style elements without nonces, and the API reference uses style
 * attributes.
 */
const toPolicy = ({ fonts = '', images = '', sockets = '', workers = true }): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ...(workers ? ["worker-src 'self'"] : []),
    "style-src 'self' 'unsafe-inline'",
    `font-src 'self'${fonts}`,
    `img-src 'self'${images}`,
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Monaco's style sheet contains fonts and small images as data URLs. */
const graphiqlPolicy = (req: Request): string =>
  toPolicy({ fonts: ' data:', images: ' data:', sockets: ownSockets(req) });

/** The API reference sends its example requests to this server. */
const docsPolicy = (): string => toPolicy({ images: ' data:', workers: false });

const dashboardPolicy = (req: Request): string => toPolicy({ sockets: ownSockets(req) });

/** Paths that serve the dashboard, which routes by the rest of the address. */
const DASHBOARD_PATHS = ['/dashboard', '/dashboard/*path', '/scan', '/status'];

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Reads the page on each request, because a rebuilt page refers to other files. */
const sendPage =
  (path: string, policy: (req: Request) => string): RequestHandler =>
  async (req, res) => {
    const html = await readFile(path, 'utf8').catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (html === null) return void res.status(503).type('html').send(NOT_BUILT);
    res.set({ 'Content-Security-Policy': policy(req), 'Cache-Control': 'no-cache' });
    res.type('html').send(html);
  };

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Sends the compressed file of the build, if the client accepts it. */
const preferCompressed =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    const { path } = req;
    const known = /^\/[\w.-]+\.(js|css|svg)$/.exec(path);
    if (known === null) return next();
    res.vary('Accept-Encoding');
    const found = ENCODINGS.find(
      ([encoding, ending]) =>
        req.acceptsEncodings(encoding) && existsSync(join(folder, path + ending)),
    );
    if (found === undefined) return next();
    const [encoding, ending] = found;
    res.set('Content-Encoding', encoding).type(known[1] ?? '');
    req.url = path + ending;
    next();
  };

/** The web pages. They are the same for all callers: the pages ask the API who is signed in. */
export function createPages(folder = BUILT): Router {
  const router = Router();
  const addPage = (paths: string | string[], file: string, policy: (req: Request) => string) =>
    router
      .route(paths)
      .get(sendPage(join(folder, file), policy))
      .all(refuseMethod());
  router.get('/', (_req, res) => res.redirect('/dashboard'));
  // Redirects browsers to GraphiQL. Requests with a query or a preference for JSON go to the API.
  router.get('/graphql', (req, res, next) => {
    res.vary('Accept');
    if (req.query.query !== undefined || req.accepts(['json', 'html']) !== 'html') return next();
    res.redirect('/graphiql');
  });
  addPage('/graphiql', 'graphiql/index.html', graphiqlPolicy);
  addPage('/docs', 'docs/index.html', docsPolicy);
  addPage(DASHBOARD_PATHS, 'index.html', dashboardPolicy);
  // File names contain a hash of the contents, so they can be cached for ever.
  router.use(
    '/assets',
    preferCompressed(join(folder, 'assets')),
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
    }),
  );
  return router;
}
