import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { type Identify, refuseMethod } from './guard.js';

/** Made by `npm run generate`; this file runs from dist/src/http/. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'schema', 'openapi.json');
const PATH = '/api/v1/openapi.json';

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

async function readText(isEnding: boolean): Promise<Text> {
  const description = JSON.parse(await readFile(FILE, 'utf8')) as Operations;
  if (isEnding) deprecate(description);
  const bytes = Buffer.from(JSON.stringify(description));
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** The OpenAPI description, the same for everyone; whoever shows a credential that does not hold is refused. */
export function createDescription(identify: Identify, isEnding: boolean): Router {
  // Nobody asks for it in most processes: it is read when somebody does.
  let reading: Promise<Text> | undefined;
  const router = Router({ caseSensitive: true });

  async function send(req: Request, res: Response): Promise<void> {
    const caller = await identify(req, res);
    reading ??= readText(isEnding).catch((error) => {
      reading = undefined;
      throw error;
    });
    const { bytes, tag } = await reading;
    res.set({ ETag: tag, 'Cache-Control': caller === null ? 'public, max-age=60' : 'no-cache' });
    const known = req.get('if-none-match')?.split(/\s*,\s*/) ?? [];
    if (known.some((one) => one === '*' || one.replace(/^W\//, '') === tag))
      return void res.status(304).end();
    res.set('Content-Type', 'application/json; charset=utf-8');
    res.set('Content-Length', String(bytes.length)).end(bytes);
  }
  router.route(PATH).get(send).all(refuseMethod());
  return router;
}
