import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Which gaps are open, so that each is told once; a gap that closed and opens again is news again. */
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
