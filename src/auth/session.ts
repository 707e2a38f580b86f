import type { AuthService } from './auth.js';
import { tellFaults } from './faults.js';

export interface Session {
  user: { id: string; name: string; email: string };
  createdAt: Date;
  activeAccountId: string | null;
  /** IP address of the sign-in; empty when unknown. */
  address: string;
  /** Set-Cookie headers that renew the session in the browser. */
  setCookies: readonly string[];
}

/** The session of a Cookie header; null without one or when it has ended. */
export async function readSession(auth: AuthService, cookie: string): Promise<Session | null> {
  const { headers, response } = await tellFaults(
    () => auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }),
    (answer) => answer.response === null,
  );
  if (response === null) return null;
  const { session, user } = response;
  return {
    user,
    createdAt: session.createdAt,
    address: session.ipAddress ?? '',
    activeAccountId: session.activeOrganizationId ?? null,
    setCookies: headers.getSetCookie(),
  };
}
