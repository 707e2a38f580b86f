import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Issues of wiki pages and rewrites. Fixed issues are kept as closed. */
export class Migration0016Lint extends Migration {
  override name = '0016-lint';

  override up(): void {
    // `identity` is a digest of the issue. It stays the same when the surrounding text changes.
    this.addSql(`
      create table lint_issue (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid,
        target_type text not null check (target_type in ('wiki_page', 'rewrite')), target_id uuid not null,
        rule text not null, identity text not null,
        severity text not null check (severity in ('low', 'medium', 'high')),
        message text not null, field text not null, excerpt text not null, start_offset integer not null,
        opened_at timestamptz(3) not null, closed_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade,
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      create unique index lint_issue_open on lint_issue (account_id, environment, target_type, target_id, rule, identity)
        where closed_at is null;
      create index lint_issue_of_brand on lint_issue (account_id, environment, brand_id, id desc);
      ${tenantPolicy('lint_issue')}`);
  }
}
