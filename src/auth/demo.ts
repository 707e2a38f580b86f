import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { demoLinkName } from '../domain/accounts/links.js';

const SPENT =
  'this link has expired or has already been used; create a new one with: npm run -s cli -- demo link';

/** `GET /api/auth/demo?token=…`: signs in to the demo account once and redirects to its dashboard. */
export const demoLink = () =>
  ({
    id: 'demo-link',
    endpoints: {
      openDemoLink: createAuthEndpoint(
        '/demo',
        { method: 'GET', query: z.object({ token: z.string().max(100).optional() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const link = await internalAdapter.consumeVerificationValue(
            demoLinkName(ctx.query.token ?? ''),
          );
          const user = link && (await internalAdapter.findUserById(link.value));
          if (!user) throw new APIError('UNAUTHORIZED', { message: SPENT });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          throw ctx.redirect('/dashboard?environment=test');
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
