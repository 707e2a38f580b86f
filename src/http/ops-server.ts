import express from 'express';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { handleErrors, hardenAnswers, nameRequest, toListener } from './guard.js';
import { createProbes } from './health.js';
import { createHttpServer, listenOn } from './server.js';

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
  const server = createHttpServer(toListener(app, deps.log));
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
