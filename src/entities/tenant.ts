import { p } from '@mikro-orm/core';

/** Account and environment of a tenant row, the first columns of every primary key. */
export const tenant = {
  accountId: p.uuid().primary(),
  environment: p.string().$type<'live' | 'test'>().primary(),
};

export const identified = { ...tenant, id: p.uuid().primary() };

export const instant = () => p.datetime().columnType('timestamptz(3)');

/** Trace link of a row; the database sets it from the transaction. */
export const origin = () =>
  p.json<{ requestId: string; traceparent: string | null }>().nullable().persist(false);
