import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { newId } from '../../src/domain/accounts/id.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { errorsOf, initSocket, toSocketUrl } from '../helpers/client/socket.js';
import { makeBrand, start, type Tenant, untilEnded } from '../helpers/records/probe.js';

/** Doors on one process, work on another: whatever is seen here crossed the database. */
let web: TestApp;
/** Every test starts it when it has something to work off. */
let worker: TestApp | undefined;
const work = async (): Promise<void> => {
  worker = await startApp({ ROLE: 'worker' }, { databaseUrl: web.databaseUrl });
};
let account: TestAccount;
let tenant: Tenant;
let brand: { id: string };
let client: Client;

beforeAll(async () => {
  web = await startApp({ ROLE: 'web' });
  account = await web.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  brand = await makeBrand(web, tenant);
  client = createClient({
    url: toSocketUrl(web),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: account.key },
    retryAttempts: 0,
  });
});
afterEach(async () => {
  await worker?.dispose();
  worker = undefined;
});
afterAll(async () => {
  await client.dispose();
  await web.dispose();
});

interface Step {
  sequence: number;
  probeRun: {
    id: string;
    status: string;
    answered: number;
    failed: number;
    expectedAnswers: number;
  };
  platforms: { platform: string; expected: number; answered: number; failed: number }[];
  answer: { platform: string; promptId: string; repeat: number; status: string } | null;
}

const PROGRESS = `subscription Progress($runId: ID!) {
  probeRunProgress(runId: $runId) {
    sequence
    probeRun { id status answered failed expectedAnswers }
    platforms { platform expected answered failed }
    answer { platform promptId repeat status }
  }
}`;

async function follow(runId: string, onFirst = async () => {}): Promise<Step[]> {
  const steps: Step[] = [];
  const query = { query: PROGRESS, variables: { runId } };
  for await (const { data, errors } of client.iterate<{ probeRunProgress: Step }>(query)) {
    expect(errors).toBeUndefined();
    if (data?.probeRunProgress) steps.push(data.probeRunProgress);
    if (steps.length === 1) await onFirst();
  }
  return steps;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

test('a run is followed from its start on another process to its end', async () => {
  const run = await start(web, tenant, brand);
  const steps = await follow(run.id, work);

  const [snapshot] = steps;
  expect(snapshot).toMatchObject({ answer: null, probeRun: { id: run.id, status: 'QUEUED' } });
  const last = steps.at(-1);
  expect(last?.probeRun).toMatchObject({ status: 'COMPLETED', failed: 0 });
  expect(last?.probeRun.answered).toBe(last?.probeRun.expectedAnswers);

  const sequences = steps.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  for (const { probeRun, platforms } of steps) {
    expect(sum(platforms.map(({ answered }) => answered))).toBe(probeRun.answered);
    expect(sum(platforms.map(({ expected }) => expected))).toBe(probeRun.expectedAnswers);
  }
  const answers = steps.flatMap(({ answer }) => answer ?? []);
  const told = new Set(answers.map((one) => `${one.platform}/${one.promptId}/${one.repeat}`));
  expect(told.size).toBe(answers.length);
  expect(answers.length).toBe(last?.probeRun.answered);
});

test('who comes late is shown the end, and that is all', async () => {
  const run = await start(web, tenant, brand);
  await work();
  await untilEnded(web, tenant, run);
  const steps = await follow(run.id);
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({ answer: null, probeRun: { status: 'COMPLETED' } });
});

test('many who follow one run are all shown the same', async () => {
  const run = await start(web, tenant, brand);
  const [all] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => follow(run.id))),
    work(),
  ]);
  for (const steps of all) expect(steps.at(-1)).toEqual(all[0]?.at(-1));
});

test('what hangs on a step is read once for all who ask the same, and not for others', async () => {
  const run = await start(web, tenant, brand);
  const { db } = web.deps;
  const { query: read } = db;
  let reads = 0;
  db.query = ((tenant, statement, values) => {
    if (statement.name === 'brands-by-id') reads += 1;
    return read(tenant, statement, values);
  }) as typeof db.query;
  try {
    const query = `subscription ($runId: ID!) { probeRunProgress(runId: $runId) { sequence probeRun { brand { name } } } }`;
    const ask = async (text: string) => {
      const answers: unknown[] = [];
      for await (const { data } of client.iterate({ query: text, variables: { runId: run.id } }))
        answers.push(data);
      return answers;
    };
    const [all] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => ask(query))),
      work(),
    ]);
    const steps = new Set(all.flat().map((answer) => JSON.stringify(answer))).size;
    expect(all.every((answers) => answers.length > 0)).toBe(true);
    // A snapshot may be made twice, where its second was over or a step came between two who joined.
    expect(reads).toBeLessThanOrEqual(2 * steps);
    reads = 0;
    await Promise.all([ask(query), ask(query), ask(query.replace('{ name }', '{ name id }'))]);
    // The third asks for more, so it has a read of its own.
    expect(reads).toBeGreaterThanOrEqual(2);
  } finally {
    db.query = read;
  }
});

test('another account’s run is told from none by nothing', async () => {
  const run = await start(web, tenant, brand);
  const stranger = await web.createAccount();
  const socket = await initSocket(web, { authorization: stranger.key });
  const shown = [];
  for (const runId of [run.id, newId(), 'no id']) {
    socket.subscribe(runId, PROGRESS, { runId });
    const message = await socket.receive();
    const [error] = errorsOf(message);
    expect(error?.extensions.code).toBe('NOT_FOUND');
    shown.push({ type: message.type, message: error?.message, path: error?.path });
    expect(await socket.receive()).toEqual({ type: 'complete', id: runId });
  }
  expect(shown[1]).toEqual(shown[0]);
  expect(shown[2]).toEqual(shown[0]);
  await socket.close();
});

test('nor is a run of one’s own other environment', async () => {
  const run = await start(web, tenant, brand);
  const authorization = await account.makeKey({ environment: 'live' });
  const socket = await initSocket(web, { authorization });
  socket.subscribe('a', PROGRESS, { runId: run.id });
  expect(errorsOf(await socket.receive())[0]?.extensions.code).toBe('NOT_FOUND');
  await socket.close();
});
