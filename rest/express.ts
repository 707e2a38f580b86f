import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { AppError } from '../src/errors.js';
import type { Log } from '../src/observability/log.js';
import type { CreateContext, RequestFacts } from '../src/request/context.js';
import { LARGEST_BODY_BYTES, readBody } from './body.js';
import { type Ending, endingHeaders, successorOf } from './ending.js';
import * as generated from './generated/graphql.js';
import { createHandler, type RestAnswer } from './handler.js';
import { type Compile, type PreparedRoute, prepareRoutes } from './prepare.js';
import { routes } from './routes.js';

export interface RestOptions {
  schema: GraphQLSchema;
  compile: Compile;
  createContext: CreateContext;
  /** Null without a credential; rejects when the credential is invalid. */
  identify: (req: Request, res: Response) => Promise<RequestFacts['caller']>;
  log: Log;
  /** Announced end of the paths that versioned paths replace. */
  ending?: Ending | null;
}

/** Buffers at most `mostBytes`. Rejects a larger Content-Length before reading. */
async function readBytes(req: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = new AppError(
    'PAYLOAD_TOO_LARGE',
    `the body must have at most ${mostBytes} bytes`,
  );
  if (Number(req.headers['content-length']) > mostBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > mostBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError('BAD_INPUT', 'the connection closed before the body was complete', {
      cause,
    });
  }
  if (bytes > mostBytes) {
    // Drain the rest: otherwise the client cannot read the response.
    req.resume();
    throw tooLarge;
  }
  return Buffer.concat(chunks);
}

async function readJson(req: Request, mostBytes: number): Promise<Record<string, unknown>> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = req.headers;
  return readBody(await readBytes(req, mostBytes), { contentType, contentEncoding });
}

function readQuery(url: string): Record<string, string | string[]> {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...more] = query.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}

/** Avoids Express's `send`, which adds an ETag. Node's server omits the body of a HEAD response. */
function send(res: Response, [body, { status, headers }]: RestAnswer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.status(status).set(headers).set('Content-Type', 'application/json; charset=utf-8');
  res.set('Content-Length', String(bytes.length)).end(bytes);
}

const requestIdOf = (res: Response): string => (res.locals as { requestId: string }).requestId;

/** Handles all methods of one path. */
function createPathHandler(
  path: string,
  atPath: readonly PreparedRoute[],
  options: RestOptions,
): RequestHandler {
  const { createContext, identify, log, ending } = options;
  const handle = createHandler(log);
  const byMethod = new Map<string, PreparedRoute>(atPath.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get !== undefined) byMethod.set('HEAD', get);
  const allow = [...byMethod.keys(), 'OPTIONS'].sort().join(', ');

  const [row] = atPath;
  const successor = row === undefined ? undefined : successorOf(row, path);

  return async (req, res) => {
    if (ending && successor !== undefined) res.set(endingHeaders(ending, successor, req.params));
    const route = byMethod.get(req.method);
    if (route === undefined) {
      res.set('Allow', allow);
      if (req.method === 'OPTIONS') return void res.status(204).end();
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        `${req.method} is not allowed here; use one of ${allow}`,
      );
    }
    const { largestBodyBytes = LARGEST_BODY_BYTES } = route;
    const body = route.method === 'POST' ? await readJson(req, largestBodyBytes) : {};
    const caller = await identify(req, res);
    const context = createContext({
      caller,
      address: req.ip ?? '',
      endpoint: `${route.method} ${path}`,
      requestId: requestIdOf(res),
      headers: req.headers,
      response: res,
    });
    send(
      res,
      await handle(route, { params: req.params, query: readQuery(req.url), body, context }),
    );
  };
}

const isDocument = (value: unknown): value is DocumentNode =>
  value instanceof Object && 'definitions' in value;

/** Router for all documented paths. Other paths fall through to the next handler. */
export function createRestRouter(options: RestOptions): Router {
  const { schema, compile } = options;
  const documents = Object.values(generated).filter(isDocument);
  const prepared = prepareRoutes({ routes, documents, schema, compile });
  const router = Router({ caseSensitive: true });
  for (const path of new Set(prepared.flatMap((route) => route.paths))) {
    router.all(
      path,
      createPathHandler(
        path,
        prepared.filter((route) => route.paths.includes(path)),
        options,
      ),
    );
  }
  return router;
}
