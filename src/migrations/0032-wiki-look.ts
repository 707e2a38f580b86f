import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Brand of a rewrite, and the state of a brand's wiki that the linter has read. */
export class Migration0032WikiLook extends Migration {
  override name = '0032-wiki-look';

  override up(): void {
    // Null if the account had no brand of this name, or the brand is deleted.
    this.addSql(`
      alter table rewrite add column brand_id uuid,
        add foreign key (account_id, environment, brand_id) references brand on delete set null (brand_id);
      create index rewrite_of_brand on rewrite (account_id, environment, brand_id) where brand_id is not null;

      create table wiki_look (
        ${TENANT_COLUMNS}
        brand_id uuid not null, state text not null,
        primary key (account_id, environment, brand_id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('wiki_look')}`);
  }
}
