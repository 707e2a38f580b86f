import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Config } from '../config/config.js';
import { type Db, SYSTEM } from '../database/db.js';
import { toConfirmLink } from '../domain/accounts/links.js';
import { secondsLeftOfDay } from '../domain/time/utc-day.js';
import type { Mailer } from '../net/mail.js';
import type { Log } from '../observability/log.js';
import { takeDailyIn } from '../services/limits/daily-place.js';

const DAY_SEC = 86_400;
/** Mails to one user per UTC day, including the one at sign-up. */
const MAILS_PER_DAY = 5;

/** Confirms e-mail addresses by a link that is mailed at sign-up and again on request. */
export const createConfirmation = (options: {
  config: Config;
  db: Db;
  mail: Mailer;
  log: Log;
}): BetterAuthOptions['emailVerification'] => {
  const { config, db, mail, log } = options;
  return {
    sendOnSignUp: config.smtpUrl !== undefined,
    autoSignInAfterVerification: false,
    expiresIn: DAY_SEC,
    async sendVerificationEmail({ user, token }, request) {
      // Users created by the operator get no mail.
      if (request === undefined) return;
      const now = new Date();
      const quota = { allowance: 'confirmation-mails', holder: user.id, limit: MAILS_PER_DAY };
      const sendKept = await db.transaction(SYSTEM, async (tx) => {
        if (!(await takeDailyIn(tx, quota, now))) return null;
        return mail.keep(tx, {
          to: user.email,
          secret: token,
          subject: 'Confirm your address for Answerscope',
          text: `Open ${toConfirmLink(config.publicUrl, token)}\nwithin a day to confirm that this address is yours. If you did not sign up, ignore it.`,
        });
      });
      if (sendKept === null) {
        const message = `at most ${MAILS_PER_DAY} confirmation mails are sent per day; try again after midnight UTC`;
        const wait = { 'X-Retry-After': String(secondsLeftOfDay(now)) };
        throw new APIError('TOO_MANY_REQUESTS', { message }, wait);
      }
      // Not awaited: a sign-up keeps its place in the hash queue until this returns.
      void sendKept();
    },
    async afterEmailVerification({ id: userId }) {
      log.info({ security: 'address_confirmed', userId }, 'an e-mail address was confirmed');
    },
  };
};

/** Requires a session to request another mail, so that nobody can make this server send mail to others. */
export const confirmGuard = (config: Config) =>
  ({
    id: 'confirm-guard',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/send-verification-email',
          handler: createAuthMiddleware(async (ctx) => {
            if (config.smtpUrl === undefined)
              throw new APIError('FORBIDDEN', {
                message: 'this server sends no mail; ask its operator for an account',
              });
            if ((await getSessionFromCtx(ctx)) === null)
              throw new APIError('UNAUTHORIZED', { message: 'sign in to request another mail' });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
