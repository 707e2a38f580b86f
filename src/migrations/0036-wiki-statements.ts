import { Migration } from '@mikro-orm/migrations';

/** What pages of a wiki can contradict each other in, so that a change of one page reads that page alone. */
export class Migration0036WikiStatements extends Migration {
  override name = '0036-wiki-statements';

  override up(): void {
    // `reading` is the version of the linter that read the page: null until one has.
    this.addSql('alter table wiki_page add column statements jsonb, add column reading integer');
  }
}
