import { type Command, Option } from 'commander';
import type { Environment } from '../services/accounts/api-key.js';
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
