import type { Deps } from '../../deps.js';

export interface Ping {
  ok: boolean;
  /** How long it took, also if it failed. */
  latencyMs: number;
}

export const toMs = (sinceMs: number): number =>
  Math.round((performance.now() - sinceMs) * 10) / 10;

/** What does not come back within `limitMs` has failed. */
export async function timePing(ping: () => Promise<unknown>, limitMs?: number): Promise<Ping> {
  const startedMs = performance.now();
  const late = Promise.withResolvers<boolean>();
  const timer = limitMs === undefined ? undefined : setTimeout(late.resolve, limitMs, false);
  const pinged = ping().then(
    () => true,
    () => false,
  );
  const ok = await Promise.race([pinged, late.promise]);
  clearTimeout(timer);
  return { ok, latencyMs: toMs(startedMs) };
}

/** One check per process in so long, for all who ask, whether it went well or not. */
export function keepFor<Report>(
  forMs: number,
  check: (deps: Deps) => Promise<Report>,
): (deps: Deps) => Promise<Report> {
  const reports = new WeakMap<Deps, { atMs: number; report: Promise<Report> }>();
  return (deps) => {
    const nowMs = deps.now().getTime();
    const last = reports.get(deps);
    if (last !== undefined && nowMs - last.atMs < forMs) return last.report;
    const report = check(deps);
    reports.set(deps, { atMs: nowMs, report });
    return report;
  };
}
