import express, { type Request, type Response, Router } from 'express';
import { ADDRESS_HEADER, type Auth } from '../auth.js';
import { tellFaults } from '../auth-faults.js';
import { AppError } from '../errors.js';
import { isForeignOrigin } from './origin.js';

const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'none'";

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

const toPage = (content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>New password · Answerscope</title>
<h1>New password</h1>
${content}
</html>
`;

const toForm = (token: string, fault: string | null): string =>
  toPage(`${fault === null ? '' : `<p role="alert">${escapeHtml(fault)}</p>\n`}<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><label for="password">New password, 8 to 128 characters</label></p>
<p><input id="password" name="newPassword" type="password" autocomplete="new-password" minlength="8" maxlength="128" required></p>
<p><button>Set it</button></p>
</form>`);

const SPENT = toPage(
  `<p role="alert">This link was used already, or is older than an hour. Ask for a new one.</p>`,
);
const DONE = toPage(
  `<p>It is set, and all sessions that were open have ended. Sign in with it from now on.</p>`,
);

const send = (res: Response, status: number, html: string): void => {
  res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' });
  // A form that tells no origin at all would be taken for another site's.
  res.set('Referrer-Policy', 'same-origin');
  res.status(status).type('html').send(html);
};

/** The first of what a field holds; a form may name it twice. */
const textOf = (value: unknown): string => String(Array.isArray(value) ? value[0] : (value ?? ''));

/** Through the library's own door, with its limits and its hooks. */
function ask(
  auth: Auth,
  publicUrl: string,
  req: Request,
  body: object,
): Promise<globalThis.Response> {
  const request = new globalThis.Request(`${publicUrl}/api/auth/reset-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [ADDRESS_HEADER]: req.ip ?? '0.0.0.0' },
    body: JSON.stringify(body),
  });
  return tellFaults(
    () => auth.handler(request),
    ({ status }) => status >= 400,
  );
}

/** `/reset-password?token=…`: where a person sets a new password; works without scripts. */
export function createNewPassword(auth: Auth, publicUrl: string): Router {
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
    const answer = await ask(auth, publicUrl, req, {
      token,
      newPassword: textOf(req.body?.newPassword),
    });
    if (answer.ok) return send(res, 200, DONE);
    const { code, message = 'Try again later.' } = (await answer.json()) as {
      code?: string;
      message?: string;
    };
    send(res, answer.status, code === 'INVALID_TOKEN' ? SPENT : toForm(token, message));
  });
  return router;
}
