import type { EntityManager } from '@mikro-orm/postgresql';
import { dayOf } from '../../domain/time/utc-day.js';

/** Use of an allowance by one holder on one UTC day. */
export interface Quota {
  allowance: string;
  holder: string;
  limit: number;
}

const TAKE_ONE = `insert into auth.daily_quota as q (day, allowance, holder, used) values (?, ?, ?, 1)
  on conflict (day, allowance, holder) do update set used = q.used + 1 where q.used < ? returning used`;

/** Takes one call from the allowance in the transaction of the caller; counts only if it is committed. */
export async function takeDailyIn(
  em: EntityManager,
  { allowance, holder, limit }: Quota,
  now: Date,
): Promise<boolean> {
  const values = [dayOf(now), allowance, holder, limit];
  return (await em.execute<unknown[]>(TAKE_ONE, values)).length > 0;
}
