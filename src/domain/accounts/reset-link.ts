/** The page that takes the token and a new password, once. */
export const toResetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;
