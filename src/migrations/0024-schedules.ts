import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/**
 * Schedules of runs, and the outcome of each scheduled time. Workers must find due schedules without knowing their
 * tenants, so schema `auth` has the due times. A paused schedule has no row there.
 */
export class Migration0024Schedules extends Migration {
  override name = '0024-schedules';

  override up(): void {
    this.addSql(`
      create table schedule (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, user_id uuid not null, name text,
        cron text not null, time_zone text not null, platforms text[], prompt_pack_id uuid,
        prompts text not null check (prompts in ('all', 'picker')), samples_per_prompt smallint not null,
        daily_ceiling_usd double precision, daily_ceiling_calls integer,
        paused boolean not null, version integer not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      create index schedule_of_brand on schedule (account_id, environment, brand_id, id);
      ${tenantPolicy('schedule')}

      create table schedule_tick (
        ${TENANT_COLUMNS}
        schedule_id uuid not null, scheduled_for timestamptz(3) not null, decided_at timestamptz(3) not null,
        outcome text not null check (outcome in ('started', 'skipped')),
        reason text check (reason in ('running', 'ceiling', 'tier', 'quota', 'impossible')), message text,
        missed integer not null, run_id uuid,
        primary key (account_id, environment, schedule_id, scheduled_for),
        foreign key (account_id, environment, schedule_id) references schedule on delete cascade
      );
      ${tenantPolicy('schedule_tick')}

      create table auth.schedule_due (
        account_id uuid not null, environment text not null, schedule_id uuid not null, due_at timestamptz(3) not null,
        primary key (account_id, environment, schedule_id),
        foreign key (account_id, environment, schedule_id) references schedule on delete cascade
      );
      create index schedule_due_at on auth.schedule_due (due_at, schedule_id);

      alter table probe_run add column schedule_id uuid;`);
  }
}
