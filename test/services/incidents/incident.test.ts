import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { Incident } from '../../../src/entities/incident.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { tellRun } from '../../helpers/records/answers.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
  fixture = await createBrandFixture(app);
});
afterAll(() => app.dispose());

const make = ({ tenant, brandId, noon }: BrandFixture, title: string, fields: object = {}) =>
  app.deps.db.transaction(tenant, (tx) =>
    tx.em.insert(Incident, {
      ...tenant,
      id: newId(),
      brandId,
      type: 'ranking_collapse',
      severity: 'low',
      status: 'open',
      title,
      evidenceCount: 3,
      sandbox: true,
      details: { platform: 'grok' },
      openedAt: noon(1),
      resolvedAt: null,
      ...fields,
    }),
  );
const list = async (query = '', of = fixture) => {
  const body = await of.get(`/api/v1/sentinel/incidents?brandId=${of.brandId}${query}`);
  return { ...body, titles: body.incidents.map(({ title }: { title: string }) => title) };
};

test('the most severe first, then the newest; resolved ones only when they are asked for', async () => {
  expect(await list()).toMatchObject({ incidents: [], total: 0 });

  await make(fixture, 'low and new', { openedAt: fixture.noon(0) });
  await make(fixture, 'critical and old', { severity: 'critical', openedAt: fixture.noon(80) });
  await make(fixture, 'high', { severity: 'high', status: 'investigating' });
  await make(fixture, 'medium', { severity: 'medium' });
  await make(fixture, 'high and newer', { severity: 'high', openedAt: fixture.noon(0) });
  await make(fixture, 'over', {
    severity: 'critical',
    status: 'resolved',
    resolvedAt: fixture.noon(0),
  });
  const { incidents, total, titles } = await list();
  expect(titles).toEqual(['critical and old', 'high and newer', 'high', 'medium', 'low and new']);
  expect(total).toBe(5);
  expect(incidents[0]).toEqual({
    id: expect.any(String),
    brandId: fixture.brandId,
    severity: 'critical',
    type: 'ranking_collapse',
    title: 'critical and old',
    openedAt: fixture.noon(80).toISOString(),
    status: 'open',
    evidenceCount: 3,
    resolvedAt: null,
    sandbox: true,
  });
  expect(await list('&status=resolved')).toMatchObject({ titles: ['over'], total: 1 });
  expect((await list('&severity=high')).titles).toEqual(['high and newer', 'high']);
  expect((await list('&severity=high&status=investigating')).titles).toEqual(['high']);
  expect((await list('&severity=low&status=resolved')).total).toBe(0);

  // Over GraphQL, for one brand and for a list of brands: as many as are asked for, all of them counted.
  const query = `query($brandId: ID!) {
    incidents(brandId: $brandId, first: 2) { totalCount nodes { title severity status openedAt } }
    brands { nodes { incidents(first: 2) { totalCount nodes { title } } open: incidents(status: OPEN) { totalCount } } }
  }`;
  for (let times = 0; times < 4; times += 1) {
    const { data, errors } = await post(app.url, bearer(fixture.account.key), query, {
      brandId: fixture.brandId,
    });
    expect(errors).toBeUndefined();
    expect(data.incidents.totalCount).toBe(5);
    expect(data.incidents.nodes).toMatchObject([
      { title: 'critical and old', severity: 'CRITICAL', status: 'OPEN' },
      { title: 'high and newer' },
    ]);
    expect(data.brands.nodes).toMatchObject([
      { incidents: { totalCount: 5, nodes: [{}, {}] }, open: { totalCount: 4 } },
    ]);
  }
});

test('the array holds a thousand at most while total counts all', async () => {
  const many = await createBrandFixture(app);
  await make(many, 'one');
  await sql(
    app.databaseUrl,
    `insert into incident select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).*
     from incident i, generate_series(1, 1004) where brand_id = $1`,
    [many.brandId],
  );
  const { incidents, total } = await list('', many);
  expect([incidents.length, total]).toEqual([1_000, 1_005]);
});

test('sandbox incidents and real ones are never in one list', async () => {
  const both = await createBrandFixture(app);
  await make(both, 'sandbox');
  await make(both, 'real', { sandbox: false });
  expect(await list('', both)).toMatchObject({ titles: ['sandbox'], total: 1 });
  await tellRun(app, both.tenant, both.brandId, { at: both.noon(0), sandbox: false, answers: [] });
  expect(await list('', both)).toMatchObject({ titles: ['real'], total: 1 });
});

test('they go when their brand goes', async () => {
  const gone = await createBrandFixture(app);
  await make(gone, 'one');
  await removeBrand(app.deps, gone.tenant, gone.brandId);
  const rows = await sql(app.databaseUrl, 'select id from incident where brand_id = $1', [
    gone.brandId,
  ]);
  expect(rows).toEqual([]);
});
