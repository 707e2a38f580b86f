import { Migration } from '@mikro-orm/migrations';

/** Checks are listed newest first, all of them by their key and those of a kind by this index, with what they cost. */
export class Migration0040CheckRunList extends Migration {
  override name = '0040-check-run-list';

  override up(): void {
    // The policies bind the tables' owner too; they are back before anyone looks.
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
