import { type Deps, type Statement, SYSTEM, type Tenant } from '../../deps.js';
import type { Role } from '../../domain/accounts/role.js';

/** Who is in a team, and who has been asked into it. */

export interface MemberRow {
  id: string;
  userId: string;
  role: Role;
  createdAt: Date;
}

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  expiresAt: Date;
}

const MEMBERS: Statement = {
  name: 'team-members',
  text: `select id, "userId", role, "createdAt" from auth."member" where "organizationId" = :accountId order by "createdAt", id limit 1000`,
};
const INVITATIONS: Statement = {
  name: 'team-invitations',
  text: `select id, email, role, "expiresAt" from auth."invitation"
    where "organizationId" = :accountId and status = 'pending' and "expiresAt" > :expiresAt order by id desc limit 1000`,
};

/** The first one first. */
export const listMembers = (
  { db }: Deps,
  { accountId }: Pick<Tenant, 'accountId'>,
): Promise<MemberRow[]> => db.query<MemberRow>(SYSTEM, MEMBERS, { accountId });

/** Those that can still be taken up, newest first. */
export const listInvitations = (
  { db, now }: Deps,
  { accountId }: Pick<Tenant, 'accountId'>,
): Promise<InvitationRow[]> =>
  db.query<InvitationRow>(SYSTEM, INVITATIONS, { accountId, expiresAt: now() });
