import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config/config.js';
import { createLog } from '../src/observability/log.js';
import { startPostgres } from '../src/postgres/server.js';
import { createRuntime } from '../src/runtime.js';
import { type Customer, seed } from './seed.js';

export const quiet = createLog({ level: 'silent', format: 'json' });

/** A folder, a database with data, and the settings for servers that use them. */
export interface Stage {
  settings: Record<string, string>;
  customer: Customer;
  seconds: number;
  keep(dispose: () => Promise<unknown>): void;
}

/** Runs `use` on a fresh stage. Disposes of all resources in reverse order, also after an error. */
export async function onStage(
  seconds: number,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const opened: (() => Promise<unknown>)[] = [];
  const keep: Stage['keep'] = (dispose) => void opened.push(dispose);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'answerscope-bench-'));
    keep(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir: folder, log: quiet });
    keep(postgres.dispose);
    const settings = {
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: folder,
      SECRET_KEY: 'a secret of the bench, long enough for it',
    };
    const runtime = await createRuntime({
      config: loadConfig(settings),
      log: quiet,
      supervise: false,
    });
    const customer = await seed(runtime.deps).finally(runtime.dispose);
    await use({ settings, customer, seconds, keep });
  } finally {
    for (const dispose of opened.reverse()) await dispose();
  }
}
