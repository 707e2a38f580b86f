import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { examineRuns } from '../../../src/services/examine-run.js';
import { type Told, tellRun } from '../../helpers/answers.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/dashboard.js';
import { makeBrand } from '../../helpers/probe.js';
import { sql } from '../../helpers/sql.js';
import { createWatched, type Watched } from './ground.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

const on = (fallen: string, rate: number) => (platform: string) => (platform === fallen ? rate : 7);
/** Days on which one platform names the brand no more. */
const fall = async (watched: Watched) => {
  for (let day = 10; day > 6; day -= 1) await watched.look(day, { mentioned: on('grok', 0) });
};

test('one platform that falls for one brand is the brand’s own, and told of that platform', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
  await fall(watched);
  expect(await watched.incidents()).toMatchObject([
    { type: 'ranking_collapse', details: { platform: 'grok' }, severity: 'low' },
  ]);
});

test('one that falls for half of the account’s brands is told once, of no brand', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
  const { tenant, noon, prompts } = watched;
  const other = await makeBrand(app, tenant, { name: 'Globex' });
  const answers = (day: number): Told[] =>
    prompts.map((promptId, index) => ({
      platform: 'grok',
      promptId,
      ...(day > 10 && index < 7 && { rank: 1 }),
    }));
  for (let day = 40; day > 6; day -= 1) {
    const run = { at: noon(day), answers: answers(day) };
    const id = await tellRun(app, tenant, other.id, run);
    if (day <= 10) await examineRuns(app.deps, tenant, [id]);
  }
  await fall(watched);
  const told = await sql<{ type: string; title: string }>(
    app.databaseUrl,
    `select type, title, details->'subjects' as subjects from incident where account_id = $1 and type = 'platform_shift'`,
    [tenant.accountId],
  );
  expect(told).toEqual([
    {
      type: 'platform_shift',
      title: 'grok names 2 of 2 brands less: a change of the platform',
      subjects: ['grok'],
    },
  ]);
  expect((await watched.incidents()).map(({ type }) => type)).not.toContain('ranking_collapse');
  expect(await watched.suspicions()).toEqual([]);
});
