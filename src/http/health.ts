import { Router } from 'express';
import type { Deps } from '../deps.js';
import { pingDatabase } from '../services/operations/health.js';

/** For whoever keeps the process running; never cached. `isStopping` turns readiness off before the doors close. */
export function createProbes(deps: Deps, isStopping: () => boolean): Router {
  const router = Router();
  router.use(['/livez', '/readyz'], (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/livez', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const ready = !isStopping() && (await pingDatabase(deps)).ok;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  return router;
}
