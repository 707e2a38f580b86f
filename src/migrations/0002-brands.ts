import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Brands with their rivals, and the prompts asked about them. */
export class Migration0002Brands extends Migration {
  override name = '0002-brands';

  override up(): void {
    this.addSql(`
      create table brand (
        ${TENANT_COLUMNS}
        id uuid not null, user_id uuid not null,
        name text not null, category text not null, website text,
        aliases jsonb not null, owned_domains text[] not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      create index brand_listed on brand (account_id, environment, id desc) where deleted_at is null;
      ${tenantPolicy('brand')}

      create table competitor (
        ${TENANT_COLUMNS}
        brand_id uuid not null, id uuid not null, name text not null, aliases jsonb not null,
        created_at timestamptz(3) not null,
        primary key (account_id, environment, brand_id, id),
        foreign key (account_id, environment, brand_id) references brand on delete cascade
      );
      ${tenantPolicy('competitor')}

      create table prompt_pack (
        ${TENANT_COLUMNS}
        id uuid not null, name text not null, is_default boolean not null,
        created_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      create unique index prompt_pack_default on prompt_pack (account_id, environment) where is_default;
      ${tenantPolicy('prompt_pack')}

      create table prompt (
        ${TENANT_COLUMNS}
        id uuid not null, pack_id uuid not null, text text not null,
        stage text not null check (stage in ('awareness', 'interest', 'desire', 'action')),
        tags text[] not null, country text, language text not null, enabled boolean not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, pack_id) references prompt_pack on delete cascade
      );
      create index prompt_of_pack on prompt (account_id, environment, pack_id, id);
      ${tenantPolicy('prompt')}`);
  }
}
