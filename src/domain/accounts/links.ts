import { createHash, randomBytes } from 'node:crypto';

/** How long a link that signs in to the demo may wait to be opened. */
export const DEMO_LINK_MS = 3_600_000;

export const makeDemoToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a link: from it nobody gets back to the token. */
export const demoLinkName = (token: string): string =>
  `demo-link:${createHash('sha256').update(token).digest('hex')}`;

/** The page that takes the token and a new password, once. */
export const toResetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;

/** The page on which somebody who was invited joins the team; the token shows that they have the link. */
export const toInviteLink = (publicUrl: string, invitationId: string, token: string): string =>
  `${publicUrl}/dashboard/invite?${new URLSearchParams({ id: invitationId, token })}`;

/** The page that somebody comes to who has opened the link. */
export const CONFIRMED_PATH = '/address-confirmed';

/** Confirms an e-mail address, and leads to that page. */
export const toConfirmLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(CONFIRMED_PATH)}`;
