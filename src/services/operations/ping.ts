import type { StoreDeps } from '../../deps.js';

export interface Ping {
  ok: boolean;
  /** Duration in milliseconds, also of a failure. */
  latencyMs: number;
}

export const toMs = (sinceMs: number): number =>
  Math.round((performance.now() - sinceMs) * 10) / 10;

/** A ping that takes longer than `limitMs` counts as failed. */
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

/** Caches one check per process for `forMs` milliseconds, successful or not. */
export function keepFor<Report, Some extends StoreDeps>(
  forMs: number,
  check: (deps: Some) => Promise<Report>,
): (deps: Some) => Promise<Report> {
  const reports = new WeakMap<Some, { atMs: number; report: Promise<Report> }>();
  return (deps) => {
    const nowMs = deps.now().getTime();
    const last = reports.get(deps);
    if (last !== undefined && nowMs - last.atMs < forMs) return last.report;
    const report = check(deps);
    reports.set(deps, { atMs: nowMs, report });
    return report;
  };
}
