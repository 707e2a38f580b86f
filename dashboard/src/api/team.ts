import { toFault } from './fault.js';
import { tellSessionEnd } from './session-end.js';
import { get as ask, post as send } from './sign-in.js';

/** Requests about the team. The sign-in library stores its members and invitations. */

/** Reports the end of the session on UNAUTHENTICATED. Unused by `readInvitation`: it needs no session. */
const whileSignedIn = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error) => {
    if (toFault(error).code === 'UNAUTHENTICATED') tellSessionEnd();
    throw error;
  });

const get = <Answer>(...call: Parameters<typeof ask>): Promise<Answer> =>
  whileSignedIn(ask<Answer>(...call));

const post = (...call: Parameters<typeof send>): Promise<void> => whileSignedIn(send(...call));

export const ROLES = ['admin', 'member', 'viewer'] as const;

/** The role with its indefinite article, such as "a member". */
export const withArticle = (role: string): string =>
  `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

export interface Member {
  id: string;
  userId: string;
  role: string;
  createdAt: string;
  user: { name: string; email: string };
}

export interface Invitation {
  id: string;
  email: string;
  role: string;
  status: string;
  expiresAt: string;
  /** URL to accept the invitation, for sharing by hand; null if the caller may not grant its role. */
  link: string | null;
}

export interface Team {
  members: Member[];
  /** Pending invitations that have not expired. */
  invitations: Invitation[];
}

const isOpen = ({ status, expiresAt }: Invitation): boolean =>
  status === 'pending' && new Date(expiresAt).getTime() > Date.now();

export async function readTeam(organizationId: string, withInvitations: boolean): Promise<Team> {
  const [{ members }, invitations] = await Promise.all([
    get<{ members: Member[] }>('/organization/list-members', { organizationId, limit: '100' }),
    withInvitations ? get<Invitation[]>('/organization/list-invitations', { organizationId }) : [],
  ]);
  return { members, invitations: invitations.filter(isOpen) };
}

/** Replaces any pending invitation to the same address. */
export const invite = (organizationId: string, email: string, role: string): Promise<void> =>
  post('/organization/invite-member', { organizationId, email, role });

export const cancelInvitation = (invitationId: string): Promise<void> =>
  post('/organization/cancel-invitation', { invitationId });

export const setRole = (organizationId: string, memberId: string, role: string): Promise<void> =>
  post('/organization/update-member-role', { organizationId, memberId, role });

export const removeMember = (organizationId: string, memberIdOrEmail: string): Promise<void> =>
  post('/organization/remove-member', { organizationId, memberIdOrEmail });

export interface OwnInvitation {
  role: string;
  organizationName: string;
  inviterEmail: string;
}

/** Parameters of an invitation link; every request about the invitation needs both. */
export interface InvitationLink {
  invitationId: string;
  invitationToken: string;
}

/** Fetches an invitation that is addressed to the signed-in person. */
export const readInvitation = ({
  invitationId,
  invitationToken,
}: InvitationLink): Promise<OwnInvitation> =>
  ask('/organization/get-invitation', { id: invitationId, invitationToken });

/** Also switches the session to that team. */
export const acceptInvitation = (link: InvitationLink): Promise<void> =>
  post('/organization/accept-invitation', link);

export const declineInvitation = (link: InvitationLink): Promise<void> =>
  post('/organization/reject-invitation', link);

export interface OwnTeam {
  id: string;
  name: string;
}

export const readOwnTeams = (): Promise<OwnTeam[]> => get('/organization/list');

export const enterTeam = (organizationId: string): Promise<void> =>
  post('/organization/set-active', { organizationId });

export const renameTeam = (organizationId: string, name: string): Promise<void> =>
  post('/organization/update', { organizationId, data: { name } });

export const renameUser = (name: string): Promise<void> => post('/update-user', { name });

/** Also ends all other sessions of the person. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
