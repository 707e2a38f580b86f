import { type Command, Option } from 'commander';
import { toResetLink } from '../../domain/accounts/links.js';
import { LIMIT_NAMES, type Limits, TIERS, type Tier } from '../../domain/accounts/tier.js';
import { AppError } from '../../errors.js';
import {
  ensureAccount,
  readAccount,
  setAccountLimits,
  setTier,
} from '../../services/accounts/account.js';
import { createUser, resetPassword } from '../../services/accounts/user.js';
import { addNoun, addVerb, type Printing, toKebab, toLimit, withJson } from '../options.js';
import { readPassword } from '../password.js';
import { addAction, perform, toTable, toTime } from '../perform.js';
import { checkSelection, type Selection, selectAccount, selectUserId } from '../selection.js';

const tierOption = () => new Option('--tier <tier>', 'what the account may use').choices(TIERS);

const addSelection = (verb: Command): Command =>
  checkSelection(verb)
    .option('--email <email>', 'the account of this user')
    .option('--account <id>', 'the account of this id');

function addCreate(account: Command): void {
  const verb = addVerb(
    account,
    'create',
    'Make a user who can sign in, and their account. Works while sign-up is closed.',
    ['account create --email ada@example.com --password - --tier growth --json < password.txt'],
  )
    .requiredOption('--email <email>', 'what the user signs in with')
    .requiredOption(
      '--password <password>',
      '8 to 128 characters; - reads a line of the input, which no list of processes shows',
    )
    .option(
      '--name <name>',
      'of the user and the account (default: the e-mail address up to its @)',
    )
    .addOption(tierOption().default('free' satisfies Tier));
  withJson(verb).action(
    async (options: Printing & { email: string; password: string; name?: string; tier: Tier }) => {
      const password = await readPassword(options.password);
      await perform(options, async (deps) => {
        const { email, tier, name = email.split('@')[0] ?? email } = options;
        const user = await createUser(deps, { email, password, name });
        const { accountId } = await ensureAccount(deps, user, 'operator');
        if (tier !== 'free') await setTier(deps, accountId, tier);
        const data = { accountId, userId: user.id };
        return {
          data,
          text: toTable([
            ['account', accountId],
            ['user', user.id],
            ['tier', tier],
          ]),
        };
      });
    },
  );
}

function addSetTier(account: Command): void {
  const verb = addVerb(account, 'set-tier', 'Change what an account may use.', [
    'account set-tier --email ada@example.com --tier scale',
  ]);
  addSelection(verb).addOption(tierOption().makeOptionMandatory());
  addAction(verb, async (deps, options: Printing & Selection & { tier: Tier }) => {
    const accountId = await selectAccount(deps, options);
    await setTier(deps, accountId, options.tier);
    return {
      data: { accountId, tier: options.tier },
      text: `${accountId} is on tier ${options.tier}`,
    };
  });
}

type OwnLimits = { [Name in keyof Limits]?: number | 'none' };

function addSetLimits(account: Command): void {
  const verb = addVerb(
    account,
    'set-limits',
    "Give one account limits of its own. What is not named stays as it is; none takes the account's own limit back.",
    [
      'account set-limits --email ada@example.com --brands 500 --requests-per-hour 20000',
      'account set-limits --account 019a2b3c-… --brands none',
    ],
  );
  addSelection(verb);
  for (const name of LIMIT_NAMES) {
    verb.option(`--${toKebab(name)} <n>`, 'a whole number from 0, or none', toLimit);
  }
  withJson(verb).action(async (options: Printing & Selection & OwnLimits) => {
    const named = LIMIT_NAMES.filter((name) => options[name] !== undefined);
    if (named.length === 0) {
      const names = LIMIT_NAMES.map((name) => `--${toKebab(name)}`).join(', ');
      throw new AppError('BAD_INPUT', `at least one of ${names} is needed`);
    }
    const own = Object.fromEntries(
      named.map((name) => [name, options[name] === 'none' ? null : options[name]]),
    );
    await perform(options, async (deps) => {
      const accountId = await selectAccount(deps, options);
      await setAccountLimits(deps, accountId, own);
      const { limits, ownLimits } = await readAccount(deps, { accountId, environment: 'live' });
      return { data: { accountId, limits, ownLimits }, text: toLimitTable(limits, ownLimits) };
    });
  });
}

const toLimitTable = (limits: Limits, own: Partial<Limits>): string =>
  toTable(
    LIMIT_NAMES.map((name) => [
      toKebab(name),
      String(limits[name]),
      own[name] === undefined ? '' : 'own',
    ]),
  );

function addShow(account: Command): void {
  const verb = addVerb(account, 'show', 'Tell what an account may use.', [
    'account show --email ada@example.com',
  ]);
  addAction(addSelection(verb), async (deps, options: Printing & Selection) => {
    const accountId = await selectAccount(deps, options);
    const { name, tier, limits, ownLimits } = await readAccount(deps, {
      accountId,
      environment: 'live',
    });
    const head = toTable([
      ['account', accountId],
      ['name', name],
      ['tier', tier],
    ]);
    return {
      data: { accountId, name, tier, limits, ownLimits },
      text: `${head}\n\n${toLimitTable(limits, ownLimits)}`,
    };
  });
}

function addResetPassword(account: Command): void {
  const verb = addVerb(
    account,
    'reset-password',
    'Let someone back in who lost their password, and end all of their sessions.',
    [
      'account reset-password --email ada@example.com',
      'account reset-password --email ada@example.com --password - < password.txt',
    ],
  )
    .requiredOption('--email <email>', 'whose password')
    .option(
      '--password <password>',
      'the new one; - reads a line of the input (default: a link to a page that sets one, once, within an hour)',
    );
  withJson(verb).action(async (options: Printing & { email: string; password?: string }) => {
    const given = options.password === undefined ? null : await readPassword(options.password);
    await perform(options, async (deps) => {
      const userId = await selectUserId(deps, options.email);
      const { token, expiresAt } = await resetPassword(deps, userId, given);
      if (token === null)
        return { data: { userId }, text: `${options.email} has a new password and no session` };
      const link = toResetLink(deps.config.publicUrl, token);
      return {
        data: { userId, link, token, expiresAt },
        text: [
          `${options.email} has no session any more. Until ${toTime(expiresAt)} this page of the running server sets a new password, once:`,
          `  ${link}`,
        ].join('\n'),
      };
    });
  });
}

export const addAccountCommands = addNoun('account', 'Accounts, their tiers and limits', [
  addCreate,
  addSetTier,
  addSetLimits,
  addShow,
  addResetPassword,
]);
