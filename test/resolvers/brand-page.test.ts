import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiKey } from '../../src/services/accounts/api-key.js';
import { ensureDemoBrand, seedHistory } from '../../src/services/demo/demo.js';
import { ensureDemoAccount } from '../../src/services/demo/demo-account.js';
import { STORY } from '../../src/services/demo/demo-story.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { sql } from '../helpers/run/sql.js';

/** What the pages of a brand show of thirty days that tell a story. */

let app: TestApp;
let key = '';
let brandId = '';

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  const demo = await ensureDemoAccount(app.deps);
  brandId = (await ensureDemoBrand(app.deps, demo)).id;
  await seedHistory(app.deps, demo);
  const { secret } = await createApiKey(
    app.deps,
    demo,
    {
      name: 'test',
      scopes: ['read', 'write'],
      environment: 'test',
      format: 'sk',
      expiresAt: null,
    },
    null,
  );
  key = secret ?? '';
}, 120_000);
afterAll(() => app.dispose());

async function ask(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await post(app.url, bearer(key), query, { id: brandId, ...variables });
  expect(errors).toBeUndefined();
  return data;
}

interface Prompt {
  promptId: string;
  hitRate: { value: number; numerator: number; denominator: number };
  trend: (number | null)[];
  averageRank: number | null;
  ranked: number;
  topRival: { name: string; mentions: number; answers: number } | null;
  citations: number;
  ownedCitations: number;
}

const PROMPTS = `query($id: ID!, $days: Int!) { brand(id: $id) { promptBreakdown(days: $days) { prompts {
  promptId hitRate { value numerator denominator } trend averageRank ranked
  topRival { name mentions answers } citations ownedCitations } } } }`;

test('a prompt’s numbers are those that its answers add up to', async () => {
  const { brand } = await ask(PROMPTS, { days: 30 });
  const prompts: Prompt[] = brand.promptBreakdown.prompts;
  expect(prompts).toHaveLength(12);
  const counted = await sql<Omit<Prompt, 'averageRank'> & { rank: string; rival: number }>(
    app.databaseUrl,
    `select prompt_id as "promptId", count(rank)::int as ranked, avg(rank) as rank, sum(citations)::int as citations,
       sum(owned_citations)::int as "ownedCitations",
       (select max(named.times)::int from (select count(*) as times from answer_mention m
          where m.prompt_id = a.prompt_id and m.entity_id <> 'brand' group by m.entity_id) named) as rival
     from answer a where brand_id = $1 group by 1 order by 1`,
    [brandId],
  );
  const sorted = [...prompts].sort((a, b) => (a.promptId < b.promptId ? -1 : 1));
  expect(
    sorted.map(({ promptId, ranked, citations, ownedCitations }) => [
      promptId,
      ranked,
      citations,
      ownedCitations,
    ]),
  ).toEqual(
    counted.map(({ promptId, ranked, citations, ownedCitations }) => [
      promptId,
      ranked,
      citations,
      ownedCitations,
    ]),
  );
  for (const [place, { averageRank }] of sorted.entries())
    expect(averageRank).toBeCloseTo(Number(counted[place]?.rank), 4);
  for (const { hitRate, topRival } of prompts) {
    expect(topRival?.answers).toBe(hitRate.denominator);
    expect(STORY.rivals).toContain(topRival?.name);
    expect(topRival?.mentions).toBeGreaterThan(0);
  }
  expect(sorted.map(({ topRival }) => topRival?.mentions)).toEqual(
    counted.map(({ rival }) => rival),
  );
});

test.each([7, 30])('the trend of %i days has each day’s rate', async (days) => {
  const { brand } = await ask(PROMPTS, { days });
  for (const { promptId, trend } of brand.promptBreakdown.prompts as Prompt[]) {
    const counted = await sql<{ rate: number }>(
      app.databaseUrl,
      `select avg(mentioned::int)::float8 as rate from answer where brand_id = $1 and prompt_id = $2
         and run_at::date > current_date - $3::int and status = 'answered' group by run_at::date order by run_at::date`,
      [brandId, promptId, days],
    );
    expect(trend).toHaveLength(days);
    expect(trend).toEqual(counted.map(({ rate }) => expect.closeTo(rate, 6)));
  }
});

const CHANGES = `query($id: ID!, $days: Int!, $first: Int!) { brand(id: $id) { changes(days: $days, first: $first) {
  kind at subject subjectId severity owned before after } } }`;

interface Change {
  kind: string;
  at: string;
  subject: string;
  subjectId: string | null;
  before: number | null;
  after: number | null;
}

const changes = async (days = 30, first = 100): Promise<Change[]> =>
  (await ask(CHANGES, { days, first })).brand.changes;

test('the story’s fall is told for its day, and its incident with it, newest first', async () => {
  const told = await changes();
  const { platform, day } = STORY.fading;
  const fallen = told.find(
    ({ kind, subject }) => kind === 'VISIBILITY_SHIFTED' && subject === platform,
  );
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const at = Date.parse(fallen?.at ?? '');
  // Chance may move the clearest day by one or two.
  expect(Math.abs(Math.round((today - at) / 86_400_000) - (STORY.days - day))).toBeLessThanOrEqual(
    2,
  );
  expect(fallen?.before).toBeGreaterThan(fallen?.after ?? 1);
  expect(told.map(({ kind }) => kind)).toContain('INCIDENT_OPENED');
  const times = told.map((change) => change.at);
  expect(times).toEqual([...times].sort().reverse());
  expect(await changes(30, 1)).toEqual(told.slice(0, 1));
  const [week] = [await changes(7)];
  expect(week.every((change) => Date.parse(change.at) > today - 7 * 86_400_000)).toBe(true);
});

test('a suggestion is told when it was applied and when its lift was measured', async () => {
  const { createSuggestion } = await ask(
    `mutation($input: CreateSuggestionInput!) { createSuggestion(input: $input) { suggestion { id } } }`,
    { input: { brandId, content: 'Fernwood keeps every contact in one place.' } },
  );
  const { id } = createSuggestion.suggestion;
  const before = await changes();
  await ask(
    'mutation($input: ApplySuggestionInput!) { applySuggestion(input: $input) { suggestion { id } } }',
    {
      input: { suggestionId: id },
    },
  );
  expect((await changes())[0]).toMatchObject({
    kind: 'SUGGESTION_APPLIED',
    subject: 'Fernwood keeps every contact in one place.',
    subjectId: id,
    before: null,
  });
  await sql(
    app.databaseUrl,
    `update suggestion set measured_at = now(), uplift = '{"before":0.25,"after":0.5}' where id = $1`,
    [id],
  );
  const measured = (await changes()).filter(({ subjectId }) => subjectId === id);
  expect(measured.map(({ kind }) => kind).sort()).toEqual([
    'SUGGESTION_APPLIED',
    'SUGGESTION_MEASURED',
  ]);
  expect(measured.find(({ kind }) => kind === 'SUGGESTION_MEASURED')).toMatchObject({
    before: 0.25,
    after: 0.5,
  });
  expect((await changes()).length).toBe(before.length + 2);
});

test('a pack of prompts is told when a run asks it for the first time after others', async () => {
  const asked = (await changes()).filter(({ kind }) => kind === 'PROMPTS_CHANGED');
  expect(asked).toEqual([]);
  const make = `mutation { createPromptPack(input: { name: "Ours", prompts: [{ text: "Which CRM?" }] }) { promptPack { id } } }`;
  const { createPromptPack } = await ask(make, {});
  const { id } = createPromptPack.promptPack;
  await sql(
    app.databaseUrl,
    `insert into probe_run select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'prompt_pack_id', $2::uuid, 'created_at', now()))).*
     from (select r as one from probe_run r where r.brand_id = $1 order by created_at desc limit 1) latest`,
    [brandId, id],
  );
  const [change] = (await changes()).filter(({ kind }) => kind === 'PROMPTS_CHANGED');
  expect(change).toMatchObject({ subject: 'Ours', subjectId: id, before: null });
  await sql(app.databaseUrl, 'delete from probe_run where prompt_pack_id = $1', [id]);
  await sql(app.databaseUrl, 'delete from prompt_pack where id = $1', [id]);
});

test('a domain that is cited by all runs of late, and by none before, is told with its answers', async () => {
  await sql(
    app.databaseUrl,
    `update answer_citation c set source_domain = 'newcomer.example' from (
       select a.run_id, a.platform, a.prompt_id, a.repeat from answer_citation a join probe_run r on r.id = a.run_id
       where r.brand_id = $1 and r.created_at >= now() - interval '9 days' and a.ordinal = 0
     ) late where (c.run_id, c.platform, c.prompt_id, c.repeat) = (late.run_id, late.platform, late.prompt_id, late.repeat)
       and c.ordinal = 0`,
    [brandId],
  );
  expect(await changes()).toContainEqual(
    expect.objectContaining({
      kind: 'CITATION_GAINED',
      subject: 'newcomer.example',
      before: 0,
      after: 1,
    }),
  );
  const { brand } = await ask(
    `query($id: ID!) { brand(id: $id) { answers(citedDomain: "newcomer.example", first: 3) { totalCount nodes { citations { sourceDomain } } }
       none: answers(citedDomain: "nobody.example") { totalCount } } }`,
  );
  expect(brand.none.totalCount).toBe(0);
  expect(brand.answers.totalCount).toBeGreaterThan(20);
  for (const { citations } of brand.answers.nodes)
    expect(citations).toContainEqual({ sourceDomain: 'newcomer.example' });
});

test('the period before stands day by day beside the window', async () => {
  const { brand } = await ask(
    `query($id: ID!) { brand(id: $id) {
       short: visibilitySeries(days: 7) { before { date visibility { numerator denominator } } }
       long: visibilitySeries(days: 14) { points { date visibility { numerator denominator } } } } }`,
  );
  expect(brand.short.before).toEqual(brand.long.points.slice(0, 7));
});

test.each([0, 101])('so many changes as %i are not to be had', async (first) => {
  const { errors } = await post(app.url, bearer(key), CHANGES, { id: brandId, days: 30, first });
  expect(errors?.[0]).toMatchObject({
    extensions: { code: 'BAD_INPUT', details: { field: 'first' } },
  });
});
