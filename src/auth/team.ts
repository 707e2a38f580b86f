import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Config } from '../config/config.js';
import { type Db, type Statement, SYSTEM } from '../database/db.js';
import { isId } from '../domain/accounts/id.js';
import {
  IS_ROLE,
  isRole,
  mayGive,
  mayInvite,
  ROLES,
  type Role,
  toRole,
} from '../domain/accounts/role.js';
import { AppError, badInput, notFound } from '../errors.js';
import { type Invitations, isOpen } from './invitations.js';

const REMOVE_MEMBER = '/organization/remove-member';
const GET_INVITATION = '/organization/get-invitation';

type Hook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['before']>[number];
type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type Fields = Record<string, unknown>;

const ROLE: Statement = {
  name: 'role-in-account',
  text: `select role from auth."member" where "organizationId" = :accountId and "userId" = :userId`,
};

const MEMBER: Statement = {
  name: 'member-of-account',
  text: `select m.role from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = :accountId and :member in (m.id::text, u.email)`,
};
/** A trigger rejects these rows, but a backup from before the trigger may contain one. */
const ODD: Statement = {
  name: 'odd-membership',
  text: `select 1 from auth."member" where "userId" = :id and not (${IS_ROLE}) limit 1`,
};

const at = (paths: readonly string[], rule: (ctx: Context) => Promise<unknown>): Hook => ({
  matcher: ({ path }) => paths.includes(path ?? ''),
  handler: createAuthMiddleware(rule as never),
});

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The account that the library uses for the call. */
const accountIn = (fields: Fields, session: Fields): unknown =>
  fields.organizationId || session.activeOrganizationId;

const isTeamPath = ({ path }: { path?: string }): boolean =>
  path?.startsWith('/organization/') === true;

const forbidden = (problem: string): AppError => new AppError('FORBIDDEN', problem);

/**
 * Closes gaps of the sign-in library about teams. The library reads a role as a comma-separated list and trims
 * spaces inconsistently: "admin, owner" is not an owner when an admin gives it, but is one when its holder acts.
 * It shows invitations to every member, and accepts the id of an invitation as proof of having read the mail.
 */
export function teamRules({
  config,
  db,
  invitations,
}: {
  config: Config;
  db: Db;
  invitations: Invitations;
}) {
  async function roleIn(accountId: unknown, userId: string): Promise<Role | null> {
    if (typeof accountId !== 'string' || !isId(accountId)) return null;
    const [member] = await db.query<{ role: string }>(SYSTEM, ROLE, { accountId, userId });
    return toRole(member?.role);
  }

  /** Applies to every path that takes a role, including paths that only the server can call. */
  const oneOfFour: Hook = {
    matcher: ({ body }) => 'role' in fieldsOf(body),
    handler: createAuthMiddleware(async (ctx) => {
      if (isRole(fieldsOf(ctx.body).role)) return;
      // Without a session, the library refuses the call.
      if (ctx.request !== undefined && (await getSessionFromCtx(ctx)) === null) return;
      throw badInput('role', `must be one of ${ROLES.join(', ')}`);
    }),
  };

  /**
   * The database, and so the library, also accepts ids without hyphens or in braces. The rules below would not
   * find such an account and would leave the decision to the library.
   */
  const plainAccount: Hook = {
    matcher: isTeamPath,
    handler: createAuthMiddleware(async ({ body, query }) => {
      for (const { organizationId } of [fieldsOf(body), fieldsOf(query)])
        if (typeof organizationId === 'string' && organizationId !== '' && !isId(organizationId))
          throw badInput('organizationId', 'must be the id of a team');
    }),
  };

  /** Refuses members whose stored role is invalid: the library would derive rights from it. */
  const ownRole: Hook = {
    matcher: isTeamPath,
    handler: createAuthMiddleware(async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      if (session !== null && (await db.query(SYSTEM, ODD, { id: session.user.id })).length > 0)
        throw forbidden('your role in a team is invalid; ask its owner to give you a valid one');
    }),
  };

  const signUp = at(['/sign-up/email'], async (ctx) => {
    // The command line calls without a request and is exempt.
    if (config.signup === 'open' || ctx.request === undefined) return;
    const { email, invitationId, invitationToken } = fieldsOf(ctx.body);
    const invitation =
      config.signup === 'invite' ? await invitations.open(invitationId, invitationToken) : null;
    if (invitation === null || invitation.email !== String(email).toLowerCase())
      throw forbidden(
        config.signup === 'invite'
          ? 'sign-up on this server requires an invitation link and the invited e-mail address'
          : 'sign-up is closed on this server',
      );
  });

  /** A repeated invitation replaces the earlier one, so that its role and inviter are current. */
  const invite = at(['/organization/invite-member'], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    const body = fieldsOf(ctx.body);
    if (session === null || typeof body.email !== 'string') return;
    const accountId = accountIn(body, session.session);
    const own = await roleIn(accountId, session.user.id);
    if (!mayInvite(own)) return;
    const to = body.email.toLowerCase();
    const earlier = await invitations.listPending(String(accountId));
    if (earlier.some(({ email, role }) => email === to && !mayGive(own, role)))
      throw forbidden('this address is already invited to a role above yours');
    return { context: { body: { ...body, resend: false } } };
  });

  /** A member of another account is not found; a member with a higher role cannot be changed. */
  const change = at(['/organization/update-member-role', REMOVE_MEMBER], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    const body = fieldsOf(ctx.body);
    const named = ctx.path === REMOVE_MEMBER ? body.memberIdOrEmail : body.memberId;
    if (session === null || typeof named !== 'string') return;
    const accountId = accountIn(body, session.session);
    const own = await roleIn(accountId, session.user.id);
    if (!mayInvite(own)) return;
    const [member] = await db.query<{ role: string }>(SYSTEM, MEMBER, {
      accountId,
      member: named.toLowerCase(),
    });
    if (member === undefined) throw notFound('member');
    // A member with an invalid role has no rights, so anyone who may invite can change it.
    if (
      !mayGive(own, toRole(member.role) ?? 'viewer') ||
      (isRole(body.role) && !mayGive(own, body.role))
    )
      throw forbidden('you cannot change, give or remove a role above your own');
  });

  /** The library passes these values to the database unchecked, including names that are not columns. */
  const listMembers = at(['/organization/list-members'], async (ctx) => {
    const query = fieldsOf(ctx.query);
    for (const name of ['sortBy', 'filterField'])
      if (name in query)
        throw badInput(name, 'is not supported: sort or filter the list in the client');
    for (const name of ['limit', 'offset'])
      if (name in query && !/^\d{1,3}$/.test(String(query[name])))
        throw badInput(name, 'must be a whole number from 0 to 999');
  });

  /** Only the name can be changed: the demo account is found by its slug. */
  const update = at(['/organization/update'], async ({ body }) => {
    const { data } = fieldsOf(body);
    if (typeof data !== 'object' || data === null) return;
    const other = Object.keys(data).find((name) => name !== 'name');
    if (other !== undefined) throw badInput(`data.${other}`, 'cannot be changed');
    if (!('name' in data)) throw badInput('data.name', 'is required');
  });

  const cancel = at(['/organization/cancel-invitation'], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (session === null) return;
    const invitation = await invitations.find(fieldsOf(ctx.body).invitationId);
    const own = await roleIn(invitation?.accountId, session.user.id);
    if (own === null || !invitation?.isPending) throw notFound('invitation');
    if (mayInvite(own) && !mayGive(own, invitation.role))
      throw forbidden('this invitation is to a role above yours');
  });

  /** Requires the token of the invitation link. The library then compares the addresses. */
  const answer = at(
    [GET_INVITATION, '/organization/accept-invitation', '/organization/reject-invitation'],
    async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      const { invitationId, invitationToken } = fieldsOf(ctx.body);
      const query = fieldsOf(ctx.query);
      const invitation =
        ctx.path === GET_INVITATION
          ? await invitations.open(query.id, query.invitationToken)
          : await invitations.open(invitationId, invitationToken);
      if (invitation === null) throw notFound('invitation');
      if (session?.user.email !== invitation.email) return;
      if ((await roleIn(invitation.accountId, session.user.id)) !== null)
        throw new AppError('CONFLICT', 'you are already in this team');
    },
  );

  /** The library's answer and the session; null when the call failed or there is no session. */
  const answered = async (ctx: Context) => {
    const { returned } = ctx.context;
    const session = await getSessionFromCtx(ctx);
    return returned instanceof Error || session === null ? null : { returned, session };
  };

  /** Only members who may invite see invitations, with the links of those whose role they may give. */
  const list = at(['/organization/list-invitations'], async (ctx) => {
    const done = await answered(ctx);
    if (done === null) return;
    const accountId = accountIn(fieldsOf(ctx.query), done.session.session);
    const own = await roleIn(accountId, done.session.user.id);
    if (!mayInvite(own)) throw forbidden('your role may not see invitations');
    const pending = await invitations.listPending(String(accountId));
    const linkOf = new Map(
      pending
        .filter((invitation) => isOpen(invitation) && mayGive(own, invitation.role))
        .map((invitation) => [invitation.id, invitations.linkOf(invitation)]),
    );
    const listed = done.returned as { id: string }[];
    return ctx.json(listed.map((each) => ({ ...each, link: linkOf.get(each.id) ?? null })));
  });

  return {
    id: 'team-rules',
    hooks: {
      before: [
        plainAccount,
        ownRole,
        oneOfFour,
        signUp,
        invite,
        change,
        listMembers,
        update,
        cancel,
        answer,
      ],
      after: [list],
    },
  } satisfies BetterAuthPlugin;
}
