import { randomBytes } from 'node:crypto';
import { type Deps, type Statement, type StoreDeps, SYSTEM } from '../../deps.js';
import { AppError, badInput, notFound } from '../../errors.js';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** Whether the user has confirmed the address, or the operator vouches for it. */
  emailConfirmed: boolean;
}

export interface NewUser {
  email: string;
  /** 8 to 128 characters. */
  password: string;
  /** 1 to 200 characters. */
  name: string;
}

const NAME_LENGTH = 200;

const COLUMNS = 'id, email, name, "emailVerified" as "emailConfirmed"';
const BY_ID: Statement = {
  name: 'user',
  text: `select ${COLUMNS} from auth."user" where id = :id`,
};
const SOME: Statement = {
  name: 'users',
  text: `select ${COLUMNS} from auth."user" where id = any(:ids::uuid[])`,
};
const BY_EMAIL: Statement = {
  name: 'user-of-email',
  text: `select ${COLUMNS} from auth."user" where email = lower(:email)`,
};

export async function readUser(deps: StoreDeps, id: string): Promise<UserRow> {
  const [user] = await deps.db.query<UserRow>(SYSTEM, BY_ID, { id });
  if (!user) throw notFound('user');
  return user;
}

/** The existing users among these ids. */
export const loadUsers = (deps: StoreDeps, ids: readonly string[]): Promise<UserRow[]> =>
  deps.db.query(SYSTEM, SOME, { ids });

/** Ignores case, like sign-in. */
export async function findUserByEmail(deps: StoreDeps, email: string): Promise<UserRow | null> {
  const [user] = await deps.db.query<UserRow>(SYSTEM, BY_EMAIL, { email: email.trim() });
  return user ?? null;
}

const taken = (email: string): AppError =>
  new AppError('CONFLICT', `email ${email} already belongs to a user`, {
    details: { field: 'email' },
  });

const tooShort = (): AppError => badInput('password', 'must have at least 8 characters');
const tooLong = (): AppError => badInput('password', 'must have at most 128 characters');

/** Translates errors of the sign-in library. */
async function toSignUpError(deps: StoreDeps, email: string, error: unknown): Promise<unknown> {
  const { code, message = '' } =
    (error as { body?: { code?: string; message?: string } }).body ?? {};
  switch (
    code === 'VALIDATION_ERROR' && message.includes('[body.email]') ? 'INVALID_EMAIL' : code
  ) {
    case 'INVALID_EMAIL':
      return badInput('email', `${email} is not an e-mail address`);
    case 'PASSWORD_TOO_SHORT':
      return tooShort();
    case 'PASSWORD_TOO_LONG':
      return tooLong();
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return taken(email);
    case 'FAILED_TO_CREATE_USER':
      // Of two concurrent sign-ups, the second fails in the database.
      return (await findUserByEmail(deps, email)) ? taken(email) : error;
    default:
      return error;
  }
}

/**
 * Creates a user who can sign in, on behalf of the operator: also while sign-up is closed, and
 * without a session.
 */
export async function createUser(deps: Deps, { email, password, name }: NewUser): Promise<UserRow> {
  if (name.trim() === '' || name.length > NAME_LENGTH)
    throw badInput('name', `must have 1 to ${NAME_LENGTH} characters`);
  if (password === '') throw tooShort();
  const made = await deps.auth.api
    .signUpEmail({ body: { email: email.trim(), password, name: name.trim() } })
    .catch(async (error) => {
      throw await toSignUpError(deps, email, error);
    });
  await deps.db.transaction(SYSTEM, async (tx) => {
    await tx.execute('delete from auth."session" where token = :token', { token: made.token });
    // The operator vouches for the address.
    await tx.execute('update auth."user" set "emailVerified" = true where id = :id', {
      id: made.user.id,
    });
  });
  return { id: made.user.id, email: made.user.email, name: made.user.name, emailConfirmed: true };
}

const RESET_MS = 3_600_000;

export interface PasswordReset {
  /** Null when a password was given and set. */
  token: string | null;
  expiresAt: Date | null;
}

/**
 * Resets a lost password on behalf of the operator: sets the given password, or creates a token that
 * sets a new one once within an hour. Setting the password or creating the token ends all sessions of
 * the user.
 */
export async function resetPassword(
  deps: Deps,
  userId: string,
  password: string | null,
): Promise<PasswordReset> {
  if (password !== null && password.length < 8) throw tooShort();
  if (password !== null && password.length > 128) throw tooLong();
  const { internalAdapter } = await deps.auth.$context;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + RESET_MS);
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt,
  });
  if (password === null) {
    await internalAdapter.deleteUserSessions(userId);
    deps.log.info(
      { security: 'password_reset_asked', userId },
      'the operator created a link to set a new password',
    );
    return { token, expiresAt };
  }
  await deps.auth.api.resetPassword({ body: { token, newPassword: password } });
  return { token: null, expiresAt: null };
}
