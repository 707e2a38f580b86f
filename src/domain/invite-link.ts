/** The page on which somebody who was invited joins the team. */
export const toInviteLink = (publicUrl: string, invitationId: string): string =>
  `${publicUrl}/dashboard/invite?id=${invitationId}`;
