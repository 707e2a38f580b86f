import type { Deps, Scope, Statement } from '../deps.js';
import { notFound } from '../errors.js';
import { type Account, readAccount } from './account.js';

export interface UserRow {
  id: string;
  email: string;
  name: string;
}

const USER: Statement = {
  name: 'user',
  text: `select id, email, name from auth."user" where id = $1`,
};

export async function readUser(deps: Deps, id: string): Promise<UserRow> {
  const [user] = await deps.db.readShared<UserRow>(USER, [id]);
  if (!user) throw notFound('user');
  return user;
}

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
