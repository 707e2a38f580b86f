import { Migration } from '@mikro-orm/migrations';

/**
 * From where each user has signed in lately, as digests that only this installation can make: whoever guesses
 * passwords elsewhere does not lock them out there.
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
    // Sign-in is counted in the windows now. The table stays, for older backups have a place for it.
    this.addSql('delete from auth."rateLimit"');
  }
}
