import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Share of an answer that each name takes up, daily authority scores of brands, and findings on their own pages. */
export class Migration0015Authority extends Migration {
  override name = '0015-authority';

  override up(): void {
    // Null if not measured: for failed and for older answers.
    this.addSql(`
      alter table answer add column prominence double precision;
      alter table answer_mention add column prominence double precision`);
    this.addSql(`
      create table authority_score (
        ${TENANT_COLUMNS}
        brand_id uuid not null, date date not null, sandbox boolean not null, version text not null,
        geo_score double precision, eeat_score double precision, citation_density double precision,
        experience double precision, expertise double precision, authoritativeness double precision,
        trustworthiness double precision, answers integer not null, scored_at timestamptz(3) not null,
        primary key (account_id, environment, brand_id, date),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('authority_score')}

      create table site_page (
        ${TENANT_COLUMNS}
        brand_id uuid not null, url text not null, evidence jsonb not null, read_at timestamptz(3) not null,
        primary key (account_id, environment, brand_id, url),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('site_page')}`);
  }
}
