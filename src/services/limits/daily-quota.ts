import type { Deps, Statement } from '../../deps.js';
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
  text: `insert into auth.daily_quota as q (day, allowance, holder, used) select $1::date, $2::text, $3::text, $4::int where $4::int <= $5::int
    on conflict (day, allowance, holder) do update set used = q.used + excluded.used
      where q.used + excluded.used <= $5::int
    returning used`,
};
const READ: Statement = {
  name: 'read-daily',
  text: 'select used from auth.daily_quota where day = $1 and allowance = $2 and holder = $3',
};
const GIVE_BACK: Statement = {
  name: 'give-back-daily',
  text: `update auth.daily_quota set used = greatest(used - $4, 0)
    where day = $1 and allowance = $2 and holder = $3`,
};

/** Takes all of the calls or none. Of several concurrent requests for the last call, one succeeds. */
export async function takeDaily(
  { db, now }: Deps,
  { allowance, holder, limit }: Quota,
  places = 1,
): Promise<Taken> {
  const takenAt = now();
  const key = [dayOf(takenAt), allowance, holder];
  const [taken] = await db.querySystem<{ used: number }>(TAKE, [...key, places, limit]);
  if (taken !== undefined) return { granted: true, remaining: limit - taken.used, takenAt };
  const [row] = await db.querySystem<{ used: number }>(READ, key);
  return { granted: false, remaining: Math.max(limit - (row?.used ?? 0), 0), takenAt };
}

export async function refundDaily(
  { db }: Deps,
  { allowance, holder }: Omit<Quota, 'limit'>,
  takenAt: Date,
  places = 1,
): Promise<void> {
  await db.querySystem(GIVE_BACK, [dayOf(takenAt), allowance, holder, places]);
}
