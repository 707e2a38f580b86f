import type { Deps, Scope } from '../../deps.js';
import { type Account, readAccount } from './account.js';
import { readUser, type UserRow } from './user.js';

export const readMe = async (
  deps: Deps,
  caller: Scope & { userId: string },
): Promise<{ user: UserRow; account: Account }> => {
  const [user, account] = await Promise.all([
    readUser(deps, caller.userId),
    readAccount(deps, caller),
  ]);
  return { user, account };
};
