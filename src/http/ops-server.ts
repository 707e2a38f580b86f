import express, { Router } from 'express';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { pingDatabase } from '../services/operations/health.js';
import { handleErrors, hardenAnswers, nameRequest, toListener } from './guard.js';
import { createHttpServer, listenOn } from './server.js';

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

export interface OpsServer {
  url: string;
  /** From now on it says that it is not ready. */
  stop(): void;
  dispose(): Promise<void>;
}

/** A port of its own for whoever keeps the process running: how it is, and nothing else. */
export async function openOpsServer(
  deps: Deps,
  metrics: Metrics,
  place: { port: number; host: string },
): Promise<OpsServer> {
  let stopping = false;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    nameRequest,
    hardenAnswers,
    createProbes(deps, () => stopping),
  );
  app.get('/metrics', metrics.expose);
  app.use(() => {
    throw new AppError('NOT_FOUND', 'there is nothing at this path');
  });
  app.use(handleErrors(deps.log));
  const server = createHttpServer(toListener(app, deps.log), deps.config.keepAliveMs);
  const url = await listenOn(server, place).catch((error) => {
    throw Object.assign(error as Error, { setting: 'METRICS_' });
  });
  return {
    url,
    stop() {
      stopping = true;
    },
    async dispose() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
