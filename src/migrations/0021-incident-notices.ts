import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Recipients of incident notices, and the notices sent. */
export class Migration0021IncidentNotices extends Migration {
  override name = '0021-incident-notices';

  override up(): void {
    // The Slack URL is a secret, because anyone who has it can post. `slack_mask` is the part that is shown.
    this.addSql(`
      create table incident_notice_setting (
        ${TENANT_COLUMNS}
        email boolean not null default false,
        least_severity text not null default 'low' check (least_severity in ('low', 'medium', 'high', 'critical')),
        slack_url bytea, slack_mask text,
        email_sent_at timestamptz(3), email_failed_at timestamptz(3), email_error text,
        slack_sent_at timestamptz(3), slack_failed_at timestamptz(3), slack_error text,
        updated_at timestamptz(3) not null,
        primary key (account_id, environment),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('incident_notice_setting')}`);
    // Each step of an incident is reported once per recipient. A test notice belongs to no incident.
    this.addSql(`
      create table incident_notice (
        ${TENANT_COLUMNS}
        id uuid not null, incident_id uuid,
        step text not null check (step in ('opened', 'worsened', 'resolved', 'test')),
        severity text check (severity in ('low', 'medium', 'high', 'critical')),
        previous_severity text check (previous_severity in ('low', 'medium', 'high', 'critical')),
        channel text not null check (channel in ('email', 'slack')), recipient text not null,
        status text not null check (status in ('pending', 'sent', 'kept', 'failed')),
        attempts smallint not null, error text,
        created_at timestamptz(3) not null, attempted_at timestamptz(3), ended_at timestamptz(3),
        primary key (account_id, environment, id),
        unique (account_id, environment, incident_id, step, severity, channel, recipient),
        foreign key (account_id) references account_setting on delete cascade,
        foreign key (account_id, environment, incident_id) references incident on delete cascade
      );
      create index incident_notice_age on incident_notice (account_id, environment, created_at);
      ${tenantPolicy('incident_notice')}`);
  }
}
