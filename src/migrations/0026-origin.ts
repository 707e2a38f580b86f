import { Migration } from '@mikro-orm/migrations';

/**
 * The request behind an event, `{requestId, traceparent}`: whoever writes a fact in a transaction
 * need not think of it, since the transaction knows.
 */
export class Migration0026Origin extends Migration {
  override name = '0026-origin';

  override up(): void {
    // Added without the default first, so that the rows that are there are not written again.
    for (const table of ['outbox', 'webhook_delivery'])
      this.addSql(`
        alter table ${table} add column origin jsonb;
        alter table ${table} alter column origin
          set default nullif(current_setting('app.origin', true), '')::jsonb;`);
  }
}
