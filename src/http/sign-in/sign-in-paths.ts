import type { Layer } from '../../domain/limits/sliding-window.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Limits of one open path of the sign-in library. */
export interface SignInPath {
  /** Requests allowed per network. */
  layers: readonly Layer[];
  /** Whether the path creates or verifies a password hash. */
  isHashing: boolean;
}

const PLAIN: SignInPath = { layers: [{ limit: 300, windowMs: MINUTE_MS }], isHashing: false };
const HASHING: SignInPath = { layers: [{ limit: 10, windowMs: MINUTE_MS }], isHashing: true };
/** Sign-up reveals whether an e-mail address has an account, so its limits are low. */
const SIGN_UP: SignInPath = {
  layers: [
    { limit: 10, windowMs: MINUTE_MS },
    { limit: 30, windowMs: HOUR_MS },
  ],
  isHashing: true,
};
const MAILING: SignInPath = {
  layers: [
    { limit: 5, windowMs: MINUTE_MS },
    { limit: 30, windowMs: HOUR_MS },
  ],
  isHashing: false,
};

/** Target of a mailed link to set a new password. */
const RESET_LINK = 'GET /reset-password/:token';

/** The open paths of the sign-in library below `/api/auth`. All other paths return 404. */
export const SIGN_IN_PATHS = {
  'GET /get-session': PLAIN,
  'GET /demo': PLAIN,
  'POST /sign-in/email': HASHING,
  'POST /sign-up/email': SIGN_UP,
  'POST /sign-out': PLAIN,
  'POST /request-password-reset': MAILING,
  'POST /send-verification-email': MAILING,
  'GET /verify-email': PLAIN,
  [RESET_LINK]: PLAIN,
  'POST /reset-password': HASHING,
  'POST /change-password': HASHING,
  'POST /update-user': PLAIN,
  'GET /organization/list': PLAIN,
  'GET /organization/list-members': PLAIN,
  'GET /organization/list-invitations': PLAIN,
  'GET /organization/get-invitation': PLAIN,
  'POST /organization/accept-invitation': PLAIN,
  'POST /organization/reject-invitation': PLAIN,
  'POST /organization/invite-member': PLAIN,
  'POST /organization/cancel-invitation': PLAIN,
  'POST /organization/update-member-role': PLAIN,
  'POST /organization/remove-member': PLAIN,
  'POST /organization/set-active': PLAIN,
  'POST /organization/update': PLAIN,
} as const satisfies Record<string, SignInPath>;

export type SignInPathName = keyof typeof SIGN_IN_PATHS;

const isDoorName = (name: string): name is SignInPathName => Object.hasOwn(SIGN_IN_PATHS, name);

/** The open path of a request; null if there is none. Compares exactly, so that no other spelling gets past the list. */
export function findSignInPath(method: string, path: string): SignInPathName | null {
  const name = `${method} ${path.replace(/^\/reset-password\/[\w-]+$/, '/reset-password/:token')}`;
  return isDoorName(name) ? name : null;
}
