/** In its own file, because pages outside the dashboard bundle sign out as well. */

const MARK = 'answerscope:was-signed-in';

const DEMO_EMAIL = 'demo@answerscope.example';

type Who = 'demo' | 'person';

/** Who signed in and did not sign out, or null. With a mark but without a session, the session expired. */
export function whoWasIn(): Who | null {
  try {
    const who = localStorage.getItem(MARK);
    return who === 'demo' || who === 'person' ? who : null;
  } catch {
    return null;
  }
}

/** @param email of the signed-in person; null after sign-out */
export function markSignedIn(email: string | null): void {
  const who: Who = email === DEMO_EMAIL ? 'demo' : 'person';
  try {
    if (email === null) localStorage.removeItem(MARK);
    else localStorage.setItem(MARK, who);
  } catch {
    // Storage may be unavailable; the mark is optional.
  }
}
