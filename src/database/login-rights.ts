import type pg from 'pg';

/**
 * Statements that grant the rights that the login lacks. The login may only read and write rows. Partitions of answers
 * are accessible only through their parent table. Only the owner may TRUNCATE, which row-level security does not cover.
 *
 * The owner acts on the contents of some tables, so write access to them would let the login run commands as the owner:
 * the list of migrations, and for upgrades of the job library its version, its deferred commands (`bam`), and the
 * table name in a queue's row.
 */
const LACKING_RIGHTS = `with wanted as (
    select format('%I.%I', n.nspname, c.relname) as name, c.oid,
      string_to_array(case
        when c.oid = to_regclass('auth.migration') then 'select'
        when n.nspname = 'public' or n.nspname = 'auth' or c.relname in ('job', 'job_dependency', 'schedule')
          or exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = to_regclass('pgboss.job'))
          then 'select,insert,update,delete'
        when c.relname = 'queue' then 'select,insert,update'
        else 'select' end, ',') as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth', 'pgboss') and c.relkind in ('r', 'p')
      and not (c.relispartition and n.nspname = 'public')
  )
  select 'alter table pgboss.queue add constraint one_table check (not partition and table_name = ''job_common'')' as command
  where not exists (select from pg_constraint where conrelid = 'pgboss.queue'::regclass and conname = 'one_table')
  union all
  select format('grant usage on schema %I to %I', nspname, $1::text) from pg_namespace
  where nspname in ('auth', 'pgboss') and not has_schema_privilege($1, oid, 'usage')
  union all
  select format('grant %s on %s to %I', array_to_string(rights, ', '), name, $1)
  from wanted where exists (select from unnest(rights) as one where not has_table_privilege($1, oid, one))
  union all
  select format('grant update (%s) on pgboss.version to %I', string_agg(quote_ident(attname), ', '), $1)
  from pg_attribute where attrelid = 'pgboss.version'::regclass and attnum > 0 and not attisdropped
    and attname <> 'version' and not has_column_privilege($1, attrelid, attnum, 'update')
  having count(*) > 0`;

/**
 * Statements that grant access to the database and revoke default rights of every role. Temporary tables allow the
 * login to create functions, and large objects belong permanently to their creator. Also resets settings that the login
 * has stored for its own role, because they persist.
 */
const LACKING_LIMITS = `select format('grant connect on database %I to %I', current_database(), $1::text) as command
    where not has_database_privilege($1, current_database(), 'connect')
  union all select format('grant usage on schema public to %I', $1) where not has_schema_privilege($1, 'public', 'usage')
  union all select format('revoke temporary on database %I from public', current_database())
    where has_database_privilege($1, current_database(), 'temporary')
  union all select 'revoke create on schema public from public' where has_schema_privilege($1, 'public', 'create')
  union all select format('revoke execute on function %s from public', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
      and has_function_privilege($1, p.oid, 'execute')
  union all select distinct format('alter role %I %sreset all', $1, case setdatabase when 0 then '' else format('in database %I ', current_database()) end)
    from pg_db_role_setting join pg_roles r on r.oid = setrole
    where r.rolname = $1 and setdatabase in (0, (select oid from pg_database where datname = current_database()))`;

/** Rights of a login beyond reading and writing rows. */
const EXCESS = `select array_remove(array[
    case when r.rolsuper then 'is a superuser' end,
    case when r.rolbypassrls then 'bypasses row-level security' end,
    case when r.rolcreaterole then 'can create roles' end,
    case when r.rolcreatedb then 'can create databases' end,
    case when r.rolreplication then 'can replicate' end,
    case when exists (select from pg_auth_members where member = r.oid) then 'is a member of other roles' end,
    case when exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o')
      then 'owns tables or other objects' end,
    case when has_database_privilege(r.oid, current_database(), 'create') then 'can create schemas' end,
    case when has_database_privilege(r.oid, current_database(), 'temporary') then 'can create temporary tables' end,
    case when has_schema_privilege(r.oid, 'public', 'create') then 'can create tables' end,
    case when exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'auth', 'pgboss') and c.relkind in ('r', 'p')
          and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger'))
      or has_table_privilege(r.oid, 'auth.migration', 'insert, update, delete')
      or has_table_privilege(r.oid, 'pgboss.bam', 'insert, update, delete')
      or has_table_privilege(r.oid, 'pgboss.version', 'insert, update, delete')
      then 'has more rights on tables than it needs' end
  ], null) as excess, r.rolsuper or r.rolbypassrls as above from pg_roles r where r.rolname = $1`;

const listCommands = async (client: pg.Client, text: string, name: string): Promise<string[]> =>
  (await client.query<{ command: string }>(text, [name])).rows.map(({ command }) => command);

/** Grants missing rights, as the owner of the tables. Only reads if no right is missing. */
export async function grantRights(client: pg.Client, name: string): Promise<void> {
  const commands = await listCommands(client, LACKING_RIGHTS, name);
  if (commands.length > 0) await client.query(commands.join('; '));
}

/** Sets limits as the role that signed in. Rights that it may not revoke appear in `findExcessRights`. */
export async function setLoginLimits(client: pg.Client, name: string): Promise<void> {
  for (const command of await listCommands(client, LACKING_LIMITS, name))
    await client.query(command).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
    });
}

/** Describes the rights of the login beyond those on rows. Throws if the login bypasses row-level security. */
export async function findExcessRights(client: pg.Client, name: string): Promise<string[]> {
  const [found] = (await client.query<{ excess: string[]; above: boolean }>(EXCESS, [name])).rows;
  if (found?.above)
    throw new Error(
      `The database login ${name} bypasses row-level security; as a superuser, run: alter role ${name} nosuperuser nobypassrls;`,
    );
  return found?.excess ?? [];
}
