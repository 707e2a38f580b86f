import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { updateIncident } from '../../../src/services/incidents/update-incident.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { ownerOf } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { createWatched, type Watched } from './fixture.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

/** A run that some answers of which cite the page, so many on each platform. */
async function cite(watched: Watched, url: string, domain: string, day: number, each = 1) {
  const run = await watched.look(day, { mentioned: 7 });
  await sql(
    app.databaseUrl,
    `insert into answer_citation select account_id, environment, run_id, platform, prompt_id, repeat, run_at, 0, $2, $3, $4, '', false
     from (select *, row_number() over (partition by platform order by repeat) as n from answer where run_id = $1) a where n <= $5`,
    [run, newId(), url, domain, each],
  );
  await examineRuns(app.deps, watched.tenant, [run]);
}
const watch = async (website: string): Promise<Watched> => {
  const watched = await createWatched(app);
  await updateBrand(app.deps, watched.tenant, watched.brandId, { website });
  return watched;
};

test('a homograph that is cited is an incident at once, and one for all of them', async () => {
  const watched = await watch('https://paypal.com');
  await cite(watched, 'https://paypa1.com/login', 'paypa1.com', 5);
  await cite(watched, 'https://paypa1.com/login', 'paypa1.com', 5);
  expect(await watched.incidents()).toMatchObject([
    {
      type: 'impersonation',
      severity: 'critical',
      title: 'Possible impersonation: paypa1.com, cited in 12 answers',
      evidence_count: 12,
      details: { subjects: ['paypa1.com'], score: 1, reasons: ['homograph'], answersCiting: 12 },
    },
  ]);
  await cite(watched, 'https://x.com/paypal-support/status/1', 'x.com', 4);
  expect(await watched.incidents()).toMatchObject([
    {
      title: 'Possible impersonation: paypa1.com and 1 more, cited in 18 answers',
      evidence_count: 18,
      details: { subjects: ['paypa1.com', 'x.com/paypal-support'], answersCiting: 18 },
    },
  ]);
  expect(await watched.events()).toHaveLength(1);

  const [incident] = await watched.incidents();
  const by = ownerOf(watched.tenant);
  await updateIncident(app.deps, by, incident?.id ?? '', { status: 'resolved', note: 'ours' });
  await cite(watched, 'https://paypa1.com/login', 'paypa1.com', 3);
  expect(await watched.incidents()).toHaveLength(1);
  await cite(watched, 'https://paypal-login.com/', 'paypal-login.com', 2);
  expect(await watched.incidents()).toHaveLength(2);
});

test.each([
  [
    'one that is allowed',
    'https://paypal.com',
    'https://paypa1.com/',
    'paypa1.com',
    ['paypa1.com'],
  ],
  ['one’s own', 'https://paypal.com', 'https://www.paypal.com/', 'paypal.com', ['paypal.com']],
  ['another name', 'https://paypal.com', 'https://payday.com/', 'payday.com', []],
  ['a short name’s neighbour', 'https://acme.com', 'https://a-cme.com/', 'a-cme.com', []],
])('%s: none', async (_, website, url, domain, ownedDomains) => {
  const watched = await watch(website);
  await updateBrand(app.deps, watched.tenant, watched.brandId, { ownedDomains });
  await cite(watched, url, domain, 5);
  expect(await watched.incidents()).toEqual([]);
});

test('of a short name it takes a second sign', async () => {
  const watched = await watch('https://acme.com');
  await cite(watched, 'https://acme-login.com/', 'acme-login.com', 5);
  expect(await watched.incidents()).toMatchObject([{ type: 'impersonation' }]);
});
