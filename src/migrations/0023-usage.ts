import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/**
 * Requests by path and key, and the key and brand of engine calls. Rate windows survive a crash of the database,
 * except for the last half second.
 */
export class Migration0023Usage extends Migration {
  override name = '0023-usage';

  override up(): void {
    // Requests with a cookie are stored under the key id of all zeros.
    this.addSql(`
      create table request_count (
        ${TENANT_COLUMNS}
        day date not null, endpoint text not null, key_id uuid not null,
        requests bigint not null, refused bigint not null,
        primary key (account_id, environment, day, endpoint, key_id),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('request_count')}
      alter table probe_run add key_id uuid;
      alter table rewrite_batch add key_id uuid;
      alter table engine_call add key_id uuid, add brand_id uuid;`);
    this.addSql('alter table auth.rate_window set logged');
  }
}
