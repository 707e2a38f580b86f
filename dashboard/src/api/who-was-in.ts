/** By itself, since pages that load nothing else of the dashboard sign out, too. */

const MARK = 'answerscope:was-signed-in';

const DEMO_EMAIL = 'demo@answerscope.example';

type Who = 'demo' | 'person';

/** Who was signed in here and has not left, if anybody: a session that is gone has ended then. */
export function whoWasIn(): Who | null {
  try {
    const who = localStorage.getItem(MARK);
    return who === 'demo' || who === 'person' ? who : null;
  } catch {
    return null;
  }
}

/** @param email of whoever is signed in; null for nobody */
export function markSignedIn(email: string | null): void {
  const who: Who = email === DEMO_EMAIL ? 'demo' : 'person';
  try {
    if (email === null) localStorage.removeItem(MARK);
    else localStorage.setItem(MARK, who);
  } catch {
    // A browser that keeps nothing does not know.
  }
}
