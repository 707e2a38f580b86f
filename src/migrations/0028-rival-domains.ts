import { Migration } from '@mikro-orm/migrations';

/** Domains of rivals, for pages whose names do not show the rival; effective number of answers behind a strength. */
export class Migration0028RivalDomains extends Migration {
  override name = '0028-rival-domains';

  override up(): void {
    this.addSql(`
      alter table competitor add column domains text[] not null default '{}';
      alter table brand_strength add column effective_answers double precision;`);
  }
}
