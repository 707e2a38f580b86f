import { readFileSync } from 'node:fs';
import type { Deps, Statement } from '../deps.js';

export interface HealthReport {
  status: 'ok' | 'down';
  service: string;
  version: string;
  env: string;
  region: string;
  timestamp: Date;
  checks: { db: { ok: boolean; latencyMs: number } };
  tookMs: number;
}

const CACHED_MS = 30_000;
const PING: Statement = { name: 'ping', text: 'select 1' };

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export async function pingDatabase(
  deps: Pick<Deps, 'db'>,
): Promise<{ ok: boolean; latencyMs: number }> {
  const startedMs = performance.now();
  const ok = await deps.db.readShared(PING, []).then(
    () => true,
    () => false,
  );
  return { ok, latencyMs: Math.round((performance.now() - startedMs) * 10) / 10 };
}

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
    tookMs: Math.round((performance.now() - startedMs) * 10) / 10,
  };
}

const reports = new WeakMap<Deps, { atMs: number; report: Promise<HealthReport> }>();

/** One check per process in 30 seconds, whether it went well or not. */
export function readHealth(deps: Deps): Promise<HealthReport> {
  const nowMs = deps.now().getTime();
  const last = reports.get(deps);
  if (last !== undefined && nowMs - last.atMs < CACHED_MS) return last.report;
  const report = check(deps);
  reports.set(deps, { atMs: nowMs, report });
  return report;
}
