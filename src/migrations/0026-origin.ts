import { Migration } from '@mikro-orm/migrations';

/**
 * Trace link of an event, `{requestId, traceparent}`. The default takes it from the transaction, so code that writes
 * events need not set it.
 */
export class Migration0026Origin extends Migration {
  override name = '0026-origin';

  override up(): void {
    // The default is added in a second step, so that existing rows are not rewritten.
    for (const table of ['outbox', 'webhook_delivery'])
      this.addSql(`
        alter table ${table} add column origin jsonb;
        alter table ${table} alter column origin
          set default nullif(current_setting('app.origin', true), '')::jsonb;`);
  }
}
