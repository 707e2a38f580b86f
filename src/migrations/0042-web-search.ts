import { Migration } from '@mikro-orm/migrations';

/** `web_search` said how the engine was set; now it says whether the engine searched, null of answers from before. */
export class Migration0042WebSearch extends Migration {
  override name = '0042-web-search';

  override up(): void {
    this.addSql(`
      alter table answer rename column web_search to web_search_asked;
      alter table answer add column web_search boolean`);
  }
}
