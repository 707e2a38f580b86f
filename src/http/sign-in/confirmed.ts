import { Router } from 'express';
import { CONFIRMED_PATH } from '../../domain/accounts/links.js';
import { sendPlainPage, toPlainPage } from './plain-page.js';

const toPage = (title: string, content: string): string =>
  toPlainPage(title, `<p>${content}</p>\n<p><a href="/dashboard">Go to the dashboard</a></p>`);

const CONFIRMED = toPage('Address confirmed', 'Your e-mail address is confirmed.');
const NOT_CONFIRMED = toPage(
  'Address not confirmed',
  'This link is wrong, or older than a day. Sign in, and ask for another one.',
);

/** Where the mailed link ends, after the sign-in library has read its token; works without scripts. */
export const createConfirmed = (): Router =>
  Router().get(CONFIRMED_PATH, (req, res) => {
    if (req.query.error === undefined) sendPlainPage(res, 200, CONFIRMED);
    else sendPlainPage(res, 400, NOT_CONFIRMED);
  });
