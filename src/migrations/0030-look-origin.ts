import { Migration } from '@mikro-orm/migrations';

/** The request behind a completed run: what its look finds goes out under its id. */
export class Migration0030LookOrigin extends Migration {
  override name = '0030-look-origin';

  override up(): void {
    this.addSql('alter table auth.owed_look add column origin jsonb');
  }
}
