import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/**
 * Webhook endpoints, deliveries and attempts. Workers must find pending work without knowing its tenant, so schema
 * `auth` has the ids of events not yet turned into deliveries, and one lane per endpoint, leased by the process that
 * sends to it.
 */
export class Migration0011Webhooks extends Migration {
  override name = '0011-webhooks';

  override up(): void {
    this.addSql(`
      create table webhook_endpoint (
        ${TENANT_COLUMNS}
        id uuid not null, url text not null, description text, events text[] not null, enabled boolean not null,
        secret bytea not null, previous_secret bytea, previous_secret_ends_at timestamptz(3),
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('webhook_endpoint')}

      create table webhook_delivery (
        ${TENANT_COLUMNS}
        id uuid not null, endpoint_id uuid not null, event_id uuid not null, event text not null, brand_id uuid,
        body text not null, status text not null check (status in ('pending', 'delivered', 'exhausted')),
        attempts integer not null, tries integer not null,
        created_at timestamptz(3) not null, next_attempt_at timestamptz(3), first_attempt_at timestamptz(3),
        delivered_at timestamptz(3), alerted_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id, environment, endpoint_id) references webhook_endpoint on delete cascade
      );
      create index webhook_delivery_due on webhook_delivery (account_id, environment, endpoint_id, next_attempt_at, id)
        where status = 'pending';
      create index webhook_delivery_unalerted on webhook_delivery (account_id, environment, endpoint_id, first_attempt_at)
        where status <> 'delivered' and alerted_at is null and first_attempt_at is not null;
      ${tenantPolicy('webhook_delivery')}

      create table webhook_attempt (
        ${TENANT_COLUMNS}
        delivery_id uuid not null, number integer not null, attempted_at timestamptz(3) not null,
        status_code smallint, latency_ms integer not null, request_headers jsonb not null, error text,
        response_body text, response_truncated boolean not null,
        primary key (account_id, environment, delivery_id, number),
        foreign key (account_id, environment, delivery_id) references webhook_delivery on delete cascade
      );
      ${tenantPolicy('webhook_attempt')}

      create table auth.webhook_lane (
        account_id uuid not null, environment text not null, endpoint_id uuid not null,
        due_at timestamptz(3), alert_at timestamptz(3), holder uuid, held_until timestamptz(3),
        primary key (account_id, environment, endpoint_id),
        foreign key (account_id, environment, endpoint_id) references webhook_endpoint on delete cascade
      );
      create index webhook_lane_due on auth.webhook_lane (least(due_at, alert_at)) where least(due_at, alert_at) is not null;
      create index webhook_lane_holder on auth.webhook_lane (holder) where holder is not null;

      create table auth.outbox_pending (
        id uuid primary key, account_id uuid not null, environment text not null
      );
      create table auth.tally (name text primary key, count bigint not null);`);
    // A trigger, so that no event written to the outbox can be forgotten.
    this.addSql(`
      create function note_outbox() returns trigger language plpgsql as $$
      begin
        insert into auth.outbox_pending (id, account_id, environment)
          select id, account_id, environment from added on conflict do nothing;
        perform pg_notify('answerscope', '{"topic":"webhook-due"}');
        return null;
      end $$;
      create trigger outbox_pending after insert on outbox
        referencing new table as added for each statement execute function note_outbox()`);
  }
}
