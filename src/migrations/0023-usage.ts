import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/**
 * How often each path was asked by each key, and which key and brand an engine's work was for. The
 * windows of requests outlive a crash of the database, but for its last half second.
 */
export class Migration0023Usage extends Migration {
  override name = '0023-usage';

  override up(): void {
    // What came with a cookie stands under the key of noughts.
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
