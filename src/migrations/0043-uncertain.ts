import { Migration } from '@mikro-orm/migrations';

/** Whether all matches of the brand's name in an answer may mean something else. */
export class Migration0043Uncertain extends Migration {
  override name = '0043-uncertain';

  override up(): void {
    this.addSql(`alter table answer add column uncertain boolean not null default false`);
  }
}
