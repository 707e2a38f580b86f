import type pg from 'pg';

/** The role that owns the tables. A superuser makes it, so that nothing is made as a superuser. */
export const OWNER_ROLE = 'answerscope';

interface Login {
  /** Quoted where it has to be, as the database is. */
  name: string;
  database: string;
  /** Whether row-level security lets it pass. */
  above: boolean;
  /** The role that owns the tables then, whether it exists, and whether the login may use its rights. */
  role: string;
  made: boolean;
  member: boolean;
  /** Whether that role may make what we need. */
  equipped: boolean;
}

// Whose superuser goes by our role's name, as those of containers do, gets a role of another name.
const LOGIN = `select quote_ident(current_user) as name, quote_ident(current_database()) as database, me.rolsuper or me.rolbypassrls as above,
    wanted.name as role, own.oid is not null as made, coalesce(pg_has_role(own.oid, 'usage'), false) as member,
    coalesce(has_database_privilege(own.oid, current_database(), 'create') and has_schema_privilege(own.oid, 'public', 'create'), false) as equipped
  from pg_roles me cross join (select '${OWNER_ROLE}' || case when exists (select from pg_roles
      where rolname = '${OWNER_ROLE}' and (rolsuper or rolbypassrls)) then '_app' else '' end as name) wanted
    left join pg_roles own on own.rolname = wanted.name where me.rolname = current_user`;

/** What the tables' owner needs; who owns them is known once they are made. */
const RIGHTS = `select has_database_privilege(current_database(), 'create') as "mayAdd", has_schema_privilege('public', 'create') as "mayFill",
    (select nspowner::regrole::text from pg_namespace where nspname = 'auth' and not pg_has_role(nspowner, 'usage')) as stranger,
    quote_ident(current_user) as name, rolsuper or rolbypassrls as above from pg_roles where rolname = current_user`;

const DENIED = '42501';
const EXISTS = new Set(['42710', '23505']);

const lacking = (what: string, commands: readonly string[], cause?: unknown): Error =>
  new Error(`${what}; as a superuser in this database, run: ${commands.join('; ')};`, { cause });

/** Roles belong to the whole server: another database of ours may have made it, even just now. */
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
      const what = `The database login ${name} passes row-level security by, and may not make or use the role ${role}, which does not`;
      throw lacking(what, commands, error);
    });
}

/** Superusers pass row-level security by; then a role of our own is made and used for everything. */
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
 * Becomes the owner of the tables, whom row-level security binds and who may make what we need.
 * @returns the role that was taken, or null where the login is the owner itself
 */
export async function takeOwnerRole(client: pg.Client): Promise<string | null> {
  const login: Login = (await client.query(LOGIN)).rows[0];
  const role = await chooseRole(client, login);
  const { database } = login;
  const { mayAdd, mayFill, stranger, above, name } = (await client.query(RIGHTS)).rows[0];
  if (above) {
    const what = `The role ${name} passes row-level security by`;
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
    throw lacking(`${name} may not make tables in the database ${database}`, missing);
  return role;
}
