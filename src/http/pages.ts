import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { refuseMethod } from './guard.js';

/** Where the build puts the pages; this file runs from dist/src/http/. */
const BUILT = join(import.meta.dirname, '..', '..', 'web');

const NOT_BUILT = `<!doctype html>
<html lang="en"><title>Answerscope</title>
<h1>This page is not built</h1>
<p>The API runs without it. To have the page, run <code>npm run build</code> and load it again.</p>
</html>
`;

/** A host that is one: what else stands in the header must not reach a policy. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** Browsers that do not count sockets to 'self' need the address in full. */
function ownSockets(req: Request): string {
  const { host = '' } = req.headers;
  return HOST.test(host) ? ` ${req.protocol === 'https' ? 'wss' : 'ws'}://${host}` : '';
}

/**
 * Everything from this origin only, and no inline script. Styles may be inline: Monaco, the editor in GraphiQL, and
 * what keeps the dashboard from scrolling behind a dialog write style elements and know no nonces, and the reference
 * styles its parts by attributes.
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

/** Monaco's fonts and small images are data inside its style sheet. */
const graphiqlPolicy = (req: Request): string =>
  toPolicy({ fonts: ' data:', images: ' data:', sockets: ownSockets(req) });

/** The requests that the reference tries out go to this server. */
const docsPolicy = (): string => toPolicy({ images: ' data:', workers: false });

const dashboardPolicy = (req: Request): string => toPolicy({ sockets: ownSockets(req) });

/** Paths whose page is the dashboard, which reads the rest of the address itself. */
const DASHBOARD_PATHS = ['/dashboard', '/dashboard/*path', '/scan', '/status'];

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Read at each request: a rebuilt page names other files. */
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

/** Sends what the build has compressed to whoever takes it. */
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

/** The product's web pages. They are the same for everyone: who is signed in, they ask the API. */
export function createPages(folder = BUILT): Router {
  const router = Router();
  const addPage = (paths: string | string[], file: string, policy: (req: Request) => string) =>
    router
      .route(paths)
      .get(sendPage(join(folder, file), policy))
      .all(refuseMethod());
  router.get('/', (_req, res) => res.redirect('/dashboard'));
  // A browser that was pointed at the API; whoever sends a query, or would rather have JSON, is answered by it.
  router.get('/graphql', (req, res, next) => {
    res.vary('Accept');
    if (req.query.query !== undefined || req.accepts(['json', 'html']) !== 'html') return next();
    res.redirect('/graphiql');
  });
  addPage('/graphiql', 'graphiql/index.html', graphiqlPolicy);
  addPage('/docs', 'docs/index.html', docsPolicy);
  addPage(DASHBOARD_PATHS, 'index.html', dashboardPolicy);
  // The build names these files by their contents.
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
