import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** State of the sentinel between two passes, and the evidence of incidents. */
export class Migration0014Sentinel extends Migration {
  override name = '0014-sentinel';

  override up(): void {
    this.addSql(`
      alter table brand add column confirm_incidents boolean not null default true;
      alter table incident add column sequence integer not null default 0,
        add column calm_windows smallint not null default 0, add column seen_until timestamptz(3);

      create table suspicion (
        ${TENANT_COLUMNS}
        brand_id uuid not null, type text not null, sandbox boolean not null,
        run_id uuid not null, confirming_run_id uuid, since timestamptz(3) not null,
        primary key (account_id, environment, brand_id, type, sandbox),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('suspicion')}

      create table detector_test (
        ${TENANT_COLUMNS}
        day date not null, sandbox boolean not null, brand_id uuid not null, subject text not null,
        p double precision not null,
        primary key (account_id, environment, day, sandbox, brand_id, subject),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('detector_test')}

      create table incident_answer (
        ${TENANT_COLUMNS}
        incident_id uuid not null, run_id uuid not null, platform text not null, prompt_id uuid not null,
        repeat smallint not null, run_at timestamptz(3) not null,
        primary key (account_id, environment, incident_id, run_id, platform, prompt_id, repeat),
        foreign key (account_id, environment, incident_id) references incident on delete cascade
      );
      ${tenantPolicy('incident_answer')}

      create table incident_note (
        ${TENANT_COLUMNS}
        incident_id uuid not null, ordinal integer not null,
        status text not null check (status in ('open', 'investigating', 'resolved')),
        note text not null, user_id uuid, created_at timestamptz(3) not null,
        primary key (account_id, environment, incident_id, ordinal),
        foreign key (account_id, environment, incident_id) references incident on delete cascade
      );
      ${tenantPolicy('incident_note')}`);
  }
}
