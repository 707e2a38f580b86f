import { Migration } from '@mikro-orm/migrations';

/** Answers that broke off at a length limit are marked. */
export class Migration0004TruncatedAnswers extends Migration {
  override name = '0004-truncated-answers';

  override up(): void {
    this.addSql('alter table answer add column truncated boolean not null default false');
  }
}
