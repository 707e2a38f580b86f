import { toNodeHandler } from 'better-auth/node';
import express, { Router } from 'express';
import { ADDRESS_HEADER, type Auth } from '../auth.js';

/** `/api/auth/*`: the sign-in library's own handler, told the caller's real address. */
export function createSignIn(auth: Auth): Router {
  const router = Router();
  const handle = toNodeHandler(auth);
  router.use(express.json({ limit: '64kb' }));
  router.use((req, res) => {
    req.headers[ADDRESS_HEADER] = req.ip ?? '0.0.0.0';
    res.set('Cache-Control', 'no-store');
    return handle(req, res);
  });
  return router;
}
