import { Migration } from '@mikro-orm/migrations';

/**
 * Triggers instead of foreign keys delete deliveries and attempts with their parents: the foreign keys looked up the
 * same few endpoints row by row and took two fifths of the database's time. Statements that insert lock the parent
 * row: DELIVER in `dispatch.ts`, RECORD in `record.ts`.
 */
export class Migration0029WebhookParts extends Migration {
  override name = '0029-webhook-parts';

  override up(): void {
    this.addSql(`
      alter table webhook_delivery drop constraint webhook_delivery_account_id_environment_endpoint_id_fkey;
      alter table webhook_attempt drop constraint webhook_attempt_account_id_environment_delivery_id_fkey;`);
    // Binds to each tenant in turn: the role that removes an account is bound to none and sees no tenant rows.
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
