/** A process that uses the embedded server: prints its address, and lets go of it on SIGTERM. */
import { startPostgres } from '../../src/postgres/server.js';

const [dataDir = '', packageDir] = process.argv.slice(2);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const log = {
  info: (_: object, msg: string): void => say({ msg }),
  warn: (_: object, msg: string): void => say({ msg }),
};

try {
  const server = await startPostgres({ dataDir, log, ...(packageDir && { packageDir }) });
  const alive = setInterval(() => {}, 60_000);
  process.once('SIGTERM', async () => {
    await server.dispose();
    clearInterval(alive);
  });
  say({ url: server.connectionString });
} catch (error) {
  say({ fault: (error as Error).message });
  process.exitCode = 1;
}
