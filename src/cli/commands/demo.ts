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

/** One line that grows, for whoever looks on. */
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
    'Make the demo: an account, and a brand with 30 days of sandbox history. What is there already stays.',
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
        ['sign in', `${link} (once, within the hour)`],
        ...(key === null ? [] : [['key', `${key} (shown this once)`]]),
      ]),
    };
  });
}

function addLink(demo: Command): void {
  const verb = addVerb(
    demo,
    'link',
    'Make a link that signs in to the demo account, once, within the hour. An earlier one ends.',
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
    'Take the demo away: its account with all its brands, keys and sessions.',
    ['demo remove --json'],
  );
  addAction(verb, async (deps) => {
    const removed = await removeDemo(deps);
    return {
      data: { removed: removed !== null, brands: removed?.brands ?? 0 },
      text:
        removed === null
          ? 'There is no demo.'
          : `The demo is gone: its account, its user and ${removed.brands === 1 ? 'its brand' : `${removed.brands} brands`}, with all that was measured.`,
    };
  });
}

export const addDemoCommands = addNoun('demo', 'The demo account, its history and its sign-in', [
  addSeed,
  addLink,
  addRemove,
]);
