import { getRequest, setResponse } from 'better-call/node';
import express, { type Request, type Response, Router } from 'express';
import { ADDRESS_HEADER } from '../../auth/watch.js';
import { AppError } from '../../errors.js';
import { isForeignOrigin } from '../../request/request-facts.js';
import type { SignInGuard } from './sign-in-guard.js';
import { findSignInPath } from './sign-in-paths.js';

const BASE = '/api/auth';
const parse = express.json({ limit: '64kb' });

/** What the library is given is what was read here: it has forms of its own to read others in. */
async function readBody(req: Request, res: Response): Promise<Record<string, unknown>> {
  if (req.is('application/json') === false)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON');
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error) => (error === undefined ? resolve() : reject(error)));
  });
  return req.body ?? {};
}

/** `/api/auth/*`: the sign-in library's own handler behind the list of what is open of it. */
export function createSignIn(enter: SignInGuard, publicUrl: string): Router {
  const router = Router();
  router.use(async (req, res, next) => {
    const door = req.baseUrl === BASE ? findSignInPath(req.method, req.path) : null;
    if (door === null) return next();
    res.set('Cache-Control', 'no-store');
    // Another site may not sign a visitor in either, for which no cookie is needed yet.
    if (req.method !== 'GET' && isForeignOrigin(req.headers, publicUrl))
      throw new AppError('FORBIDDEN', 'sign-in must be asked for by this site');
    const body = req.method === 'GET' ? {} : await readBody(req, res);
    // Other sessions end with the old password, unless the caller says otherwise.
    if (door === 'POST /change-password') req.body = { revokeOtherSessions: true, ...body };
    req.headers[ADDRESS_HEADER] = req.ip ?? '0.0.0.0';
    const request = getRequest({ base: publicUrl, request: req });
    await setResponse(res, await enter({ door, request, body, res }));
  });
  return router;
}
