import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import type { PageEvidence } from '../../../src/domain/authority/page-evidence.js';
import { readAuthority } from '../../../src/services/authority/authority.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { type Told, tellRun, times } from '../../helpers/records/answers.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
beforeEach(async () => {
  fixture = await createBrandFixture(app);
});
afterAll(() => app.dispose());

const tell = (daysAgo: number, answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, { at: fixture.noon(daysAgo), answers, ...fields });
const read = () => readAuthority(app.deps, fixture.tenant, fixture.brandId);

const TWENTY = Array.from({ length: 20 }, newId);
/** 18 positive, 14 neutral and 5 negative ones. */
const toneOf = (mention: number) =>
  mention <= 18 ? 'positive' : mention <= 32 ? 'neutral' : 'negative';

/** 14, 9 and 14 of 20 prompts on three platforms; 15 of the 60 cite the brand's own page. */
function worked(of: Partial<Told> = {}): Told[] {
  let mentions = 0;
  return ['chatgpt', 'gemini', 'perplexity'].flatMap((platform, at) =>
    TWENTY.map((promptId, place): Told => {
      const own = place < 5 ? 1 : 0;
      const facts = { platform, promptId, citations: own, ownedCitations: own, ...of };
      if (place >= (at === 1 ? 9 : 14)) return { ...facts, prominence: 0 };
      mentions += 1;
      return { ...facts, rank: 1, prominence: (0.42 * 60) / 37, sentiment: toneOf(mentions) };
    }),
  );
}

test('the worked example of geoScore, with what each part adds', async () => {
  await tell(1, worked());
  const authority = await read();
  expect(authority).toMatchObject({ geoScore: 50.3, answers: 60, windowDays: 28, sandbox: true });
  expect(authority.components).toEqual([
    { component: 'visibility', weight: 0.4, points: 24.7 },
    { component: 'prominence', weight: 0.25, points: 10.5 },
    { component: 'sentiment', weight: 0.15, points: 10.1 },
    { component: 'citations', weight: 0.2, points: 5 },
  ]);
  expect(authority.citationDensity).toMatchObject({ value: 0.25, numerator: 15, denominator: 60 });
});

test('the same without an engine that cites: the other parts carry it', async () => {
  await tell(1, worked({ citationCapable: false }));
  expect(await read()).toMatchObject({
    geoScore: 56.6,
    citationDensity: { value: null, state: 'none' },
    // A share of platforms alone is not enough to go by.
    subscores: { authoritativeness: { value: null, coverage: 0.15 } },
  });
});

test('the worked example of citationDensity: 27 links in 60 answers', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(2, [
    ...times(20, { promptId, citations: 1, ownedCitations: 1 }),
    ...times(3, { promptId, citations: 3, ownedCitations: 2 }),
    { promptId, citations: 1, ownedCitations: 1 },
    ...times(36, { promptId }),
    // Neither counts: one failed, one cannot cite, one is older than the window.
    { promptId, failed: true },
    { promptId, citationCapable: false, ownedCitations: 9 },
  ]);
  await tell(29, times(5, { promptId, ownedCitations: 3 }));
  expect((await read()).citationDensity).toEqual({
    value: 0.45,
    numerator: 27,
    denominator: 60,
    low: 0.2966,
    high: 0.6547,
    state: 'low',
  });
});

test('a brand without answers has no score, and neither has one that was asked about by name only', async () => {
  const nothing = { geoScore: null, eeatScore: null, answers: 0 };
  expect(await read()).toMatchObject({
    ...nothing,
    citationDensity: { value: null },
    subscores: { authoritativeness: { value: null, coverage: 0 } },
    trend7d: { value: null, reason: 'too_few_answers' },
  });
  const [promptId = ''] = fixture.prompts;
  await tell(1, times(9, { promptId, branded: true, rank: 1, prominence: 1 }));
  expect(await read()).toMatchObject(nothing);
});

test('a brand that no answer names or cites scores 0; answers from before prominence leave its mean', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(1, times(9, { promptId, prominence: 0 }));
  expect((await read()).geoScore).toBe(0);
  await tell(2, times(9, { promptId, rank: 1 }));
  // Half of the answers; the nine that were measured do not name it.
  expect((await read()).components).toMatchObject([{ points: 20 }, { points: 0 }, {}, {}]);
});

test('answers that were all stored before prominence was measured leave it to the other parts', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(1, times(9, { promptId, rank: 1, citations: 1, ownedCitations: 1 }));
  const { components, geoScore } = await read();
  expect(components[1]).toEqual({ component: 'prominence', weight: 0.25, points: null });
  // (0.40 + 0.15 × 0.5 + 0.20) / 0.75
  expect(geoScore).toBe(90);
});

test('one platform is enough', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(1, [...times(3, { promptId, rank: 1, prominence: 1 }), { promptId, prominence: 0 }]);
  // 40 × 0.75 + 25 × 0.75 + 7.5 + 0: three mentions have no tone.
  expect((await read()).geoScore).toBe(56.3);
});

test('sandbox answers and real ones are never added up', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(3, times(30, { promptId, rank: 1, prominence: 1 }));
  await tell(1, times(30, { promptId, prominence: 0 }), { sandbox: false });
  expect(await read()).toMatchObject({ sandbox: false, answers: 30, geoScore: 0 });
  await tell(0.5, times(10, { promptId, rank: 1, prominence: 1 }));
  expect(await read()).toMatchObject({ sandbox: true, answers: 40 });
});

const PAGE: PageEvidence = {
  url: 'https://acme.example/',
  isSecure: true,
  words: 352,
  kinds: ['about', 'contact', 'terms'],
  firstHand: 0,
  details: 0,
  figures: 3,
  customers: 3,
  isSigned: true,
  hasCredentials: true,
  outboundDomains: ['survey.example'],
  reviewedBy: false,
  publishedAt: null,
  modifiedAt: null,
  claims: 4,
  sourced: 4,
  isEntity: true,
};
const keepPage = (evidence: PageEvidence) =>
  sql(
    app.databaseUrl,
    `insert into site_page (account_id, environment, brand_id, url, evidence, read_at) values ($1, $2, $3, $4, $5, now())`,
    [
      fixture.tenant.accountId,
      fixture.tenant.environment,
      fixture.brandId,
      evidence.url,
      JSON.stringify(evidence),
    ],
  );

test('the worked example of eeatScore: 40, 60 and 50, held back by a trust of 80', async () => {
  const [promptId = ''] = fixture.prompts;
  await keepPage(PAGE);
  await tell(1, [{ promptId, rank: 1, citations: 10, ownedCitations: 1 }], { sandbox: false });
  expect(await read()).toMatchObject({
    eeatScore: 63.2,
    subscores: {
      experience: { value: 40, coverage: 1 },
      expertise: { value: 60, coverage: 0.8 },
      authoritativeness: { value: 50, coverage: 1 },
      trustworthiness: { value: 80, coverage: 0.75 },
    },
  });
});

const keepWiki = async (facts: object[]) => {
  const { accountId, environment } = fixture.tenant;
  await sql(
    app.databaseUrl,
    `insert into wiki_page (account_id, environment, id, brand_id, title, body, version, facts, created_at, updated_at)
     values ($1, $2, $3, $4, '', '', 1, $5, now(), now())`,
    [accountId, environment, newId(), fixture.brandId, JSON.stringify(facts)],
  );
};

test('statements of answers are held against the wiki, and against all that the brand’s pages state', async () => {
  const [promptId = ''] = fixture.prompts;
  const founded = (value: string) => ({ about: 'founded', value });
  const price = (value: string) => ({ about: 'price', value });
  const signals = async () => {
    const { expertise, trustworthiness } = (await read()).subscores;
    return [expertise.signals[2], trustworthiness.signals[1]];
  };
  const real = { sandbox: false };
  await keepPage({ ...PAGE, stated: [founded('2016'), price('10')] });
  await tell(1, times(3, { promptId, rank: 1, stated: [founded('2016')] }), real);
  expect(await signals()).toEqual([
    { id: 'factual_agreement', weight: 20, strength: null, of: 0 },
    { id: 'consistent_facts', weight: 25, strength: 1, of: 3 },
  ]);
  await keepWiki([
    { text: 'a', ...founded('2016') },
    { text: 'b', about: null, value: null },
  ]);
  await keepWiki([
    { text: 'c', ...price('10') },
    { text: 'c', ...price('10') },
  ]);
  await tell(2, [{ promptId, rank: 1, stated: [founded('2014'), price('12')] }], real);
  // Neither counts: it failed, it is of another environment, it is too old.
  await tell(3, [{ promptId, failed: true, stated: [founded('2014')] }], real);
  await tell(4, [{ promptId, rank: 1, stated: [founded('2014')] }]);
  await tell(30, [{ promptId, rank: 1, stated: [founded('2014')] }], real);
  expect(await signals()).toEqual([
    { id: 'factual_agreement', weight: 20, strength: 0.6, of: 5 },
    // One page more for each, four answers about its founding and one about its price.
    { id: 'consistent_facts', weight: 25, strength: 0.7143, of: 7 },
  ]);
});

test('without pages three subscores are unknown, and so is the whole', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(1, [{ promptId, rank: 1, citations: 10, ownedCitations: 1 }], { sandbox: false });
  expect(await read()).toMatchObject({
    eeatScore: null,
    subscores: {
      experience: { value: null, coverage: 0 },
      expertise: { value: null, coverage: 0 },
      trustworthiness: { value: null, coverage: 0.2 },
      authoritativeness: { coverage: 1 },
    },
  });
});

test('authoritativeness counts others’ domains beside a mention, and an encyclopedia’s page about the brand', async () => {
  const [promptId = ''] = fixture.prompts;
  const source = (domain: string, path = '') => ({ domain, url: `https://${domain}/${path}` });
  const trade = source('wikipedia.org', 'wiki/Anvil');
  await tell(1, [
    {
      promptId,
      rank: 1,
      citations: 9,
      ownedCitations: 1,
      sources: [source('a.example'), source('a.example', 'x'), source('b.example'), trade],
    },
    { promptId, sources: [source('c.example')] },
  ]);
  const strengths = async () =>
    (await read()).subscores.authoritativeness.signals.map(({ strength }) => strength);
  // 1 of 9; 3 domains: ln 4 / ln 51.
  expect(await strengths()).toEqual([0.5263, 0.3526, 0, 1]);
  const own = { ...trade, url: 'https://en.wikipedia.org/wiki/Acme_(company)' };
  await tell(0.5, [{ promptId, rank: 1, sources: [own] }]);
  expect((await strengths())[2]).toBe(1);
});

test('it is counted in the database, in as many statements for many answers as for few', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(1, times(3, { promptId, rank: 1 }));
  const few = await countStatements(read);
  await tell(2, worked());
  expect(await countStatements(read)).toHaveLength(few.length);
  expect(few.length).toBeLessThan(10);
});

test('a brand of nobody’s is not found', () =>
  expect(readAuthority(app.deps, fixture.tenant, newId())).rejects.toThrow('brand not found'));
