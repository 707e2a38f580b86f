import { Migration } from '@mikro-orm/migrations';

/**
 * Announced removals of paths, and the accounts notified of each. The accounts are not known beforehand, so both
 * tables are in schema `auth`.
 */
export class Migration0025Deprecation extends Migration {
  override name = '0025-deprecation';

  override up(): void {
    this.addSql(`
      create table auth.deprecation (
        ends_at timestamptz(3) primary key, announced_at timestamptz(3) not null
      );
      create table auth.deprecation_notice (
        ends_at timestamptz(3) not null references auth.deprecation on delete cascade,
        account_id uuid not null references auth."organization" ("id") on delete cascade,
        told_at timestamptz(3) not null,
        primary key (ends_at, account_id)
      );
      create index on auth.deprecation_notice (account_id);
      -- The end of paths concerns no brand.
      alter table outbox alter column brand_id drop not null`);
  }
}
