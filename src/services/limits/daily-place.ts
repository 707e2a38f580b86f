import type { Transaction } from '../../database/db.js';
import { dayOf } from '../../domain/time/utc-day.js';

/** One holder's share of an allowance on one UTC day. */
export interface Quota {
  allowance: string;
  holder: string;
  limit: number;
}

const TAKE_ONE = `insert into auth.daily_quota as q (day, allowance, holder, used) values (:day, :allowance, :holder, 1)
  on conflict (day, allowance, holder) do update set used = q.used + 1 where q.used < :limit returning used`;

/** One place in the caller's transaction; it is taken if that is committed. */
export async function takeDailyIn(
  tx: Transaction,
  { allowance, holder, limit }: Quota,
  now: Date,
): Promise<boolean> {
  const values = { day: dayOf(now), allowance, holder, limit };
  return (await tx.execute<unknown>(TAKE_ONE, values)).length > 0;
}
