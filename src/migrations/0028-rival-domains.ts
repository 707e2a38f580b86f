import { Migration } from '@mikro-orm/migrations';

/** Whose page a rival's is, where its name does not say; and what the answers behind a strength are worth. */
export class Migration0028RivalDomains extends Migration {
  override name = '0028-rival-domains';

  override up(): void {
    this.addSql(`
      alter table competitor add column domains text[] not null default '{}';
      alter table brand_strength add column effective_answers double precision;`);
  }
}
