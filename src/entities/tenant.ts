import { p } from '@mikro-orm/core';

/** Every tenant row says whose it is; both columns lead every key. */
export const tenant = {
  accountId: p.uuid().primary(),
  environment: p.string().$type<'live' | 'test'>().primary(),
};

export const identified = { ...tenant, id: p.uuid().primary() };

export const instant = () => p.datetime().columnType('timestamptz(3)');

/** The request behind a record; the database fills it in from the transaction. */
export const origin = () =>
  p.json<{ requestId: string; traceparent: string | null }>().nullable().persist(false);
