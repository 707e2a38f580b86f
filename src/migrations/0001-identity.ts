import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/**
 * Users and accounts. Schema `auth` has the tables that are read before the account is known: the sign-in library's
 * tables (in the form it expects), key hashes and mail. All other tables belong to tenants.
 */
export class Migration0001Identity extends Migration {
  override name = '0001-identity';

  override up(): void {
    this.addSql(`set local statement_timeout = 0`);
    this.addSql(`
      create table auth."user" (
        "id" uuid primary key, "name" text not null, "email" text not null unique,
        "emailVerified" boolean not null, "image" text,
        "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
      );
      create table auth."session" (
        "id" uuid primary key, "expiresAt" timestamptz not null, "token" text not null unique,
        "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null,
        "ipAddress" text, "userAgent" text,
        "userId" uuid not null references auth."user" ("id") on delete cascade,
        "activeOrganizationId" text
      );
      create index on auth."session" ("userId");
      create table auth."account" (
        "id" uuid primary key, "accountId" text not null, "providerId" text not null,
        "userId" uuid not null references auth."user" ("id") on delete cascade,
        "accessToken" text, "refreshToken" text, "idToken" text,
        "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz,
        "scope" text, "password" text,
        "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null
      );
      create index on auth."account" ("userId");
      create table auth."verification" (
        "id" uuid primary key, "identifier" text not null, "value" text not null,
        "expiresAt" timestamptz not null,
        "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
      );
      create index on auth."verification" ("identifier");
      create table auth."rateLimit" (
        "id" uuid primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null
      );
      create table auth."organization" (
        "id" uuid primary key, "name" text not null, "slug" text not null unique, "logo" text,
        "createdAt" timestamptz not null, "metadata" text
      );
      create table auth."member" (
        "id" uuid primary key,
        "organizationId" uuid not null references auth."organization" ("id") on delete cascade,
        "userId" uuid not null references auth."user" ("id") on delete cascade,
        "role" text not null, "createdAt" timestamptz not null,
        unique ("organizationId", "userId")
      );
      create index on auth."member" ("userId");
      create table auth."invitation" (
        "id" uuid primary key,
        "organizationId" uuid not null references auth."organization" ("id") on delete cascade,
        "email" text not null, "role" text, "status" text not null, "expiresAt" timestamptz not null,
        "createdAt" timestamptz not null default now(),
        "inviterId" uuid not null references auth."user" ("id") on delete cascade
      );
      create index on auth."invitation" ("organizationId");
      create index on auth."invitation" ("email");
      create table auth.mail (
        id uuid primary key, recipient text not null, subject text not null, body text not null,
        created_at timestamptz(3) not null, sent_at timestamptz(3)
      );`);
    this.addSql(`
      create table account_setting (
        account_id uuid primary key references auth."organization" ("id") on delete cascade,
        tier text not null check (tier in ('free', 'starter', 'growth', 'scale', 'enterprise')),
        limits jsonb not null default '{}',
        created_at timestamptz(3) not null
      );
      ${tenantPolicy('account_setting', { environment: false })}

      create table api_key (
        ${TENANT_COLUMNS}
        id uuid not null, user_id uuid not null, name text not null,
        format text not null check (format in ('sk', 'service')),
        prefix text not null, scopes text[] not null,
        created_at timestamptz(3) not null, expires_at timestamptz(3), revoked_at timestamptz(3),
        last_used_at timestamptz(3), replaced_by uuid,
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('api_key')}

      create table auth.key_hash (
        hash bytea primary key,
        account_id uuid not null, environment text not null, api_key_id uuid not null,
        foreign key (account_id, environment, api_key_id) references api_key on delete cascade
      );

      create table engine_usage (
        ${TENANT_COLUMNS}
        day date not null, calls integer not null,
        primary key (account_id, environment, day),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('engine_usage')}

      create table idempotency_record (
        ${TENANT_COLUMNS}
        operation text not null, key text not null, body_hash bytea not null,
        answer jsonb not null, created_at timestamptz(3) not null,
        primary key (account_id, environment, operation, key),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('idempotency_record')}`);
  }
}
