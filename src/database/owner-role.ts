import type pg from 'pg';

/** Role that owns the tables. A superuser login creates it, so that no table belongs to a superuser. */
export const OWNER_ROLE = 'answerscope';

interface Login {
  /** Quoted identifier if required, like `database`. */
  name: string;
  database: string;
  /** Whether the login bypasses row-level security. */
  above: boolean;
  /** Role to own the tables in that case; `made`: whether it exists; `member`: whether the login may use its rights. */
  role: string;
  made: boolean;
  member: boolean;
  /** Whether that role may create schemas and tables. */
  equipped: boolean;
}

// If the superuser has the name of the role, as in some containers, the role gets another name.
const LOGIN = `select quote_ident(current_user) as name, quote_ident(current_database()) as database, me.rolsuper or me.rolbypassrls as above,
    wanted.name as role, own.oid is not null as made, coalesce(pg_has_role(own.oid, 'usage'), false) as member,
    coalesce(has_database_privilege(own.oid, current_database(), 'create') and has_schema_privilege(own.oid, 'public', 'create'), false) as equipped
  from pg_roles me cross join (select '${OWNER_ROLE}' || case when exists (select from pg_roles
      where rolname = '${OWNER_ROLE}' and (rolsuper or rolbypassrls)) then '_app' else '' end as name) wanted
    left join pg_roles own on own.rolname = wanted.name where me.rolname = current_user`;

/** Rights that the owner of the tables needs, and the present owner if the tables exist. */
const RIGHTS = `select has_database_privilege(current_database(), 'create') as "mayAdd", has_schema_privilege('public', 'create') as "mayFill",
    (select nspowner::regrole::text from pg_namespace where nspname = 'auth' and not pg_has_role(nspowner, 'usage')) as stranger,
    quote_ident(current_user) as name, rolsuper or rolbypassrls as above from pg_roles where rolname = current_user`;

const DENIED = '42501';
const EXISTS = new Set(['42710', '23505']);

const lacking = (what: string, commands: readonly string[], cause?: unknown): Error =>
  new Error(`${what}; as a superuser in this database, run: ${commands.join('; ')};`, { cause });

/** Creates the role. Roles belong to the whole server, so a process of another database may have just created it. */
async function ensureRole(client: pg.Client, login: Login): Promise<void> {
  const { name, role, made, member } = login;
  const commands = [
    ...(made ? [] : [`create role ${role} nologin`]),
    ...(member ? [] : [`grant ${role} to ${name}`]),
  ];
  for (const command of commands)
    await client.query(command).catch((error: { code?: string }) => {
      if (EXISTS.has(error.code ?? '')) return;
      if (error.code !== DENIED) throw error;
      const what = `The database login ${name} bypasses row-level security, and may not create or use the role ${role}, which does not`;
      throw lacking(what, commands, error);
    });
}

/** Superusers bypass row-level security; for them a separate role is created and used for everything. */
async function chooseRole(client: pg.Client, login: Login): Promise<string | null> {
  if (!login.above) return null;
  const { role, database } = login;
  await ensureRole(client, login);
  if (!login.equipped) {
    await client.query(`grant connect, create on database ${database} to ${role}`);
    await client.query(`grant usage, create on schema public to ${role}`);
  }
  await client.query(`set role ${role}`);
  return role;
}

/**
 * Becomes the owner of the tables, who is subject to row-level security and may create schemas and tables.
 * @returns the role that the session now uses, or null if the login is the owner itself
 */
export async function takeOwnerRole(client: pg.Client): Promise<string | null> {
  const login: Login = (await client.query(LOGIN)).rows[0];
  const role = await chooseRole(client, login);
  const { database } = login;
  const { mayAdd, mayFill, stranger, above, name } = (await client.query(RIGHTS)).rows[0];
  if (above) {
    const what = `The role ${name} bypasses row-level security`;
    throw lacking(what, [`alter role ${name} nosuperuser nobypassrls`]);
  }
  if (stranger !== null) {
    const what = `The tables in the database ${database} belong to ${stranger}, not to ${name}; set DATABASE_OWNER_URL to an address that signs in as ${stranger}, or`;
    throw new Error(`${what}, as a superuser in this database, run: grant ${stranger} to ${name};`);
  }
  const missing = [
    ...(mayAdd ? [] : [`grant create on database ${database} to ${name}`]),
    ...(mayFill ? [] : [`grant create on schema public to ${name}`]),
  ];
  if (missing.length > 0)
    throw lacking(`${name} may not create tables in the database ${database}`, missing);
  return role;
}
