import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { type Identify, refuseMethod } from './guard.js';

/** Made by `npm run generate`; this file runs from dist/src/http/. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'schema', 'openapi.json');
const DESCRIPTION_PATH = '/api/v1/openapi.json';
const INDEX_PATH = '/api/v1';

interface Text {
  bytes: Buffer;
  tag: string;
}

interface Operations {
  paths: Record<string, Record<string, { 'x-successor'?: string; deprecated?: boolean }>>;
}

/** Once an end is announced, the operations that have a successor are deprecated. */
function deprecate({ paths }: Operations): void {
  for (const operation of Object.values(paths).flatMap(Object.values))
    if (operation['x-successor'] !== undefined) operation.deprecated = true;
}

function toText(value: object): Text {
  const bytes = Buffer.from(JSON.stringify(value));
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

async function readText(isEnding: boolean): Promise<Text> {
  const description = JSON.parse(await readFile(FILE, 'utf8')) as Operations;
  if (isEnding) deprecate(description);
  return toText(description);
}

/** Sends what is the same for everyone; whoever shows a credential that does not hold is refused. */
const sendText =
  (identify: Identify, read: () => Text | Promise<Text>) =>
  async (req: Request, res: Response): Promise<void> => {
    const caller = await identify(req, res);
    const { bytes, tag } = await read();
    res.set({ ETag: tag, 'Cache-Control': caller === null ? 'public, max-age=60' : 'no-cache' });
    const known = req.get('if-none-match')?.split(/\s*,\s*/) ?? [];
    if (known.some((one) => one === '*' || one.replace(/^W\//, '') === tag))
      return void res.status(304).end();
    res.set('Content-Type', 'application/json; charset=utf-8');
    res.set('Content-Length', String(bytes.length)).end(bytes);
  };

/** The index of the versioned API and its OpenAPI description. */
export function createDescription(
  identify: Identify,
  { isEnding, index }: { isEnding: boolean; index: object },
): Router {
  // Nobody asks for it in most processes: it is read when somebody does.
  let reading: Promise<Text> | undefined;
  const readOnce = () => {
    reading ??= readText(isEnding).catch((error) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const indexText = toText(index);
  const router = Router({ caseSensitive: true });
  router
    .route(INDEX_PATH)
    .get(sendText(identify, () => indexText))
    .all(refuseMethod());
  router.route(DESCRIPTION_PATH).get(sendText(identify, readOnce)).all(refuseMethod());
  return router;
}
