import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { listen } from '../follow/listen.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, connect, post } from '../helpers/client/client.js';
import { createNoon } from '../helpers/records/dashboard.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';
import { createWatched, type Watched } from '../services/sentinel/fixture.js';

let app: TestApp;
let watched: Watched;
/** A brand whose incident a person called over. */
let over: Watched;
let client: Client;

interface Change {
  sequence: number;
  incident: { id: string; status: string } | null;
  open: { id: string }[];
}
const CHANGED = `subscription($id: ID!) { incidentChanged(brandId: $id) { sequence incident { id status } open { id } } }`;
const UPDATE = `mutation($input: UpdateIncidentInput!) { updateIncident(input: $input) {
  incident { id status resolvedAt notes { status note userId } } } }`;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
  watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
  await watched.look(7, { mentioned: 3 });
  client = connect(app.url, bearer(watched.account.key));
  over = await createOver();
});
afterAll(async () => {
  await client.dispose();
  await app.dispose();
});

const firstOf = async (of: Watched) => (await of.incidents())[0]?.id ?? '';
const ask = (query: string, variables: object, { account } = over) =>
  post(app.url, bearer(account.key), query, { ...variables });
const move = (of: Watched, id: string, status: string, note?: string) =>
  ask(UPDATE, { input: { id, status, note } }, of);

async function createCollapsed(): Promise<Watched> {
  const made = await createWatched(app);
  await made.quietMonth({ mentioned: 7 });
  await made.look(7, { mentioned: 3 });
  await made.look(7, { mentioned: 3 }, 5);
  return made;
}
async function createOver(): Promise<Watched> {
  const made = await createCollapsed();
  await move(made, await firstOf(made), 'RESOLVED');
  return made;
}

test('who follows a brand hears how things stand, then each step, in growing numbers', async () => {
  const heard = listen<Change>(client, CHANGED, watched.brandId);
  await heard.until(1);
  expect(heard.said).toEqual([{ sequence: 0, incident: null, open: [] }]);
  await watched.look(7, { mentioned: 3 }, 5);
  await heard.until(2);
  const id = await firstOf(watched);
  const late = listen<Change>(client, CHANGED, watched.brandId);
  await late.until(1);
  expect(late.said).toEqual([{ sequence: 1, incident: null, open: [{ id }] }]);

  expect((await move(watched, id, 'INVESTIGATING')).data.updateIncident.incident.status).toBe(
    'INVESTIGATING',
  );
  await heard.until(3);
  const done = await move(watched, id, 'RESOLVED', ' our own outage ');
  expect(done.data.updateIncident.incident).toMatchObject({
    status: 'RESOLVED',
    resolvedAt: app.deps.now().toISOString(),
    notes: [
      { status: 'OPEN', userId: null },
      { status: 'INVESTIGATING', note: '', userId: expect.any(String) },
      { status: 'RESOLVED', note: 'our own outage', userId: expect.any(String) },
    ],
  });
  await heard.until(4);
  expect(heard.said.map(({ sequence, incident }) => [sequence, incident?.status])).toEqual([
    [0, undefined],
    [1, 'OPEN'],
    [2, 'INVESTIGATING'],
    [3, 'RESOLVED'],
  ]);
  expect(heard.said[3]?.open).toEqual([]);
});

test.each(['OPEN', 'INVESTIGATING', 'RESOLVED'])('what is over does not become %s', async (to) => {
  const { errors } = await move(over, await firstOf(over), to);
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
});

test('a note that is too long is refused, and one that fits in code points is not', async () => {
  const other = await createCollapsed();
  const id = await firstOf(other);
  const say = (note: string) => move(other, id, 'INVESTIGATING', note);
  expect((await say('漢'.repeat(4_001))).errors).toMatchObject([
    { extensions: { code: 'BAD_INPUT' } },
  ]);
  expect((await say('👀'.repeat(4_000))).errors).toBeUndefined();
});

test('an incident shows its answers and what became of it, in as many statements for one as for many', async () => {
  const one = `query($id: ID!) { incident(id: $id) { title evidence(first: 3) { runId platform promptId repeat runAt } notes { note } } }`;
  const id = await firstOf(over);
  const { data } = await ask(one, { id });
  expect(data.incident).toMatchObject({ title: 'Named in 25 % of answers, down from 58 %' });
  expect(data.incident.evidence).toHaveLength(3);
  const { errors } = await ask(
    `query($id: ID!) { incident(id: $id) { evidence(first: 101) { repeat } } }`,
    { id },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);

  const list = `query($id: ID!) { incidents(brandId: $id, status: RESOLVED) { nodes { id evidence { repeat } notes { note } } } }`;
  const count = async () => (await countStatements(() => ask(list, { id: over.brandId }))).length;
  const ofOne = await count();
  await sql(
    app.databaseUrl,
    `insert into incident select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).*
     from incident i, generate_series(1, 9) where id = $1`,
    [id],
  );
  expect((await ask(list, { id: over.brandId })).data.incidents.nodes).toHaveLength(10);
  expect(await count()).toBe(ofOne);
  expect(ofOne).toBe(4);
});

test('somebody who called it over does not hear of it again at once', async () => {
  const other = await createOver();
  await other.look(5, { mentioned: 2 });
  await other.look(4, { mentioned: 2 });
  expect(await other.incidents()).toHaveLength(1);
  expect(await other.suspicions()).toEqual([]);
});
