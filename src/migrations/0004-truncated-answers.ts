import { Migration } from '@mikro-orm/migrations';

/** Marks answers that were cut at a length limit. */
export class Migration0004TruncatedAnswers extends Migration {
  override name = '0004-truncated-answers';

  override up(): void {
    this.addSql('alter table answer add column truncated boolean not null default false');
  }
}
