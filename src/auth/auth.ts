import { randomUUID } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createAccessControl } from 'better-auth/plugins/access';
import { organization } from 'better-auth/plugins/organization';
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from 'better-auth/plugins/organization/access';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Config } from '../config/config.js';
import { deriveKey } from '../config/secret-key.js';
import { type Db, type Statement, SYSTEM } from '../database/db.js';
import type { Events } from '../database/events.js';
import { newId } from '../domain/accounts/id.js';
import { toResetLink } from '../domain/accounts/links.js';
import type { Mailer } from '../net/mail.js';
import type { Log } from '../observability/log.js';
import { confirmGuard, createConfirmation } from './confirm.js';
import { demoLink } from './demo.js';
import { noteFault } from './faults.js';
import type { HashQueue } from './hash-queue.js';
import { createInvitations } from './invitations.js';
import { teamRules } from './team.js';
import { teamLog } from './team-log.js';
import { ADDRESS_HEADER, createAuthWatch } from './watch.js';

const DAY_SEC = 86_400;
/** A session ends this long after the sign-in, however often it is renewed. */
const LONGEST_SESSION_MS = 14 * DAY_SEC * 1_000;
const viewerAc = createAccessControl(defaultStatements).newRole({ organization: [] });

const TIER: Statement = {
  name: 'tier-of-account',
  text: `select tier from account_setting where account_id = :accountId`,
};

/** Hashes passwords for storage, and checks a password against a stored hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(guess: { hash: string; password: string }): Promise<boolean>;
}
const SCRYPT: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

export function createAuth(options: {
  config: Config;
  secretKey: string;
  pool: Pool;
  db: Db;
  events: Events;
  mail: Mailer;
  hashes: HashQueue;
  hasher?: PasswordHasher | undefined;
  digest(text: string): string;
  log: Log;
}) {
  const { config, db, events, mail, hashes, hasher = SCRYPT } = options;
  const watch = createAuthWatch(options);
  const https = config.publicUrl.startsWith('https://');
  const { secretKey } = options;
  const invitations = createInvitations({ db, secretKey, publicUrl: config.publicUrl });

  const settings = {
    appName: 'Answerscope',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: deriveKey(secretKey, 'sessions'),
    telemetry: { enabled: false },
    logger: {
      // The library's errors are mostly the caller's: a wrong password, an unknown user. Values and messages may
      // contain e-mail addresses, so values are dropped and messages masked.
      log: (level, message, ...values) => {
        noteFault(values);
        options.log[level === 'error' ? 'warn' : 'debug'](
          { err: values.find((value) => value instanceof Error) },
          `sign-in: ${message.replace(/\S+@\S+/g, '*')}`,
        );
      },
    },
    // Unexpected errors take the usual path for errors instead of the console.
    onAPIError: { throw: true },
    database: { dialect: new PostgresDialect({ pool: options.pool }), type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: {
        hash: (password) => hashes.run('new', () => hasher.hash(password)),
        verify: (guess) => hashes.run('new', () => hasher.verify(guess)),
      },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }, request) => watch.passwordReset(user.id, request?.headers),
      // Not awaited: the delay of the mail server would reveal that the address has a user.
      sendResetPassword: ({ user, url, token }) =>
        mail.sendLater({
          to: user.email,
          subject: 'Reset your Answerscope password',
          // Without a mail server the stored message must contain the token, because nobody gets a mail.
          ...(config.smtpUrl !== undefined && { secret: token }),
          // A caller's own callback page takes precedence over ours.
          text: `Open ${new URL(url).searchParams.get('callbackURL') ? url : toResetLink(config.publicUrl, token)}\nor send {"token": "${token}", "newPassword": "…"} to ${config.publicUrl}/api/auth/reset-password within an hour.\nIf you did not ask for this, ignore it.`,
        }),
    },
    emailVerification: createConfirmation(options),
    verification: {
      storeIdentifier: { default: 'plain', overrides: { 'reset-password': 'hashed' } },
    },
    // Use renews a session: it lasts 24 hours after the last use.
    session: { expiresIn: DAY_SEC, updateAge: 300 },
    databaseHooks: {
      user: { create: { after: watch.userMade } },
      account: { update: { after: watch.accountChanged } },
      session: {
        create: { after: watch.sessionMade },
        update: {
          async before(change, ctx) {
            const { expiresAt } = change;
            const { createdAt } = ctx?.context.session?.session ?? {};
            if (!expiresAt || !createdAt) return;
            const lastMs = createdAt.getTime() + LONGEST_SESSION_MS;
            return {
              data: { ...change, expiresAt: new Date(Math.min(expiresAt.getTime(), lastMs)) },
            };
          },
        },
        delete: {
          // Every process closes the sockets of the session immediately.
          after: (session, ctx) => {
            watch.sessionEnded(session, ctx);
            return db
              .transaction(SYSTEM, (tx) =>
                events.publish(tx, { topic: 'session', userId: session.userId }),
              )
              .catch((error) =>
                options.log.warn(
                  { err: error },
                  'other processes could not be notified of the end of a session',
                ),
              );
          },
        },
      },
    },
    // src/http/sign-in/sign-in-guard.ts limits every path.
    rateLimit: { enabled: false },
    advanced: {
      // Ids of invitations are random, so that they cannot be guessed from other ids.
      database: {
        // Our migrations keep the tables right, and the validation would outlast a short command.
        validateSchema: false,
        generateId: ({ model }) => (model === 'invitation' ? randomUUID() : newId()),
      },
      useSecureCookies: false,
      cookiePrefix: https ? '__Host-answerscope' : 'answerscope',
      // `refuseForeignChanges` refuses foreign origins; the library knows only one of our addresses.
      disableCSRFCheck: true,
      // Checks the redirect target of mailed links in every environment.
      disableOriginCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    plugins: [
      demoLink(),
      teamRules({ config, db, invitations }),
      teamLog(options.log),
      confirmGuard(config),
      organization({
        allowUserToCreateOrganization: false,
        // A user could delete an account to start over with fresh quotas.
        disableOrganizationDeletion: true,
        requireEmailVerificationOnInvitation: false,
        invitationExpiresIn: 2 * DAY_SEC,
        cancelPendingInvitationsOnReInvite: true,
        roles: { owner: ownerAc, admin: adminAc, member: memberAc, viewer: viewerAc },
        organizationHooks: {
          async beforeCreateInvitation({ organization: account }) {
            const tenant = { accountId: account.id, environment: 'live' } as const;
            const [setting] = await db.query<{ tier: string }>(tenant, TIER);
            if (setting?.tier === 'free') {
              throw new APIError('FORBIDDEN', {
                code: 'TIER_TOO_LOW',
                message: 'invitations require a paid tier',
              });
            }
          },
        },
        sendInvitationEmail: ({ id, email, organization: account, inviter }) =>
          mail.send({
            to: email,
            subject: `${inviter.user.name} invites you to ${account.name} on Answerscope`,
            secret: invitations.tokenOf({ id, email }),
            text: `Open ${invitations.linkOf({ id, email })}\nwithin two days to join. If you do not know ${inviter.user.name}, ignore it.`,
          }),
      }),
    ],
  } satisfies BetterAuthOptions;
  return betterAuth(settings);
}

export type AuthService = ReturnType<typeof createAuth>;
