import { toFault } from './fault.js';
import { tellSessionEnd } from './session-end.js';
import { get as ask, post as send } from './sign-in.js';

/** The team, by the sign-in library, which keeps its members and whom they invited. */

/** All but who holds an invitation are signed in here, or were. */
const whileSignedIn = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error) => {
    if (toFault(error).code === 'UNAUTHENTICATED') tellSessionEnd();
    throw error;
  });

const get = <Answer>(...call: Parameters<typeof ask>): Promise<Answer> =>
  whileSignedIn(ask<Answer>(...call));

const post = (...call: Parameters<typeof send>): Promise<void> => whileSignedIn(send(...call));

export const ROLES = ['admin', 'member', 'viewer'] as const;

/** As in "is a member". */
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
  /** Where it is accepted, to be passed on by hand; null for whoever may not give its role. */
  link: string | null;
}

export interface Team {
  members: Member[];
  /** Those that may still be accepted. */
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

/** An open invitation to the same address ends with it. */
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

/** What the link of an invitation holds; it is asked for wherever the invitation is named. */
export interface InvitationLink {
  invitationId: string;
  invitationToken: string;
}

/** An invitation to whoever is signed in. */
export const readInvitation = ({
  invitationId,
  invitationToken,
}: InvitationLink): Promise<OwnInvitation> =>
  ask('/organization/get-invitation', { id: invitationId, invitationToken });

/** From then on the session is in that team. */
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

/** All other sessions of the person end with it. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
