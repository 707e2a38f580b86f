import type { Deps } from '../../deps.js';
import type { Engine } from '../../engines/engine.js';
import { pingDatabase } from './health.js';
import { keepFor, type Ping, timePing } from './ping.js';

export interface PlatformPing extends Ping {
  platform: string;
  /** Display name. */
  name: string;
}

export interface StatusReport {
  /** `down` without the database; `degraded` when an engine does not respond, or none is configured. */
  status: 'ok' | 'degraded' | 'down';
  /** Whether the sandbox answers in place of live engines. */
  sandbox: boolean;
  db: Ping;
  llms: { up: number; total: number; upRate: number; platforms: PlatformPing[] };
}

const CACHED_MS = 60_000;
const LIMIT_MS = 2_000;

async function pingEngine(engine: Engine): Promise<Ping> {
  const end = new AbortController();
  const pinged = await timePing(() => engine.ping(end.signal), LIMIT_MS);
  end.abort();
  return pinged;
}

async function check(deps: Deps): Promise<StatusReport> {
  const { get, sandbox } = deps.engines.forEnvironment('live');
  const pings = deps.engines.list('live').flatMap(({ platform, name }) => {
    const engine = get(platform);
    if (engine === undefined) return [];
    return [pingEngine(engine).then((ping) => ({ platform, name, ...ping }))];
  });
  const [db, platforms] = await Promise.all([pingDatabase(deps, LIMIT_MS), Promise.all(pings)]);
  const total = platforms.length;
  const up = platforms.filter(({ ok }) => ok).length;
  const ofEngines = total > 0 && up === total ? 'ok' : 'degraded';
  return {
    status: db.ok ? ofEngines : 'down',
    sandbox,
    db,
    llms: { up, total, upRate: total === 0 ? 0 : toRate(up / total), platforms },
  };
}

const toRate = (share: number): number => Math.round(share * 10_000) / 10_000;

/** One check per process in 60 seconds, successful or not. */
export const readStatus = keepFor(CACHED_MS, check);
