import { Migration } from '@mikro-orm/migrations';

/**
 * Deliveries and attempts go with what they belong to by statement, and not by foreign keys: those look up
 * the same few endpoints, row by row, in two fifths of the database's time. Whoever inserts holds the row
 * above in the same statement: DELIVER in `dispatch.ts`, RECORD in `record.ts`.
 */
export class Migration0029WebhookParts extends Migration {
  override name = '0029-webhook-parts';

  override up(): void {
    this.addSql(`
      alter table webhook_delivery drop constraint webhook_delivery_account_id_environment_endpoint_id_fkey;
      alter table webhook_attempt drop constraint webhook_attempt_account_id_environment_delivery_id_fkey;`);
    // Bound to each account in turn: who removes an account is bound to none, and sees no row of it.
    this.addSql(`
      create function remove_parts() returns trigger language plpgsql as $$
      declare
        tenant record;
        account text := coalesce(current_setting('app.account_id', true), '');
        environment text := coalesce(current_setting('app.environment', true), '');
      begin
        for tenant in select distinct g.account_id, g.environment from gone g loop
          perform set_config('app.account_id', tenant.account_id::text, true),
            set_config('app.environment', tenant.environment, true);
          execute format('delete from %I where account_id = $1 and environment = $2 and %I = any(array(
              select g.id from gone g where g.account_id = $1 and g.environment = $2))', tg_argv[0], tg_argv[1])
            using tenant.account_id, tenant.environment;
        end loop;
        perform set_config('app.account_id', account, true), set_config('app.environment', environment, true);
        return null;
      end $$;
      create trigger deliveries after delete on webhook_endpoint
        referencing old table as gone for each statement execute function remove_parts('webhook_delivery', 'endpoint_id');
      create trigger attempts after delete on webhook_delivery
        referencing old table as gone for each statement execute function remove_parts('webhook_attempt', 'delivery_id')`);
  }
}
