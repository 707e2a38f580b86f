/**
 * Row-level security of one tenant table: the rows of the account and environment that the
 * connection serves, and nothing at all when it serves none. After a commit the setting is '' and
 * not null, hence the nullif. FORCE binds the tables' owner too, which is who we are.
 */
export const tenantPolicy = (table: string, { environment = true } = {}): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy tenant on ${table} using (
    account_id = nullif(current_setting('app.account_id', true), '')::uuid
    ${environment ? `and environment = nullif(current_setting('app.environment', true), '')` : ''}
  );`;

/** Every tenant row says whose it is and in which of the two worlds it lives. */
export const TENANT_COLUMNS = `
  account_id uuid not null,
  environment text not null check (environment in ('live', 'test')),`;
