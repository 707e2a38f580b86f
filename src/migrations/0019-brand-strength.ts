import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Last reported strength of a brand on each platform, the base for the next change. */
export class Migration0019BrandStrength extends Migration {
  override name = '0019-brand-strength';

  override up(): void {
    this.addSql(`
      create table brand_strength (
        ${TENANT_COLUMNS}
        brand_id uuid not null, platform text not null, sandbox boolean not null,
        share double precision not null, mentions integer not null, answers integer not null,
        entity_set_hash text not null, told_at timestamptz(3),
        primary key (account_id, environment, brand_id, platform, sandbox),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('brand_strength')}`);
  }
}
