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

const tierOption = () =>
  new Option('--tier <tier>', 'tier of the account, which sets its limits').choices(TIERS);

const addSelection = (verb: Command): Command =>
  checkSelection(verb)
    .option('--email <email>', 'e-mail address of a user in the account')
    .option('--account <id>', 'account id');

function addCreate(account: Command): void {
  const verb = addVerb(
    account,
    'create',
    'Create a user and their account. Works while sign-up is closed.',
    ['account create --email ada@example.com --password - --tier growth --json < password.txt'],
  )
    .requiredOption('--email <email>', 'e-mail address the user signs in with')
    .requiredOption(
      '--password <password>',
      '8 to 128 characters; - reads it from standard input, so that it does not show in the process list',
    )
    .option(
      '--name <name>',
      'name of the user and the account (default: the part of the e-mail address before the @)',
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
  const verb = addVerb(account, 'set-tier', 'Change the tier of an account.', [
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
    'Override limits of one account. Limits not given stay unchanged; none restores the limit of the tier.',
    [
      'account set-limits --email ada@example.com --brands 500 --requests-per-hour 20000',
      'account set-limits --account 019a2b3c-… --brands none',
    ],
  );
  addSelection(verb);
  for (const name of LIMIT_NAMES) {
    verb.option(`--${toKebab(name)} <n>`, 'a whole number, 0 or more, or none', toLimit);
  }
  withJson(verb).action(async (options: Printing & Selection & OwnLimits) => {
    const named = LIMIT_NAMES.filter((name) => options[name] !== undefined);
    if (named.length === 0) {
      const names = LIMIT_NAMES.map((name) => `--${toKebab(name)}`).join(', ');
      throw new AppError('BAD_INPUT', `at least one of ${names} is required`);
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
  const verb = addVerb(account, 'show', 'Show the name, tier and limits of an account.', [
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
    "Reset a user's password and end all of their sessions.",
    [
      'account reset-password --email ada@example.com',
      'account reset-password --email ada@example.com --password - < password.txt',
    ],
  )
    .requiredOption('--email <email>', 'e-mail address of the user')
    .option(
      '--password <password>',
      'new password; - reads it from standard input (default: print a link to set one, valid once and for one hour)',
    );
  withJson(verb).action(async (options: Printing & { email: string; password?: string }) => {
    const given = options.password === undefined ? null : await readPassword(options.password);
    await perform(options, async (deps) => {
      const userId = await selectUserId(deps, options.email);
      const { token, expiresAt } = await resetPassword(deps, userId, given);
      if (token === null)
        return {
          data: { userId },
          text: `The password of ${options.email} is reset and all sessions are ended.`,
        };
      const link = toResetLink(deps.config.publicUrl, token);
      return {
        data: { userId, link, token, expiresAt },
        text: [
          `All sessions of ${options.email} are ended. The user can set a new password on this page of the running server, once, until ${toTime(expiresAt)}:`,
          `  ${link}`,
        ].join('\n'),
      };
    });
  });
}

export const addAccountCommands = addNoun('account', 'Manage accounts, their tiers and limits', [
  addCreate,
  addSetTier,
  addSetLimits,
  addShow,
  addResetPassword,
]);
