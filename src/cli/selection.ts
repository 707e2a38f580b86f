import { type Command, Option } from 'commander';
import type { Deps } from '../deps.js';
import { isId } from '../domain/accounts/id.js';
import { AppError } from '../errors.js';
import { ensureAccount, hasAccount, listMemberships } from '../services/accounts/account.js';
import type { Environment } from '../services/accounts/api-key.js';
import { findUserByEmail } from '../services/accounts/user.js';
import type { Printing } from './options.js';

export const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Options of a verb that works on the data of one environment; user and account are optional. */
export interface OfAnyUser extends Printing {
  email?: string;
  account?: string;
  environment: Environment;
}

export interface OfUser extends OfAnyUser {
  email: string;
}

export const addUser = (verb: Command, account: string): Command =>
  verb
    .requiredOption('--email <email>', `e-mail address of a user in the ${account}`)
    .option('--account <id>', 'account id; required when the user is in several accounts');

/** For verbs that can find the account without these options. */
export const addAnyUser = (verb: Command, account: string): Command =>
  verb
    .option('--email <email>', `e-mail address of a user in the ${account}`)
    .option('--account <id>', `id of the ${account}`);

export const addEnvironment = (verb: Command): Command =>
  verb.addOption(
    new Option('--environment <environment>', 'live data, or test data answered by the sandbox')
      .choices(ENVIRONMENTS)
      .default('live'),
  );

/** The account, by the e-mail address of a member or by its id. */
export interface Selection {
  email?: string;
  account?: string;
}

const missing = (option: string, problem: string): AppError =>
  new AppError('NOT_FOUND', `${option} ${problem}`);

/** Checks that an account is given, before the runtime is created. */
export const checkSelection = (verb: Command): Command =>
  verb.hook('preAction', (_verb, called) => {
    const { email, account }: Selection = called.opts();
    if (email === undefined && account === undefined)
      throw new AppError('BAD_INPUT', '--email or --account is required');
  });

async function findUser(deps: Deps, email: string) {
  const user = await findUserByEmail(deps, email);
  if (!user) throw missing('--email', `${email} does not belong to a user`);
  return user;
}

export const selectUserId = async (deps: Deps, email: string): Promise<string> =>
  (await findUser(deps, email)).id;

/** The user and their account; a user in several accounts must be given with the account. */
export async function selectUser(
  deps: Deps,
  { email, account }: Selection & { email: string },
): Promise<{ userId: string; accountId: string }> {
  const user = await findUser(deps, email);
  const places = await listMemberships(deps, user.id);
  if (account !== undefined) {
    if (!places.some(({ accountId }) => accountId === account))
      throw missing('--account', `${account} is not an account of ${email}`);
    return { userId: user.id, accountId: account };
  }
  if (places.length > 1) {
    const named = places.map(({ accountId, role }) => `${accountId} (${role})`).join(', ');
    throw new AppError(
      'BAD_INPUT',
      `--email ${email} is in several accounts; choose one with --account: ${named}`,
    );
  }
  const { accountId } = places[0] ?? (await ensureAccount(deps, user, 'unknown'));
  return { userId: user.id, accountId };
}

export async function selectAccount(deps: Deps, selection: Selection): Promise<string> {
  const { email, account = '' } = selection;
  if (email !== undefined) return (await selectUser(deps, { ...selection, email })).accountId;
  if (!isId(account) || !(await hasAccount(deps, account))) {
    throw missing('--account', `${account} does not exist`);
  }
  return account;
}
