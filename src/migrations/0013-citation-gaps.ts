import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Open citation gaps, so that each is reported once. A gap that closes and opens again is reported again. */
export class Migration0013CitationGaps extends Migration {
  override name = '0013-citation-gaps';

  override up(): void {
    this.addSql(`
      create table citation_gap (
        ${TENANT_COLUMNS}
        brand_id uuid not null,
        stage text not null check (stage in ('awareness', 'interest', 'desire', 'action')),
        sandbox boolean not null, opened_at timestamptz(3) not null,
        primary key (account_id, environment, brand_id, stage, sandbox),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('citation_gap')}`);
  }
}
