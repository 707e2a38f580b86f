import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Suggestions for a brand, with their expected lift and the uplift measured after they were applied. */
export class Migration0018Suggestions extends Migration {
  override name = '0018-suggestions';

  override up(): void {
    // `output` is null until it is written; `uplift` is null until the window after the application has ended.
    this.addSql(`
      create table suggestion (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, user_id uuid not null,
        status text not null check (status in ('running', 'failed', 'proposed', 'applied', 'shown', 'not_shown')),
        content text not null, intent text check (intent in ('comparison', 'how-to', 'faq', 'review')),
        output jsonb, source text, prompt_ids uuid[], uplift jsonb,
        created_at timestamptz(3) not null, applied_at timestamptz(3), measured_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      create index suggestion_of_brand on suggestion (account_id, environment, brand_id, id desc)
        where status not in ('running', 'failed');
      create index suggestion_applied on suggestion (account_id, environment, applied_at) where status = 'applied';
      ${tenantPolicy('suggestion')}`);
  }
}
