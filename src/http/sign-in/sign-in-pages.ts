import express, { type Request, type Response, Router } from 'express';
import { ADDRESS_HEADER } from '../../auth/watch.js';
import { CONFIRMED_PATH } from '../../domain/accounts/links.js';
import { AppError, STATUS_BY_CODE } from '../../errors.js';
import { isForeignOrigin } from '../../request/request-facts.js';
import type { SignInGuard } from './sign-in-guard.js';

/** A page without scripts and external resources. */
const toPlainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Answerscope</title>
<h1>${title}</h1>
${content}
</html>
`;

/** `forms` is the value of the policy's form-action. */
function sendPlainPage(res: Response, status: number, html: string, forms = "'none'"): void {
  const policy = `default-src 'none'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'; img-src 'none'`;
  res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  res.status(status).type('html').send(html);
}

const toConfirmation = (title: string, content: string): string =>
  toPlainPage(title, `<p>${content}</p>\n<p><a href="/dashboard">Go to the dashboard</a></p>`);

const CONFIRMED = toConfirmation('Address confirmed', 'Your e-mail address is confirmed.');
const NOT_CONFIRMED = toConfirmation(
  'Address not confirmed',
  'This link is invalid or older than one day. Sign in and request a new one.',
);

/** The page to which the sign-in library redirects from a mailed link. Works without scripts. */
export const createConfirmed = (): Router =>
  Router().get(CONFIRMED_PATH, (req, res) => {
    if (req.query.error === undefined) sendPlainPage(res, 200, CONFIRMED);
    else sendPlainPage(res, 400, NOT_CONFIRMED);
  });

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

const toPage = (content: string): string => toPlainPage('New password', content);

const toForm = (token: string, fault: string | null): string =>
  toPage(`${fault === null ? '' : `<p role="alert">${escapeHtml(fault)}</p>\n`}<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><label for="password">New password, 8 to 128 characters</label></p>
<p><input id="password" name="newPassword" type="password" autocomplete="new-password" minlength="8" maxlength="128" required></p>
<p><button>Set password</button></p>
</form>`);

const SPENT = toPage(
  `<p role="alert">This link has already been used or is older than one hour. Request a new one.</p>`,
);
const DONE = toPage(
  `<p>Your password is set and all open sessions are ended. Sign in with the new password.</p>`,
);

const send = (res: Response, status: number, html: string): void => {
  // Without an origin, the form would be refused as another site's.
  res.set('Referrer-Policy', 'same-origin');
  sendPlainPage(res, status, html, "'self'");
};

interface Body extends Record<string, unknown> {
  token: string;
  newPassword: string;
}

/** The first value of a field; a form may repeat it. */
const textOf = (value: unknown): string => String(Array.isArray(value) ? value[0] : (value ?? ''));

/** Sets the password by the same path as the API, with its limits. */
async function ask(enter: SignInGuard, publicUrl: string, req: Request, res: Response, body: Body) {
  const request = new globalThis.Request(`${publicUrl}/api/auth/reset-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [ADDRESS_HEADER]: req.ip ?? '0.0.0.0' },
    body: JSON.stringify(body),
  });
  await enter({ door: 'POST /reset-password', request, body, res });
}

/** `/reset-password?token=…`: page to set a new password. Works without scripts. */
export function createNewPassword(enter: SignInGuard, publicUrl: string): Router {
  const router = Router();
  const page = router.route('/reset-password');
  page.get((req, res) => {
    const token = textOf(req.query.token);
    send(res, 200, token === '' ? SPENT : toForm(token, null));
  });
  page.post(express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    if (isForeignOrigin(req.headers, publicUrl))
      throw new AppError('FORBIDDEN', 'a password must be set from this site');
    const token = textOf(req.body?.token);
    const body = { token, newPassword: textOf(req.body?.newPassword) };
    try {
      await ask(enter, publicUrl, req, res, body);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, details, retryAfterSec } = error;
      if (retryAfterSec !== undefined) res.set('Retry-After', String(retryAfterSec));
      const isSpent = details?.reason === 'INVALID_TOKEN';
      return send(res, STATUS_BY_CODE[code], isSpent ? SPENT : toForm(token, message));
    }
    send(res, 200, DONE);
  });
  return router;
}
