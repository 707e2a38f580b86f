import { Migration } from '@mikro-orm/migrations';

/** Statements of wiki pages, to find contradictions: after a change, only the changed page must be read again. */
export class Migration0036WikiStatements extends Migration {
  override name = '0036-wiki-statements';

  override up(): void {
    // `reading` is the version of the linter that read the page; null if none has.
    this.addSql('alter table wiki_page add column statements jsonb, add column reading integer');
  }
}
