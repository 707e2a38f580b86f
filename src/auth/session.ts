import type { AuthService } from './auth.js';
import { tellFaults } from './faults.js';

export interface Session {
  user: { id: string; name: string; email: string };
  createdAt: Date;
  activeAccountId: string | null;
  /** Where it was signed in from; empty where nobody knows. */
  address: string;
  /** Set-Cookie lines: what was renewed here has to be renewed in the browser too. */
  setCookies: readonly string[];
}

/** The session behind a Cookie header; null when there is none, or it has ended. */
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
