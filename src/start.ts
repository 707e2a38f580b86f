import { type App, createApp } from './app.js';
import { ConfigError, loadConfig, readEnvironment } from './config.js';
import { greet } from './greet.js';
import { createLog } from './log.js';

/** After a signal everything is closed in order; what is not closed by then is left to the next start. */
const STOP_LIMIT_MS = 20_000;

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
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    const close = async () => {
      await greeting?.dispose();
      await app?.dispose();
    };
    void close().then(() => {
      log.info('stopped');
      process.exit(0);
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
    greeting = greet(app.deps, url, (text) => process.stdout.write(text));
  }
}

try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : explain(error));
  process.exit(1);
}
