import type { Log } from '../observability/log.js';
import { asOwner } from './as-owner.js';
import { type Login, makeLogin, useLogin } from './login.js';
import { bringUpToDate } from './migrate.js';

/** The two ways into the database: one for all work, and one for what only the owner of the tables may do. */
export interface Access {
  login: Login;
  ownerUrl: string;
}

export interface AccessOptions {
  /** Signs in as the owner of the tables, or as one who may become it. */
  ownerUrl: string;
  /** A login that the operator has made for the product; undefined for one that is made here. */
  loginUrl: string | undefined;
  secretKey: string;
  log: Log;
  now: Date;
}

/** Brings the database up to date and finds the login to work with, one process at a time. */
export const openAccess = ({
  ownerUrl,
  loginUrl,
  secretKey,
  log,
  now,
}: AccessOptions): Promise<Access> =>
  asOwner(ownerUrl, log, async (owner) => {
    await bringUpToDate(owner, log, now);
    const login =
      loginUrl === undefined ? await makeLogin(owner, secretKey) : await useLogin(owner, loginUrl);
    return { login, ownerUrl };
  });
