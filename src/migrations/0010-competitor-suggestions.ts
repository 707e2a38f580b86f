import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Untracked names that answers mention together with a brand's tracked names, counted by answer. */
export class Migration0010CompetitorSuggestions extends Migration {
  override name = '0010-competitor-suggestions';

  override up(): void {
    this.addSql(`
      create table competitor_suggestion (
        ${TENANT_COLUMNS}
        brand_id uuid not null, sandbox boolean not null, name_key text not null, name text not null,
        answers integer not null,
        first_seen_at timestamptz(3) not null, last_seen_at timestamptz(3) not null,
        dismissed_at timestamptz(3),
        primary key (account_id, environment, brand_id, sandbox, name_key),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('competitor_suggestion')}`);
    // Last step of a run whose names are counted, so that a retried run counts only new answers.
    this.addSql('alter table probe_run add column names_counted integer not null default 0');
  }
}
