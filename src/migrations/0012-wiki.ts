import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Wiki pages with the facts of a brand. Every version of a page is kept. */
export class Migration0012Wiki extends Migration {
  override name = '0012-wiki';

  override up(): void {
    this.addSql(`
      create table wiki_page (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, title text not null, body text not null, version integer not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      create index wiki_page_of_brand on wiki_page (account_id, environment, brand_id, id desc);
      ${tenantPolicy('wiki_page')}

      create table wiki_version (
        ${TENANT_COLUMNS}
        page_id uuid not null, version integer not null, user_id uuid not null,
        title text not null, body text not null, created_at timestamptz(3) not null,
        primary key (account_id, environment, page_id, version),
        foreign key (account_id, environment, page_id) references wiki_page on delete cascade
      );
      ${tenantPolicy('wiki_version')}`);
  }
}
