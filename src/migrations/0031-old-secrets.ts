import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Old webhook secrets: two rotations within a day leave two that are still valid. Attempts store their URL. */
export class Migration0031OldSecrets extends Migration {
  override name = '0031-old-secrets';

  override up(): void {
    this.addSql(`
      create table webhook_old_secret (
        ${TENANT_COLUMNS}
        id uuid not null, endpoint_id uuid not null, secret bytea not null, ends_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, endpoint_id) references webhook_endpoint on delete cascade
      );
      create index webhook_old_secret_of_endpoint on webhook_old_secret (account_id, environment, endpoint_id);
      alter table webhook_endpoint disable row level security;
      insert into webhook_old_secret (account_id, environment, id, endpoint_id, secret, ends_at)
        select account_id, environment, gen_random_uuid(), id, previous_secret, previous_secret_ends_at
        from webhook_endpoint where previous_secret_ends_at is not null and previous_secret is not null;
      alter table webhook_endpoint enable row level security;
      ${tenantPolicy('webhook_old_secret')}
      alter table webhook_endpoint drop column previous_secret, drop column previous_secret_ends_at;
      alter table webhook_attempt add column url text`);
  }
}
