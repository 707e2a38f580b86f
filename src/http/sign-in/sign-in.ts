import { getRequest, setResponse } from 'better-call/node';
import express, { type Request, type Response, Router } from 'express';
import { ADDRESS_HEADER } from '../../auth/watch.js';
import { AppError } from '../../errors.js';
import { isForeignOrigin } from '../../request/request-facts.js';
import type { SignInGuard } from './sign-in-guard.js';
import { findSignInPath } from './sign-in-paths.js';

const BASE = '/api/auth';
const parse = express.json({ limit: '64kb' });

/** Reads the JSON body. The library gets this body only, because it would accept other formats itself. */
async function readBody(req: Request, res: Response): Promise<Record<string, unknown>> {
  if (req.is('application/json') === false)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON');
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error) => (error === undefined ? resolve() : reject(error)));
  });
  return req.body ?? {};
}

/** `/api/auth/*`: the open paths of the sign-in library. */
export function createSignIn(enter: SignInGuard, publicUrl: string): Router {
  const router = Router();
  router.use(async (req, res, next) => {
    const door = req.baseUrl === BASE ? findSignInPath(req.method, req.path) : null;
    if (door === null) return next();
    res.set('Cache-Control', 'no-store');
    // Checked without a cookie too, so that another site cannot sign a visitor in.
    if (req.method !== 'GET' && isForeignOrigin(req.headers, publicUrl))
      throw new AppError('FORBIDDEN', 'sign-in requests must come from this site');
    const body = req.method === 'GET' ? {} : await readBody(req, res);
    // A password change ends other sessions by default.
    if (door === 'POST /change-password') req.body = { revokeOtherSessions: true, ...body };
    req.headers[ADDRESS_HEADER] = req.ip ?? '0.0.0.0';
    const request = getRequest({ base: publicUrl, request: req });
    await setResponse(res, await enter({ door, request, body, res }));
  });
  return router;
}
