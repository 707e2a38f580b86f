import { Router } from 'express';
import { CONFIRMED_PATH } from '../../domain/accounts/links.js';

const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'none'";

const toPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Answerscope</title>
<h1>${title}</h1>
<p>${content}</p>
<p><a href="/dashboard">Go to the dashboard</a></p>
</html>
`;

const CONFIRMED = toPage('Address confirmed', 'Your e-mail address is confirmed.');
const NOT_CONFIRMED = toPage(
  'Address not confirmed',
  'This link is wrong, or older than a day. Sign in, and ask for another one.',
);

/** Where the mailed link ends, after the sign-in library has read its token; works without scripts. */
export function createConfirmed(): Router {
  const router = Router();
  router.get(CONFIRMED_PATH, (req, res) => {
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' });
    const isFault = req.query.error !== undefined;
    res
      .status(isFault ? 400 : 200)
      .type('html')
      .send(isFault ? NOT_CONFIRMED : CONFIRMED);
  });
  return router;
}
