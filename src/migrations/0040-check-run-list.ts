import { Migration } from '@mikro-orm/migrations';

/** Cost of checks, and an index to list the checks of one kind, newest first. */
export class Migration0040CheckRunList extends Migration {
  override name = '0040-check-run-list';

  override up(): void {
    // The policies also apply to the tables' owner, so they are disabled within this transaction.
    this.addSql(`
      alter table check_run add column cost_usd double precision;
      alter table check_run disable row level security;
      update check_run r set cost_usd = (
        select sum((e.value ->> 'costUsd')::double precision) from jsonb_array_elements(r.results) e
        having bool_and(e.value ->> 'costUsd' is not null)
      ) where status <> 'running';
      alter table check_run enable row level security;
      create index check_run_of_kind on check_run (account_id, environment, kind, id);`);
  }
}
