import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';
import type { Role } from '../../domain/accounts/role.js';

/** Members and invitations of a team. */

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

/** Oldest first. */
export const listMembers = (
  { db }: StoreDeps,
  { accountId }: Pick<Tenant, 'accountId'>,
): Promise<MemberRow[]> => db.query<MemberRow>(SYSTEM, MEMBERS, { accountId });

/** Invitations that can still be accepted, newest first. */
export const listInvitations = (
  { db, now }: StoreDeps,
  { accountId }: Pick<Tenant, 'accountId'>,
): Promise<InvitationRow[]> =>
  db.query<InvitationRow>(SYSTEM, INVITATIONS, { accountId, expiresAt: now() });
