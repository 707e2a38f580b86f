import { type Command, Option } from 'commander';
import type { Deps } from '../deps.js';
import { isId } from '../domain/accounts/id.js';
import { AppError } from '../errors.js';
import { ensureAccount, hasAccount, listMemberships } from '../services/accounts/account.js';
import type { Environment } from '../services/accounts/api-key.js';
import { findUserByEmail } from '../services/accounts/user.js';
import type { Printing } from './options.js';

export const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** A verb about somebody's data, in one of the two environments. */
export interface OfAnyUser extends Printing {
  email?: string;
  account?: string;
  environment: Environment;
}

export interface OfUser extends OfAnyUser {
  email: string;
}

export const addUser = (verb: Command, whose: string): Command =>
  verb
    .requiredOption('--email <email>', whose)
    .option('--account <id>', 'in which account, for someone who is in several');

/** For verbs that can find out by themselves whose data is meant. */
export const addAnyUser = (verb: Command, whose: string): Command =>
  verb.option('--email <email>', whose).option('--account <id>', `${whose}, by the account`);

export const addEnvironment = (verb: Command): Command =>
  verb.addOption(
    new Option('--environment <environment>', 'live data, or test data from the sandbox')
      .choices(ENVIRONMENTS)
      .default('live'),
  );

/** Whose account, as the options say it. */
export interface Selection {
  email?: string;
  account?: string;
}

const missing = (option: string, problem: string): AppError =>
  new AppError('NOT_FOUND', `${option} ${problem}`);

/** Known before anything is opened. */
export const checkSelection = (verb: Command): Command =>
  verb.hook('preAction', (_verb, called) => {
    const { email, account }: Selection = called.opts();
    if (email === undefined && account === undefined)
      throw new AppError('BAD_INPUT', '--email or --account must say whose account is meant');
  });

async function findUser(deps: Deps, email: string) {
  const user = await findUserByEmail(deps, email);
  if (!user) throw missing('--email', `${email}: there is no such user`);
  return user;
}

export const selectUserId = async (deps: Deps, email: string): Promise<string> =>
  (await findUser(deps, email)).id;

/** The user and the one account meant; someone in several accounts has to be told which. */
export async function selectUser(
  deps: Deps,
  { email, account }: Selection & { email: string },
): Promise<{ userId: string; accountId: string }> {
  const user = await findUser(deps, email);
  const places = await listMemberships(deps, user.id);
  if (account !== undefined) {
    if (!places.some(({ accountId }) => accountId === account))
      throw missing('--account', `${account}: ${email} is not in such an account`);
    return { userId: user.id, accountId: account };
  }
  if (places.length > 1) {
    const named = places.map(({ accountId, role }) => `${accountId} (${role})`).join(', ');
    throw new AppError(
      'BAD_INPUT',
      `--email ${email} is in several accounts; say which with --account: ${named}`,
    );
  }
  const { accountId } = places[0] ?? (await ensureAccount(deps, user, 'unknown'));
  return { userId: user.id, accountId };
}

export async function selectAccount(deps: Deps, selection: Selection): Promise<string> {
  const { email, account = '' } = selection;
  if (email !== undefined) return (await selectUser(deps, { ...selection, email })).accountId;
  if (!isId(account) || !(await hasAccount(deps, account))) {
    throw missing('--account', `${account}: there is no such account`);
  }
  return account;
}
