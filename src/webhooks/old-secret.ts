/** Rotated secrets that still hold at `now`, the newest first: for statements that read from `endpoint`. */
export const oldSecrets = (endpoint: string, now: string): string => `array(
  select o.secret from webhook_old_secret o
  where (o.account_id, o.environment, o.endpoint_id) = (${endpoint}.account_id, ${endpoint}.environment, ${endpoint}.id)
    and o.ends_at > ${now} order by o.ends_at desc, o.id desc)`;
