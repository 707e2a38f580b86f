import { createHash, randomBytes } from 'node:crypto';

/** Lifetime of an unused demo sign-in link. */
export const DEMO_LINK_MS = 3_600_000;

export const makeDemoToken = (): string => randomBytes(32).toString('base64url');

/** Stored form of a demo link: the token cannot be recovered from it. */
export const demoLinkName = (token: string): string =>
  `demo-link:${createHash('sha256').update(token).digest('hex')}`;

/** Page that accepts the token and a new password; works once. */
export const toResetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;

/** Page on which an invited person joins the team; the token proves that they have the link. */
export const toInviteLink = (publicUrl: string, invitationId: string, token: string): string =>
  `${publicUrl}/dashboard/invite?${new URLSearchParams({ id: invitationId, token })}`;

/** Page shown after an e-mail address was confirmed. */
export const CONFIRMED_PATH = '/address-confirmed';

/** Link that confirms an e-mail address and redirects to that page. */
export const toConfirmLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(CONFIRMED_PATH)}`;
