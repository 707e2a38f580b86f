import { getRequest, setResponse } from 'better-call/node';
import express, { Router } from 'express';
import { ADDRESS_HEADER, type Auth } from '../auth.js';
import { tellFaults } from '../auth-faults.js';
import { AppError, type ErrorCode, STATUS_BY_CODE } from '../errors.js';
import { isForeignOrigin } from './origin.js';

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  // The library's answer to a sign-up with an address that is known.
  422: 'CONFLICT',
  429: 'RATE_LIMITED',
};

/** The library's refusal in the words and codes of all other doors; its own code goes along as the reason. */
async function toAppError(response: Response): Promise<AppError> {
  const text = await response.text();
  const told = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    code?: string;
    message?: string;
  };
  const { code: reason, message = 'there is nothing at this path' } = told;
  if (response.status >= 500)
    throw new Error(`the sign-in library answered ${response.status}: ${reason} ${message}`);
  const own = Object.keys(STATUS_BY_CODE).find((code) => code === reason) as ErrorCode | undefined;
  const wait = Number(response.headers.get('X-Retry-After') ?? Number.NaN);
  return new AppError(own ?? CODE_BY_STATUS[response.status] ?? 'BAD_INPUT', message, {
    ...(reason !== undefined && own === undefined && { details: { reason } }),
    ...(Number.isFinite(wait) && { retryAfterSec: Math.max(1, wait) }),
  });
}

/** `/api/auth/*`: the sign-in library's own handler, told the caller's real address. */
export function createSignIn(auth: Auth, publicUrl: string): Router {
  const router = Router();
  router.use(express.json({ limit: '64kb' }));
  router.use(async (req, res) => {
    res.set('Cache-Control', 'no-store');
    // Another site may not sign a visitor in either, for which no cookie is needed yet.
    if (req.method !== 'GET' && isForeignOrigin(req.headers, publicUrl))
      throw new AppError('FORBIDDEN', 'sign-in must be asked for by this site');
    req.headers[ADDRESS_HEADER] = req.ip ?? '0.0.0.0';
    const request = getRequest({ base: publicUrl, request: req });
    const response = await tellFaults(
      () => auth.handler(request),
      ({ status }) => status >= 400,
    );
    if (response.status < 400) return setResponse(res, response);
    res.append('Set-Cookie', response.headers.getSetCookie());
    throw await toAppError(response);
  });
  return router;
}
