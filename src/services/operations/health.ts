import { existsSync, readFileSync } from 'node:fs';
import { type Deps, type Statement, type StoreDeps, SYSTEM } from '../../deps.js';
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
/** How long one successful write check is reused. */
const PROVEN_MS = 1_000;
/** Locks no row, but fails on a read-only database. */
const PING: Statement = {
  name: 'ping',
  text: 'select 1 from auth.daily_quota where false for update',
};
/** Forces the statement to use disk space, because its work_mem is too small. */
const LITTLE_MEMORY = `set local work_mem = '64kB'`;
const TAKE_ROOM = `with room as materialized (select repeat('x', 1024) from generate_series(1, 256)) select count(*) from room`;

const { version: release } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Written by `npm run build`, see `src/note-commit.ts`. */
const COMMIT_NOTE = new URL('../../../commit', import.meta.url);

/** The release, with the commit where known: `0.1.0+1f0c2b7d9a3e`. */
function toVersion(commit: string | undefined): string {
  const noted = existsSync(COMMIT_NOTE) ? readFileSync(COMMIT_NOTE, 'utf8').trim() : '';
  const known = commit ?? noted;
  return known === '' ? release : `${release}+${known}`;
}

const takeRoom = (db: Deps['db']): Promise<void> =>
  db.transaction(SYSTEM, async (tx) => {
    await tx.execute(LITTLE_MEMORY);
    await tx.execute(TAKE_ROOM);
  });

const proofs = new WeakMap<Deps['db'], { untilMs: number; proof: Promise<void> }>();

/** Runs one check at a time for all callers; a successful one is reused for `PROVEN_MS`. */
function proveRoom(db: Deps['db']): Promise<void> {
  const last = proofs.get(db);
  if (last !== undefined && performance.now() < last.untilMs) return last.proof;
  const made = { untilMs: Number.POSITIVE_INFINITY, proof: takeRoom(db) };
  proofs.set(db, made);
  made.proof.then(
    () => {
      made.untilMs = performance.now() + PROVEN_MS;
    },
    () => {
      made.untilMs = 0;
    },
  );
  return made.proof;
}

/** Whether the database responds, accepts changes and has disk space. */
export const pingDatabase = ({ db }: Pick<Deps, 'db'>, limitMs?: number): Promise<Ping> =>
  timePing(() => Promise.all([db.command(SYSTEM, PING), proveRoom(db)]), limitMs);

async function check(deps: StoreDeps): Promise<HealthReport> {
  const startedMs = performance.now();
  const db = await pingDatabase(deps);
  return {
    status: db.ok ? 'ok' : 'down',
    service: 'answerscope',
    version: toVersion(deps.config.buildCommit),
    env: deps.config.appEnv,
    region: deps.config.region,
    timestamp: deps.now(),
    checks: { db },
    tookMs: toMs(startedMs),
  };
}

/** One check per process in 30 seconds, successful or not. */
export const readHealth = keepFor(CACHED_MS, check);
