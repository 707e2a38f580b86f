import { format } from 'node:util';
import { type App, createApp } from './app.js';
import { ConfigError, loadConfig, readEnvironment } from './config/config.js';
import { welcome } from './first-run/welcome.js';
import { createLog, type Log } from './observability/log.js';
import { openSink } from './observability/log-sink.js';

/** After a signal everything is closed in order; what is not closed by then is left to the next start. */
const STOP_LIMIT_MS = 20_000;
/** How long the end waits for whoever reads the log to take the last lines. */
const LAST_LINES_MS = 1_000;

async function end(code: number): Promise<never> {
  await openSink(1).flush(LAST_LINES_MS);
  process.exit(code);
}

/** What Node and libraries would write to the console on their own goes into the log, as lines like all others. */
function takeInConsole(log: Log): void {
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[method] = (...values: unknown[]) =>
      log.warn({ console: method }, '%s', format(...values));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
  // A rejection that nobody handles comes here, too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the process');
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
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('could not stop in time');
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
    app.url === null ? 'Answerscope works' : `Answerscope listens on ${app.url}`,
  );
  // Secrets are shown to people only, never to what collects log lines.
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
