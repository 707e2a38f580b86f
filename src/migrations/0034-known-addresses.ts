import { Migration } from '@mikro-orm/migrations';

/**
 * Networks from which each user signed in recently, as keyed digests: password guesses from other networks do not
 * lock the user out of these.
 */
export class Migration0034KnownAddresses extends Migration {
  override name = '0034-known-addresses';

  override up(): void {
    this.addSql(`
      create table auth.known_address (
        user_id uuid not null references auth."user" ("id") on delete cascade,
        network text not null, seen_at timestamptz(3) not null,
        primary key (user_id, network)
      );
      create index known_address_seen on auth.known_address (seen_at)`);
    // Sign-in now uses the rate windows. The table is kept, so that older backups can be restored.
    this.addSql('delete from auth."rateLimit"');
  }
}
