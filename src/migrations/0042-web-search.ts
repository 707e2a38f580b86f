import { Migration } from '@mikro-orm/migrations';

/** `web_search` now says whether the engine searched, not how it was configured; null for older answers. */
export class Migration0042WebSearch extends Migration {
  override name = '0042-web-search';

  override up(): void {
    this.addSql(`
      alter table answer rename column web_search to web_search_asked;
      alter table answer add column web_search boolean`);
  }
}
