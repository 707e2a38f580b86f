import type { Command } from 'commander';
import { platformName } from '../../domain/accounts/platform.js';
import { seedHistory } from '../../services/demo/demo.js';
import {
  ensureDemoAccount,
  findDemoAccount,
  makeDemoKey,
  makeDemoLink,
} from '../../services/demo/demo-account.js';
import { STORY } from '../../services/demo/demo-story.js';
import { removeDemo } from '../../services/demo/remove-demo.js';
import { addNoun, addVerb } from '../options.js';
import { addAction, toTable } from '../perform.js';
import { currentShell } from '../shell.js';

/** Draws a progress bar on stderr, if it is a terminal. */
function tellDays(days: number): void {
  const { stderr } = currentShell();
  if (!stderr.isTTY) return;
  const bar = '█'.repeat(days).padEnd(STORY.days, '░');
  stderr.write(`\r${bar} day ${days} of ${STORY.days}${days === STORY.days ? '\n' : ''}`);
}

function addSeed(demo: Command): void {
  const verb = addVerb(
    demo,
    'seed',
    'Create the demo account and a brand with 30 days of sandbox history. Existing demo data is kept.',
    ['demo seed --json'],
  );
  addAction(verb, async (deps) => {
    const isNew = (await findDemoAccount(deps)) === null;
    const account = await ensureDemoAccount(deps);
    const { brand } = await seedHistory(deps, account, {
      atOnce: deps.config.platformConcurrency,
      tell: tellDays,
    });
    const link = await makeDemoLink(deps, deps.config.publicUrl);
    const key = isNew ? await makeDemoKey(deps, account) : null;
    const { fading, rising } = STORY;
    return {
      data: { accountId: account.accountId, brandId: brand.id, sandbox: true, link, key },
      text: toTable([
        ['brand', `${brand.name}, ${STORY.days} days of sandbox answers (environment test)`],
        [
          'story',
          `${platformName(fading.platform)} drops on day ${fading.day}; ${rising.rival} rises`,
        ],
        ['sign in', `${link} (valid once, for one hour)`],
        ...(key === null ? [] : [['key', `${key} (shown only once)`]]),
      ]),
    };
  });
}

function addLink(demo: Command): void {
  const verb = addVerb(
    demo,
    'link',
    'Create a sign-in link for the demo account, valid once and for one hour. Earlier links stop working.',
    ['demo link --json'],
  );
  addAction(verb, async (deps) => {
    const link = await makeDemoLink(deps, deps.config.publicUrl);
    return { data: { link }, text: link };
  });
}

function addRemove(demo: Command): void {
  const verb = addVerb(
    demo,
    'remove',
    'Delete the demo account with all its brands, keys and sessions.',
    ['demo remove --json'],
  );
  addAction(verb, async (deps) => {
    const removed = await removeDemo(deps);
    return {
      data: { removed: removed !== null, brands: removed?.brands ?? 0 },
      text:
        removed === null
          ? 'There is no demo account.'
          : `Deleted the demo account, its user and ${removed.brands === 1 ? 'its brand' : `${removed.brands} brands`}, with all measurements.`,
    };
  });
}

export const addDemoCommands = addNoun(
  'demo',
  'Create and remove the demo account, and sign in to it',
  [addSeed, addLink, addRemove],
);
