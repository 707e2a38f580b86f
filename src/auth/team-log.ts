import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Log } from '../observability/log.js';

interface Member {
  userId: string;
  organizationId: string;
  role: string;
}
interface Invitation {
  id: string;
  organizationId: string;
  role: string;
}

const ofMember = ({ organizationId: accountId, userId: memberUserId, role }: Member) => ({
  accountId,
  memberUserId,
  role,
});
const ofInvitation = ({ organizationId: accountId, id: invitationId, role }: Invitation) => ({
  accountId,
  invitationId,
  role,
});

interface Line {
  security: string;
  words: string;
  /** Log fields from the library's answer; ids and the role only. */
  toFields(answer: never): object;
}

const LINES: Record<string, Line> = {
  '/organization/invite-member': {
    security: 'invitation_made',
    words: 'a user was invited to an account',
    toFields: ofInvitation,
  },
  '/organization/accept-invitation': {
    security: 'invitation_accepted',
    words: 'an invitation was accepted',
    toFields: ({ invitation }: { invitation: Invitation }) => ofInvitation(invitation),
  },
  '/organization/update-member-role': {
    security: 'role_changed',
    words: 'the role of a member was changed',
    toFields: ofMember,
  },
  '/organization/remove-member': {
    security: 'member_removed',
    words: 'a member was removed from an account',
    toFields: ({ member }: { member: Member }) => ofMember(member),
  },
};

/** Logs each change of the members of an account: the ids of the actor and of the member. */
export const teamLog = (log: Log) =>
  ({
    id: 'team-log',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && path in LINES,
          handler: createAuthMiddleware(async (ctx) => {
            const line = LINES[ctx.path];
            const { returned } = ctx.context;
            if (line === undefined || returned instanceof Error) return;
            const session = await getSessionFromCtx(ctx);
            const { security, words, toFields } = line;
            log.info({ security, userId: session?.user.id, ...toFields(returned as never) }, words);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
