import { Migration } from '@mikro-orm/migrations';

/** What a wiki page says of its brand, sentence by sentence, and what answers state of it. */
export class Migration0022WikiFacts extends Migration {
  override name = '0022-wiki-facts';

  override up(): void {
    // Null for a page that nobody has read so far, and for an answer that states nothing.
    this.addSql('alter table wiki_page add column facts jsonb');
    this.addSql('alter table answer add column stated jsonb');
  }
}
