import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { citationIdOf, hashOf } from '../../../src/domain/answers/analyse-answer.js';
import { wilson } from '../../../src/domain/statistics/stats.js';
import type { RunMeasures, RunPlan } from '../../../src/entities/run.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createPack } from '../../../src/services/prompts/prompt.js';
import { loadProbeResults } from '../../../src/services/runs/probe-result.js';
import type { ProbeRunRow } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createScript,
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brand: { id: string };
let run: ProbeRunRow;
const script = createScript();

interface Fact {
  platform: string;
  prompt_id: string;
  status: string;
  branded: boolean;
  mentioned: boolean;
  repeat: number;
  rank: number | null;
  position: number | null;
  tokens_used: number;
  citations: number;
  owned_citations: number;
  citation_capable: boolean;
  snippet: string;
  text: string;
}
let facts: Fact[];

const rowsOf = <Row extends object>(table: string, id = run.id) =>
  sql<Row>(app.databaseUrl, `select * from ${table} where run_id = $1`, [id]);

/** Five prompts of which one names the brand, three samples each, one platform out of order. */
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { sandbox: script.sandbox });
  tenant = await createTenant(app);
  brand = await makeBrand(app, tenant);
  await updateBrand(app.deps, tenant, brand.id, {
    competitors: [{ name: 'Globex' }, { name: 'Initech' }],
  });
  const prompts = [
    ...['Which CRM?', 'Best CRM today?', 'Top 10 CRMs?', 'CRM for shops?', 'Is Acme any good?'],
  ].map((text) => ({ text, stage: 'desire' as const }));
  const pack = await createPack(app.deps, tenant, { name: 'Five', prompts });
  script.failing.grok = 'TIMEOUT';
  run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { promptPackId: pack.id, samplesPerPrompt: 3 }),
  );
  facts = await sql<Fact>(
    app.databaseUrl,
    'select * from answer join answer_text using (account_id, environment, run_id, platform, prompt_id, repeat, run_at) where run_id = $1 order by sequence',
    [run.id],
  );
});
afterAll(() => app.dispose());
beforeEach(() => {
  delete script.failing.grok;
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: number[]) => sum(numbers) / numbers.length;
const answered = () => facts.filter(({ status }) => status === 'answered');
const unbranded = () => answered().filter(({ branded }) => !branded);

test('each platform’s result is what its answers come to', async () => {
  const results = await loadProbeResults(app.deps, tenant, [run.id]);
  expect(results.map(({ platform }) => platform)).toEqual(
    run.platforms.filter((id) => id !== 'grok'),
  );
  for (const result of results) {
    const own = answered().filter(({ platform }) => platform === result.platform);
    const ranks = own.flatMap(({ rank }) => (rank === null ? [] : [rank]));
    expect(result).toMatchObject({
      mentioned: own.some(({ mentioned }) => mentioned),
      rank: ranks.length > 0 ? Math.min(...ranks) : null,
      tokensUsed: sum(own.map((fact) => fact.tokens_used)),
      answers: 15,
      mentions: own.filter(({ mentioned }) => mentioned).length,
      failed: 0,
    });
    // Snippet and position are those of one answer, one that has the best rank.
    expect(own.filter(({ rank }) => rank === result.rank)).toContainEqual(
      expect.objectContaining({ snippet: result.snippet, position: result.position }),
    );
  }
  expect(results.some(({ mentioned }) => mentioned)).toBe(true);
});

test('visibility is the mean over platforms of the mean over unbranded prompts', () => {
  const byPlatform = Object.values(Object.groupBy(unbranded(), ({ platform }) => platform));
  const value = mean(
    byPlatform.map((own = []) =>
      mean(
        Object.values(Object.groupBy(own, (fact) => fact.prompt_id)).map((cell = []) =>
          mean(cell.map(({ mentioned }) => Number(mentioned))),
        ),
      ),
    ),
  );
  const { visibility, partial } = run.measures as RunMeasures;
  expect(visibility.value).toBeCloseTo(value, 12);
  expect(visibility.denominator).toBe(5 * 4 * 3);
  expect(visibility.numerator).toBe(unbranded().filter(({ mentioned }) => mentioned).length);
  // Three repeats of a prompt are worth less than three prompts: wider than if all were independent.
  const naive = wilson(visibility.numerator, visibility.denominator);
  expect((visibility.high ?? 0) - (visibility.low ?? 0)).toBeGreaterThan(
    (naive?.high ?? 0) - (naive?.low ?? 0),
  );
  expect(partial).toBe(true);
});

test('ranks count unbranded answers, citations all answers of those that can cite', () => {
  const measures = run.measures as RunMeasures;
  const ranks = unbranded().map(({ rank }) => rank);
  expect(measures.meanReciprocalRank).toBeCloseTo(
    mean(ranks.map((rank) => (rank === null ? 0 : 1 / rank))),
    12,
  );
  expect(measures.top3Rate).toMatchObject({
    numerator: ranks.filter((rank) => rank !== null && rank <= 3).length,
    denominator: ranks.length,
  });
  const citing = answered().filter((fact) => fact.citation_capable);
  const owned = sum(citing.map((fact) => fact.owned_citations));
  expect(citing.length).toBeGreaterThan(0);
  expect(measures.citationDensity).toMatchObject({
    numerator: owned,
    denominator: citing.length,
    value: owned / citing.length,
  });
  expect(measures.citationShare).toMatchObject({
    numerator: owned,
    denominator: sum(citing.map((fact) => fact.citations)),
  });
});

test('the facts of answers agree with their own mentions and links', async () => {
  const mentions = await rowsOf<{
    platform: string;
    prompt_id: string;
    repeat: number;
    entity_id: string;
    rank: number;
  }>('answer_mention');
  const own = mentions.filter((row) => row.entity_id === 'brand');
  expect(own).toHaveLength(answered().filter(({ mentioned }) => mentioned).length);
  expect(new Set(mentions.map((row) => row.entity_id)).size).toBe(3);
  expect(await rowsOf('answer_citation')).toHaveLength(
    sum(facts.map(({ citations }) => citations)),
  );
  for (const { mentioned, position, text } of answered()) {
    if (mentioned) expect(text.slice(position ?? 0)).toMatch(/^.{0,3}acme/i);
    else expect(position).toBeNull();
  }
});

test('a page is one citation of a platform, and one entry in its result', async () => {
  const links = await rowsOf<{
    page_id: string;
    platform: string;
    prompt_id: string;
    repeat: number;
    source_url: string;
    context: string;
    owned: boolean;
  }>('answer_citation');
  const idOf = (link: (typeof links)[number]) => citationIdOf(link.page_id, link.platform);
  const distinct = new Set(links.map((link) => `${link.platform} ${link.source_url}`));
  expect(links.length).toBeGreaterThan(distinct.size);
  const citations = await sql<{
    id: string;
    owned: boolean;
    source_domain: string;
    prompt_hash: string;
    context: string;
  }>(
    app.databaseUrl,
    'select * from citation where brand_id = $1 and id in (select citation_id from result_citation where run_id = $2)',
    [brand.id, run.id],
  );
  expect(citations).toHaveLength(distinct.size);
  expect(new Set(citations.map(({ id }) => id))).toEqual(new Set(links.map(idOf)));
  // Prompt and words are those of the first answer that cites it.
  const order = new Map(
    facts.map((fact, i) => [`${fact.platform} ${fact.prompt_id} ${fact.repeat}`, i]),
  );
  const placeOf = (link: (typeof links)[number]) =>
    order.get(`${link.platform} ${link.prompt_id} ${link.repeat}`) ?? -1;
  const [stored] = await sql<{ plan: RunPlan }>(
    app.databaseUrl,
    'select plan from probe_run where id = $1',
    [run.id],
  );
  const hashes = new Map(stored?.plan.prompts.map((prompt) => [prompt.promptId, hashOf(prompt)]));
  for (const citation of citations) {
    const [first] = links
      .filter((link) => idOf(link) === citation.id)
      .sort((a, b) => placeOf(a) - placeOf(b));
    expect(citation).toMatchObject({
      prompt_hash: hashes.get(first?.prompt_id ?? ''),
      context: first?.context,
    });
  }
  expect(citations.filter(({ owned }) => owned).map((row) => row.source_domain)).toContain(
    'acme.com',
  );
  expect(citations.filter((row) => row.owned !== (row.source_domain === 'acme.com'))).toEqual([]);

  const entries = await rowsOf<{
    platform: string;
    ordinal: number;
    citation_id: string;
    times: number;
  }>('result_citation');
  for (const platform of run.platforms) {
    const own = entries
      .filter((entry) => entry.platform === platform)
      .sort((a, b) => a.ordinal - b.ordinal);
    const cited = links.filter((link) => link.platform === platform);
    expect(own.map(({ ordinal }) => ordinal)).toEqual(own.map((_, index) => index));
    expect(own).toHaveLength(new Set(cited.map((link) => link.source_url)).size);
    expect(own.map(({ times }) => times)).toEqual(
      own.map(({ times }) => times).sort((a, b) => b - a),
    );
    expect(sum(own.map(({ times }) => times))).toBe(cited.length);
  }
});

test('each page is one event, whatever platforms cite it, and what was known before is none', async () => {
  const events = () =>
    sql<{ id: string; data: Record<string, unknown> }>(
      app.databaseUrl,
      `select * from outbox where brand_id = $1 and event = 'citation.discovered'`,
      [brand.id],
    );
  const citations = await sql<{
    id: string;
    discovered_at: Date;
    prompt_hash: string;
    source_url: string;
  }>(app.databaseUrl, 'select * from citation where brand_id = $1', [brand.id]);
  const before = await events();
  const urls = (rows: readonly { source_url: string }[]) =>
    [...new Set(rows.map((row) => row.source_url))].sort();
  const told = (rows: typeof before) => rows.map(({ data }) => data.sourceUrl).sort();
  expect(told(before)).toEqual(urls(citations));
  expect(before.length).toBeLessThan(citations.length);
  const [one] = citations;
  expect(before.map(({ data }) => data)).toContainEqual({
    brandId: brand.id,
    platform: expect.any(String),
    sourceUrl: one?.source_url,
    sourceDomain: expect.any(String),
    promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    discoveredAt: one?.discovered_at.toISOString(),
  });
  await perform(
    app,
    tenant,
    await start(app, tenant, brand, { promptPackId: run.promptPackId, samplesPerPrompt: 3 }),
  );
  const known = await sql<{ source_url: string }>(
    app.databaseUrl,
    'select source_url from citation where brand_id = $1',
    [brand.id],
  );
  const now = await events();
  expect(told(now)).toEqual(urls(known));
  expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
});
