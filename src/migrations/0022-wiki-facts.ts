import { Migration } from '@mikro-orm/migrations';

/** What a wiki page says of its brand, sentence by sentence, and what answers state of it. */
export class Migration0022WikiFacts extends Migration {
  override name = '0022-wiki-facts';

  override up(): void {
    // Null where nobody has read it so far; an answer that states nothing has an empty list.
    this.addSql('alter table wiki_page add column facts jsonb');
    this.addSql('alter table answer add column stated jsonb');
  }
}
