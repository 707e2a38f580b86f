/**
 * Row-level security of a tenant table: allows only rows of the account and environment that the connection is bound
 * to, and no rows if it is bound to none. After a commit the setting is '' instead of null, hence the nullif. FORCE
 * applies the policy to the tables' owner, too.
 */
export const tenantPolicy = (table: string, { environment = true } = {}): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy tenant on ${table} using (
    account_id = nullif(current_setting('app.account_id', true), '')::uuid
    ${environment ? `and environment = nullif(current_setting('app.environment', true), '')` : ''}
  );`;

/** Account and environment of every tenant row. */
export const TENANT_COLUMNS = `
  account_id uuid not null,
  environment text not null check (environment in ('live', 'test')),`;
