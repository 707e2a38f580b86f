import { type Statement, type StoreDeps, SYSTEM } from '../../deps.js';
import { dayOf } from '../../domain/time/utc-day.js';
import type { Quota } from './daily-place.js';

export type { Quota } from './daily-place.js';

export interface Taken {
  granted: boolean;
  remaining: number;
  /** Day that the calls were taken from; refunds go to the same day. */
  takenAt: Date;
}

const TAKE: Statement = {
  name: 'take-daily',
  text: `insert into auth.daily_quota as q (day, allowance, holder, used) select :day::date, :allowance::text, :holder::text, :places::int where :places::int <= :limit::int
    on conflict (day, allowance, holder) do update set used = q.used + excluded.used
      where q.used + excluded.used <= :limit::int
    returning used`,
};
const READ: Statement = {
  name: 'read-daily',
  text: 'select used from auth.daily_quota where day = :day and allowance = :allowance and holder = :holder',
};
const GIVE_BACK: Statement = {
  name: 'give-back-daily',
  text: `update auth.daily_quota set used = greatest(used - :places, 0)
    where day = :day and allowance = :allowance and holder = :holder`,
};

/** Takes all of the calls or none. Of several concurrent requests for the last call, one succeeds. */
export async function takeDaily(
  { db, now }: StoreDeps,
  { allowance, holder, limit }: Quota,
  places = 1,
): Promise<Taken> {
  const takenAt = now();
  const key = { day: dayOf(takenAt), allowance, holder };
  const [taken] = await db.command<{ used: number }>(SYSTEM, TAKE, {
    ...key,
    places,
    limit,
  });
  if (taken !== undefined) return { granted: true, remaining: limit - taken.used, takenAt };
  const [row] = await db.query<{ used: number }>(SYSTEM, READ, key);
  return { granted: false, remaining: Math.max(limit - (row?.used ?? 0), 0), takenAt };
}

export async function refundDaily(
  { db }: StoreDeps,
  { allowance, holder }: Omit<Quota, 'limit'>,
  takenAt: Date,
  places = 1,
): Promise<void> {
  await db.command(SYSTEM, GIVE_BACK, { day: dayOf(takenAt), allowance, holder, places });
}
