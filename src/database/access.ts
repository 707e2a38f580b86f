import type { Log } from '../observability/log.js';
import { asOwner } from './as-owner.js';
import { type Login, makeLogin, useLogin } from './login.js';
import { bringUpToDate } from './migrate.js';

/** The two logins of the database: `login` for all work, and `ownerUrl` for work reserved to the owner of the tables. */
export interface Access {
  login: Login;
  ownerUrl: string;
}

export interface AccessOptions {
  /** Connection string of the owner of the tables, or of a login that may become the owner. */
  ownerUrl: string;
  /** Connection string of a login that the operator created; undefined to create a login. */
  loginUrl: string | undefined;
  secretKey: string;
  log: Log;
  now: Date;
}

/** Migrates the database and determines the login to work with, one process at a time. */
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
