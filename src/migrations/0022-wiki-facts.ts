import { Migration } from '@mikro-orm/migrations';

/** Facts that the sentences of a wiki page state about its brand, and facts that answers state. */
export class Migration0022WikiFacts extends Migration {
  override name = '0022-wiki-facts';

  override up(): void {
    // Null for a page that has not been read yet, and for an answer that states no facts.
    this.addSql('alter table wiki_page add column facts jsonb');
    this.addSql('alter table answer add column stated jsonb');
  }
}
