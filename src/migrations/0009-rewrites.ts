import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Rewrites of copy, with their results and costs. */
export class Migration0009Rewrites extends Migration {
  override name = '0009-rewrites';

  override up(): void {
    // Results are null until completion; `source` is the engine that wrote the text, or the built-in rewriter.
    this.addSql(`
      create table rewrite (
        ${TENANT_COLUMNS}
        id uuid not null, user_id uuid not null,
        status text not null check (status in ('running', 'completed', 'failed')),
        text text not null, brand text not null, audience text,
        output jsonb, source text, model text, tokens_used integer,
        cost_usd double precision, latency_ms integer,
        created_at timestamptz(3) not null, completed_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      create index rewrite_listed on rewrite (account_id, environment, id desc) where status = 'completed';
      ${tenantPolicy('rewrite')}`);
  }
}
