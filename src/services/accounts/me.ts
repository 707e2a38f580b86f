import type { Deps, Tenant } from '../../deps.js';
import { type Account, readAccount } from './account.js';
import { readUser, type UserRow } from './user.js';

export const readMe = async (
  deps: Deps,
  caller: Tenant & { userId: string },
): Promise<{ user: UserRow; account: Account }> => {
  const [user, account] = await Promise.all([
    readUser(deps, caller.userId),
    readAccount(deps, caller),
  ]);
  return { user, account };
};
