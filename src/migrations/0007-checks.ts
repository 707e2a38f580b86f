import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Scans and queries. They belong to no brand, and those of anonymous callers to no account. */
export class Migration0007Checks extends Migration {
  override name = '0007-checks';

  override up(): void {
    this.addSql(`
      create table check_run (
        ${TENANT_COLUMNS}
        id uuid not null, kind text not null check (kind in ('scan', 'query')),
        status text not null check (status in ('running', 'completed', 'failed')),
        brand_name text not null, category text not null, competitors text[] not null,
        platforms text[] not null, sandbox boolean not null,
        results jsonb not null, failures jsonb not null,
        rate_limit_remaining integer, text_expired boolean not null default false,
        created_at timestamptz(3) not null, completed_at timestamptz(3),
        primary key (account_id, environment, id)
      );
      create index check_run_at on check_run (account_id, environment, created_at);
      ${tenantPolicy('check_run')}`);
  }
}
