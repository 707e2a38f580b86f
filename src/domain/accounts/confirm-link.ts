/** The page that somebody comes to who has opened the link. */
export const CONFIRMED_PATH = '/address-confirmed';

/** Confirms an e-mail address, and leads to that page. */
export const toConfirmLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(CONFIRMED_PATH)}`;
