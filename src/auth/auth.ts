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
/** However often it is renewed, a session ends this long after the sign-in. */
const LONGEST_SESSION_MS = 14 * DAY_SEC * 1_000;
const viewerAc = createAccessControl(defaultStatements).newRole({ organization: [] });

const TIER: Statement = {
  name: 'tier-of-account',
  text: `select tier from account_setting where account_id = :accountId`,
};

/** What turns a password into what is kept of it, and tells whether a guess is the same. */
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
      // Its "errors" are mostly callers': a wrong password, an unknown user. Its other values hold e-mail addresses, and
      // so do some messages.
      log: (level, message, ...values) => {
        noteFault(values);
        options.log[level === 'error' ? 'warn' : 'debug'](
          { err: values.find((value) => value instanceof Error) },
          `sign-in: ${message.replace(/\S+@\S+/g, '*')}`,
        );
      },
    },
    // What nobody expected goes the way of all errors, and not to the console.
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
      // An answer that waited for the mail server would tell that somebody has the address.
      sendResetPassword: ({ user, url, token }) =>
        mail.sendLater({
          to: user.email,
          subject: 'Reset your Answerscope password',
          // Without a mail server, the kept message is how the link gets to its reader.
          ...(config.smtpUrl !== undefined && { secret: token }),
          // Whoever asked from a page of their own is led back there.
          text: `Open ${new URL(url).searchParams.get('callbackURL') ? url : toResetLink(config.publicUrl, token)}\nor send {"token": "${token}", "newPassword": "…"} to ${config.publicUrl}/api/auth/reset-password within an hour.\nIf you did not ask for this, ignore it.`,
        }),
    },
    emailVerification: createConfirmation(options),
    verification: {
      storeIdentifier: { default: 'plain', overrides: { 'reset-password': 'hashed' } },
    },
    // Renewed by use, so it lasts 24 hours after the last one.
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
          // Sockets that were opened with it are to close at once, on every process.
          after: (session, ctx) => {
            watch.sessionEnded(session, ctx);
            return db
              .transaction(SYSTEM, (tx) =>
                events.publish(tx, { topic: 'session', userId: session.userId }),
              )
              .catch((error) =>
                options.log.warn({ err: error }, 'the end of a session was not told'),
              );
          },
        },
      },
    },
    // Our own windows count every path, see src/http/sign-in/sign-in-guard.ts.
    rateLimit: { enabled: false },
    advanced: {
      // The id of an invitation is guessed from no other.
      database: {
        // The tables are ours to keep right; a look at them would go on after a short command has ended.
        validateSchema: false,
        generateId: ({ model }) => (model === 'invitation' ? randomUUID() : newId()),
      },
      useSecureCookies: false,
      cookiePrefix: https ? '__Host-answerscope' : 'answerscope',
      // Our own doors refuse foreign origins; the library knows one address of ours alone.
      disableCSRFCheck: true,
      // Where a mailed link may lead is checked in every environment.
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
        // A new account would start with new quotas.
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
                message: 'invitations need a paid tier',
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
