import { Migration } from '@mikro-orm/migrations';

/** Trace link of a completed run: events of its analysis carry the id of that request. */
export class Migration0030LookOrigin extends Migration {
  override name = '0030-look-origin';

  override up(): void {
    this.addSql('alter table auth.owed_look add column origin jsonb');
  }
}
