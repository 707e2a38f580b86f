import { readFileSync } from 'node:fs';
import type { Deps, Statement } from '../deps.js';
import { keepFor, type Ping, timePing, toMs } from './ping.js';

export interface HealthReport {
  status: 'ok' | 'down';
  service: string;
  version: string;
  env: string;
  region: string;
  timestamp: Date;
  checks: { db: Ping };
  tookMs: number;
}

const CACHED_MS = 30_000;
const PING: Statement = { name: 'ping', text: 'select 1' };

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export const pingDatabase = (deps: Pick<Deps, 'db'>, limitMs?: number): Promise<Ping> =>
  timePing(() => deps.db.readShared(PING, []), limitMs);

async function check(deps: Deps): Promise<HealthReport> {
  const startedMs = performance.now();
  const db = await pingDatabase(deps);
  return {
    status: db.ok ? 'ok' : 'down',
    service: 'answerscope',
    version,
    env: deps.config.appEnv,
    region: deps.config.region,
    timestamp: deps.now(),
    checks: { db },
    tookMs: toMs(startedMs),
  };
}

/** One check per process in 30 seconds, whether it went well or not. */
export const readHealth = keepFor(CACHED_MS, check);
