/** The page on which somebody who was invited joins the team; the token shows that they have the link. */
export const toInviteLink = (publicUrl: string, invitationId: string, token: string): string =>
  `${publicUrl}/dashboard/invite?${new URLSearchParams({ id: invitationId, token })}`;
