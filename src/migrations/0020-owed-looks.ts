import { Migration } from '@mikro-orm/migrations';

/**
 * Completed runs that wait for analysis. Workers do not know their tenants beforehand, so the statement that completes
 * a run notes it in schema `auth`. A worker leases them for a while; after that, another worker may take them.
 */
export class Migration0020OwedLooks extends Migration {
  override name = '0020-owed-looks';

  override up(): void {
    this.addSql(`
      create table auth.owed_look (
        account_id uuid not null, environment text not null, run_id uuid not null, brand_id uuid not null,
        owed_at timestamptz(3) not null, tries integer not null default 0, holder uuid, held_until timestamptz(3),
        primary key (account_id, environment, run_id),
        foreign key (account_id, environment, run_id) references probe_run on delete cascade
      );
      create index owed_look_oldest on auth.owed_look (owed_at)`);
    // Earlier releases used a job per run. Pending jobs are carried over.
    this.addSql(`
      alter table probe_run disable row level security;
      do $$ begin
        if to_regclass('pgboss.job') is not null then
          insert into auth.owed_look (account_id, environment, run_id, brand_id, owed_at)
            select r.account_id, r.environment, r.id, r.brand_id, r.completed_at
            from probe_run r where r.status = 'completed' and r.id in (
              select (data->>'runId')::uuid from pgboss.job
              where name = 'run-examine' and state::text in ('created', 'retry', 'active'));
        end if;
      end $$;
      alter table probe_run enable row level security`);
    // Statements that add no rows must not notify.
    this.addSql(`
      create or replace function note_outbox() returns trigger language plpgsql as $$
      begin
        insert into auth.outbox_pending (id, account_id, environment)
          select id, account_id, environment from added on conflict do nothing;
        if found then perform pg_notify('answerscope', '{"topic":"webhook-due"}'); end if;
        return null;
      end $$`);
  }
}
