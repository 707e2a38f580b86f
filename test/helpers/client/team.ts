import { newId } from '../../../src/domain/accounts/id.js';
import type { TestAccount, TestApp } from '../app.js';
import { sql } from '../run/sql.js';
import { call } from './http.js';
import { type AuthCall, postAuth } from './sign-in.js';

/** Moves a user into an account; the user's own account is removed. */
export async function joinTeam(
  { databaseUrl }: Pick<TestApp, 'databaseUrl'>,
  accountId: string,
  userId: string,
  role: string,
): Promise<void> {
  await sql(
    databaseUrl,
    `delete from auth."organization" where id in (
       select "organizationId" from auth."member" where "userId" = $1 and role = 'owner')`,
    [userId],
  );
  await sql(
    databaseUrl,
    `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values ($1, $2, $3, $4, now())`,
    [newId(), accountId, userId, role],
  );
}

type Inviter = Pick<TestAccount, 'cookie' | 'accountId'>;

export const invite = (
  app: Pick<TestApp, 'url'>,
  { cookie, accountId: organizationId }: Inviter,
  email: string,
  role: unknown = 'member',
) => postAuth(app, '/organization/invite-member', { email, role, organizationId }, { cookie });

export interface ListedInvitation {
  id: string;
  email: string;
  role: string;
  status: string;
  link: string | null;
}

export const listInvitations = (
  app: Pick<TestApp, 'url'>,
  { cookie, accountId: organizationId }: Inviter,
) =>
  call(app.url, 'GET', `/api/auth/organization/list-invitations?organizationId=${organizationId}`, {
    headers: { cookie },
  });

export interface Link {
  invitationId: string;
  invitationToken: string;
}

export function readLink(link: string | null | undefined): Link {
  const search = new URL(link ?? 'http://none').searchParams;
  return { invitationId: search.get('id') ?? '', invitationToken: search.get('token') ?? '' };
}

/** The link of an open invitation, as shown on the Team page. */
export async function copyLink(
  app: Pick<TestApp, 'url'>,
  inviter: Inviter,
  email: string,
): Promise<string | null> {
  const listed = (await listInvitations(app, inviter)).json<ListedInvitation[]>();
  return listed.find((one) => one.email === email && one.status === 'pending')?.link ?? null;
}

export const accept = (app: Pick<TestApp, 'url'>, link: object, by: AuthCall) =>
  postAuth(app, '/organization/accept-invitation', link, by);
