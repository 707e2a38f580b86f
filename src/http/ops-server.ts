import express, { Router } from 'express';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { pingDatabase } from '../services/operations/health.js';
import { handleErrors, hardenAnswers, nameRequest, toListener } from './guard.js';
import { createHttpServer, listenOn } from './server.js';

/** Probes `/livez` and `/readyz`, never cached. With `isStopping`, readiness fails before the servers close. */
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
  /** Makes the readiness probe fail from now on. */
  stop(): void;
  dispose(): Promise<void>;
}

/** Starts a separate server for metrics and probes only. */
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
    throw new AppError('NOT_FOUND', 'this path does not exist');
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
