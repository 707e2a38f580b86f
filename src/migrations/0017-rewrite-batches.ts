import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Batches of rewrites. */
export class Migration0017RewriteBatches extends Migration {
  override name = '0017-rewrite-batches';

  override up(): void {
    this.addSql(`
      create table rewrite_batch (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, user_id uuid not null, name text,
        status text not null check (status in ('draft', 'queued', 'running', 'completed')), sequence integer not null,
        created_at timestamptz(3) not null, started_at timestamptz(3), completed_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      create index rewrite_batch_of_brand on rewrite_batch (account_id, environment, brand_id, id desc);
      ${tenantPolicy('rewrite_batch')}

      create table rewrite_batch_item (
        ${TENANT_COLUMNS}
        batch_id uuid not null, ordinal smallint not null, text text not null, audience text,
        status text not null check (status in ('waiting', 'completed', 'failed')),
        rewrite_id uuid, error_code text, error_message text,
        primary key (account_id, environment, batch_id, ordinal),
        foreign key (account_id, environment, batch_id) references rewrite_batch on delete cascade
      );
      ${tenantPolicy('rewrite_batch_item')}`);
  }
}
