import { format } from 'node:util';
import { type App, createApp } from './app.js';
import { ConfigError, loadConfig, readEnvironment } from './config/config.js';
import { welcome } from './first-run/welcome.js';
import { createLog, type Log } from './observability/log.js';
import { openSink } from './observability/log-sink.js';

/** Time limit for an orderly stop after a signal; the next start recovers what is not closed by then. */
const STOP_LIMIT_MS = 20_000;
/** Time limit for flushing the last log lines. */
const LAST_LINES_MS = 1_000;

async function end(code: number): Promise<never> {
  await openSink(1).flush(LAST_LINES_MS);
  process.exit(code);
}

/** Redirects console output and warnings of Node and of libraries to the log. */
function takeInConsole(log: Log): void {
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[method] = (...values: unknown[]) =>
      log.warn({ console: method }, '%s', format(...values));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node emitted a warning'));
  // Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; the process exits');
    void end(1);
  });
}

function explain(error: unknown): string {
  const failure = error as NodeJS.ErrnoException & Partial<Record<'address' | 'setting', string>>;
  const { code, message, address, setting = '' } = failure;
  if (code === 'EADDRINUSE') {
    const { port } = error as { port?: number };
    return `Port ${port} on ${address} is in use by another program: set ${setting}PORT to a free one.`;
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `Cannot listen: ${message}. Check ${setting}HOST and ${setting}PORT.`;
  return message;
}

async function start(): Promise<void> {
  const config = loadConfig(readEnvironment(), process.stdout.isTTY);
  const log = createLog({ level: config.logLevel, format: config.logFormat });
  takeInConsole(log);
  let app: App | undefined;
  let greeting: { dispose(): Promise<void> } | undefined;
  let stopping = false;

  const stop = (signal: NodeJS.Signals) => {
    // A second signal exits immediately.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the process did not stop in time');
      void end(1);
    }, STOP_LIMIT_MS).unref();
    const close = async () => {
      await greeting?.dispose();
      await app?.dispose();
    };
    void close().then(() => {
      log.info('stopped');
      void end(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  app = await createApp(config, log);
  log.info(
    {
      url: app.url,
      role: config.role,
      graphql: app.url && `${app.url}/graphql`,
      live: app.url && `${app.url.replace('http', 'ws')}/graphql`,
      health: app.url && `${app.url}/api/health`,
      ...(app.metricsUrl !== null && { metrics: `${app.metricsUrl}/metrics` }),
    },
    app.url === null ? 'Answerscope worker started' : `Answerscope listens on ${app.url}`,
  );
  // The banner contains secrets, so it is shown on a terminal only, never in collected logs.
  if (process.stdout.isTTY && config.logFormat === 'pretty' && app.url !== null) {
    const url = config.port === 0 ? app.url : config.publicUrl;
    greeting = welcome(app.deps, url, (text) => process.stdout.write(text));
  }
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
  await end(1);
}
