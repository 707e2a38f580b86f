import express from 'express';
import { listEndingPaths } from '../rest/ending.js';
import { createRestRouter } from '../rest/express.js';
import { toIndex } from '../rest/index-of-v1.js';
import { routes } from '../rest/routes.js';
import { createDisposal, type Disposal } from './async/disposal.js';
import type { Config } from './config/config.js';
import { tendTables } from './database/upkeep.js';
import type { Deps } from './deps.js';
import { AppError } from './errors.js';
import { createFollow } from './follow/follow.js';
import { createSchema } from './graphql/build-schema.js';
import { createLateCompiler } from './graphql/compile.js';
import { createDocuments, type Documents } from './graphql/documents.js';
import { observeRun } from './graphql/operations.js';
import { createDescription } from './http/description.js';
import { createGraphQLHttp, createGraphQLRouter, toGraphQLBody } from './http/graphql.js';
import {
  allowOrigins,
  createIdentify,
  handleErrors,
  hardenAnswers,
  logRequests,
  nameRequest,
  refuseForeignChanges,
  refuseLongUrls,
  refuseRepeated,
  requireToken,
  toListener,
  traceRequests,
} from './http/guard.js';
import { createProbes, openOpsServer } from './http/ops-server.js';
import { createPages } from './http/pages.js';
import { closeServer, createHttpServer, listenOn } from './http/server.js';
import { createSignIn } from './http/sign-in/sign-in.js';
import { createSignInGuard } from './http/sign-in/sign-in-guard.js';
import { createConfirmed, createNewPassword } from './http/sign-in/sign-in-pages.js';
import { createGraphQLWs } from './http/socket.js';
import { createAnalysisPoller } from './jobs/analysis-poller.js';
import { createTasks } from './jobs/tasks.js';
import { createWorker, type Worker } from './jobs/worker.js';
import { observeRateLimiter } from './metrics/limit-metrics.js';
import { createMetrics, type Metrics } from './metrics/metrics.js';
import type { Log } from './observability/log.js';
import type { Tracer } from './observability/request-context.js';
import { createTracer } from './observability/tracer.js';
import { type Callers, createCallers } from './request/caller.js';
import { type CreateContext, createContextFactory } from './request/context.js';
import { createRateLimiter } from './request/rate-limiter.js';
import { createRuntime, type Runtime, type RuntimeOptions } from './runtime.js';
import { announceEnd, type Deprecation } from './services/accounts/deprecation.js';
import { createDeprecationNotifier } from './services/accounts/deprecation-notifier.js';
import { analyseQueued } from './services/analysis/analysis-queue.js';
import { createDeliveryWorker } from './webhooks/delivery-worker.js';

export interface App {
  /** Base URL on which the process listens; null with ROLE=worker. */
  url: string | null;
  /** Base URL of the separate server for metrics and probes; null without METRICS_PORT. */
  metricsUrl: string | null;
  deps: Deps;
  dispose(): Promise<void>;
}

export interface AppOptions extends Partial<RuntimeOptions> {
  /** Milliseconds for which a stopping process reports not ready before it refuses new connections. */
  drainMs?: number;
}

const DRAIN_MS = 300;
/** Time for the engines of pending requests to answer after a stop; then the requests return what has arrived. */
const LAST_ANSWERS_MS = 8_000;

interface Web {
  schema: ReturnType<typeof createSchema>;
  documents: Documents;
  callers: Callers;
  createContext: CreateContext;
  isStopping: () => boolean;
  isClosing: () => boolean;
  metrics: Metrics;
  tracer: Tracer;
  ending: Deprecation | null;
}

type Told = Pick<Web, 'metrics' | 'tracer' | 'ending'>;

async function createDoors(deps: Deps, web: Web) {
  const { config, log } = deps;
  const { schema, documents, callers, createContext, isStopping, isClosing } = web;
  const { metrics, tracer, ending } = web;
  const graphql = await createGraphQLHttp({
    schema,
    documents,
    createContext,
    observer: metrics.operations,
    log,
  });
  const identify = createIdentify(callers);
  const compiler = createLateCompiler(schema);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxyHops);
  app.set('query parser', 'simple');
  app.use((_req, res, next) => {
    if (isClosing()) res.set('Connection', 'close');
    next();
  });
  app.use(
    nameRequest,
    hardenAnswers,
    createProbes(deps, isStopping),
    logRequests(log),
    traceRequests(tracer),
    metrics.measure,
    refuseRepeated,
  );
  if (config.metrics.token !== undefined)
    app.get('/metrics', requireToken(config.metrics.token), metrics.expose);
  app.use(allowOrigins(config.corsOrigins), refuseLongUrls, refuseForeignChanges(config.publicUrl));
  app.use(createPages());
  const enterSignIn = createSignInGuard(deps);
  app.use(createNewPassword(enterSignIn, config.publicUrl));
  app.use(createConfirmed());
  app.use(createDescription(identify, { isEnding: ending !== null, index: toIndex(routes) }));
  app.use('/api/auth', createSignIn(enterSignIn, config.publicUrl));
  app.use('/graphql', createGraphQLRouter(graphql, identify, config.publicUrl));
  app.use(
    createRestRouter({
      schema,
      compile: (document, name) =>
        observeRun(compiler.compile(document, name), document, metrics.operations),
      createContext,
      identify,
      log,
      ending,
    }),
  );
  app.use(() => {
    throw new AppError('NOT_FOUND', 'this path does not exist');
  });
  app.use('/graphql', handleErrors(log, toGraphQLBody));
  app.use(handleErrors(log));
  return { app, warm: compiler.warm, dispose: graphql.dispose };
}

/** Starts HTTP, GraphQL and WebSocket on one port. @returns the base URL */
async function openDoors(
  deps: Deps,
  { metrics, tracer, ending }: Told,
  keep: Disposal['keep'],
  drainMs: number,
): Promise<string> {
  let stopping = false;
  let closing = false;
  const schema = createSchema();
  const documents = createDocuments(schema, deps.config.introspection);
  const follow = createFollow(deps);
  keep({ dispose: async () => follow.dispose() });
  const callers = createCallers(deps);
  keep({ dispose: async () => callers.dispose() });
  const drainSignal = new AbortController();
  const createContext = createContextFactory(
    deps,
    follow,
    drainSignal.signal,
    observeRateLimiter(createRateLimiter(deps), metrics.limits),
  );
  const doors = await createDoors(deps, {
    schema,
    documents,
    callers,
    createContext,
    isStopping: () => stopping,
    isClosing: () => closing,
    metrics,
    tracer,
    ending,
  });
  keep(doors);
  const server = createHttpServer(toListener(doors.app, deps.log), deps.config.keepAliveMs);
  // Listen first: the WebSocket server would report a port in use with another error.
  const url = await listenOn(server, deps.config);
  void doors.warm(drainSignal.signal);
  const sockets = createGraphQLWs({
    server,
    path: '/graphql',
    schema,
    documents,
    callers,
    createContext,
    events: deps.events,
    publicUrl: deps.config.publicUrl,
    trustProxyHops: deps.config.trustProxyHops,
    log: deps.log,
  });
  keep({
    dispose: async () => {
      stopping = true;
      await new Promise((resolve) => setTimeout(resolve, drainMs));
      closing = true;
      const closed = closeServer(server);
      const timer = setTimeout(() => drainSignal.abort(), LAST_ANSWERS_MS);
      await sockets.dispose();
      await closed;
      clearTimeout(timer);
    },
  });
  return url;
}

async function startWorker(
  runtime: Runtime,
  { metrics, tracer, ending }: Told,
  keep: Disposal['keep'],
): Promise<Worker> {
  const { deps, queue } = runtime;
  const notifier = createDeprecationNotifier(deps, ending, listEndingPaths(routes));
  const tasks = createTasks(deps, async () => {
    await tendTables(runtime);
    await notifier.tell();
  });
  const worker = await createWorker({
    queue,
    tasks,
    concurrency: deps.config.workerConcurrency,
    log: deps.log,
    tracer,
    observer: metrics.jobs,
  });
  const looks = createAnalysisPoller((stop) => analyseQueued(deps, stop), deps.log);
  const deliveryWorker = createDeliveryWorker(deps, { tracer, observer: metrics.posts });
  const parts = [notifier, worker, looks, deliveryWorker];
  const dispose = async () => void (await Promise.all(parts.map((part) => part.dispose())));
  return keep({ dispose });
}

/** Starts the servers and workers that the role asks for, on one runtime. Closes everything again on failure. */
export async function createApp(
  config: Config,
  log: Log,
  { drainMs = DRAIN_MS, ...options }: AppOptions = {},
): Promise<App> {
  const { keep, dispose } = createDisposal(log);
  try {
    const metrics = createMetrics();
    const tracer = keep(await createTracer(config, log));
    const runtime = keep(
      await createRuntime({
        config,
        observer: metrics.engines,
        statements: metrics.statements,
        log,
        supervise: config.role !== 'web',
        ...options,
      }),
    );
    const { fault } = runtime.access.login;
    if (fault !== null) log.warn({ advice: fault.advice }, fault.says);
    const told = { metrics, tracer, ending: await announceEnd(runtime.deps) };
    metrics.addDatabase(runtime.deps, runtime.database.pool);
    // Opened before the worker, so that a process whose metrics port is in use takes no job.
    const { port, host } = config.metrics;
    const door =
      port === undefined ? null : await openOpsServer(runtime.deps, metrics, { port, host });
    if (door !== null) keep(door);
    const worker = config.role === 'web' ? null : await startWorker(runtime, told, keep);
    const url =
      config.role === 'worker' ? null : await openDoors(runtime.deps, told, keep, drainMs);
    // Starts to stop the worker without waiting, so that its runs finish while the servers close.
    keep({ dispose: async () => void worker?.dispose() });
    keep({ dispose: async () => door?.stop() });
    return { url, metricsUrl: door?.url ?? null, deps: runtime.deps, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
