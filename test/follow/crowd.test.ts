import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Crowd, gather } from '../../bench/crowd.js';
import { type Program, startProgram } from '../../bench/program.js';
import { setAccountLimits } from '../../src/services/accounts/account.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { openStalled } from '../helpers/client/stalled.js';
import { makeBrand, perform, start, type Tenant } from '../helpers/records/probe.js';
import { PROGRESS, type Step } from './listen.js';

const SUBSCRIBERS = 1_000;
/** As many sockets as a key may open. */
const PER_KEY = 5;
const PROMISED_BYTES = 60_000;
const PER_SOCKET = 50;
/** Much at each step, so that who reads nothing of it is soon far behind. */
const MUCH = `subscription($id: ID!) { probeRunProgress(runId: $id) {
  sequence probeRun { answers(first: 50) { nodes { text snippet question: promptId } } } } }`;

interface Message {
  type: string;
  payload: { data: { probeRunProgress: Step } };
}

/** Works runs off; they are followed on a process of its own, whose memory is the subscribers' alone. */
let worker: TestApp;
let account: TestAccount;
let tenant: Tenant;
let web: Program;
const keys: string[] = [];
const crowds: Crowd[] = [];

beforeAll(async () => {
  worker = await startApp({ ROLE: 'web' });
  account = await worker.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  const many = 1e9;
  await setAccountLimits(worker.deps, account.accountId, {
    requestsPerMinute: many,
    requestsPerHour: many,
    requestsPerDay: many,
  });
  while (keys.length < SUBSCRIBERS) {
    const key = await account.makeKey({ scopes: ['read'] });
    keys.push(...Array.from({ length: PER_KEY }, () => key));
  }
  web = await startProgram({
    file: 'src/main.js',
    settings: {
      ROLE: 'web',
      DATABASE_URL: worker.databaseUrl,
      DATA_DIR: worker.dataDir,
      SECRET_KEY: 'a secret of the test suite, long enough',
    },
    path: '/readyz',
    meter: true,
  });
});
afterAll(async () => {
  await Promise.all(crowds.map((crowd) => crowd.leave()));
  await web?.dispose();
  await worker?.dispose();
});

/** So many who follow the run and have its snapshot, and what each of them was told. */
async function follow(runId: string, count: number) {
  const told = Array.from({ length: count }, (): Step[] => []);
  const ends = Array.from({ length: count }, () => 0);
  const crowd = await gather({
    origin: web.origin,
    keys: keys.slice(0, count),
    query: PROGRESS,
    variables: { id: runId },
    onMessage(index, text) {
      const { type, payload } = JSON.parse(String(text)) as Message;
      if (type === 'complete') ends[index] = (ends[index] ?? 0) + 1;
      else told[index]?.push(payload.data.probeRunProgress);
    },
  });
  crowds.push(crowd);
  await crowd.until(1);
  return { crowd, told, ends };
}

test('a thousand on sockets of their own are each told each step once and in order, in 60 KB each', async () => {
  const brand = await makeBrand(worker, tenant);
  // What the first ones need of code is not theirs.
  const first = await follow((await start(worker, tenant, brand)).id, 50);
  await first.crowd.leave();

  const run = await start(worker, tenant, brand);
  const before = await web.measureMemory();
  const { crowd, told, ends } = await follow(run.id, SUBSCRIBERS);
  const during = await web.measureMemory();
  expect((during.heldBytes - before.heldBytes) / SUBSCRIBERS).toBeLessThan(PROMISED_BYTES);

  await Promise.all([perform(worker, tenant, run), crowd.ended()]);
  const sequences = told[0]?.map(({ sequence }) => sequence) ?? [];
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  const answers = told[0]?.flatMap(({ answer }) =>
    answer === null ? [] : [`${answer.platform}/${answer.promptId}/${answer.repeat}`],
  );
  expect(new Set(answers).size).toBe(72);
  expect(answers).toHaveLength(72);
  expect(told[0]?.at(-1)).toMatchObject({ sequence: 74, probeRun: { status: 'COMPLETED' } });
  for (const one of told) expect(one).toEqual(told[0]);
  expect(new Set(ends)).toEqual(new Set([1]));

  const after = await web.measureMemory();
  expect((after.heldBytes - before.heldBytes) / SUBSCRIBERS).toBeLessThan(PROMISED_BYTES);
  await crowd.leave();
});

test('one who reads nothing is cut off, and costs the others and the memory nothing', async () => {
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  const { crowd, told } = await follow(run.id, 100);
  const stalled = await openStalled({ url: web.origin }, await account.makeKey());
  const before = await web.measureMemory();
  for (let id = 1; id <= PER_SOCKET; id += 1)
    stalled.send({
      type: 'subscribe',
      id: String(id),
      payload: { query: MUCH, variables: { id: run.id } },
    });
  await Promise.all([perform(worker, tenant, run), crowd.ended()]);
  for (const one of told) expect(one.at(-1)).toMatchObject({ sequence: 74 });
  const after = await web.measureMemory();
  expect(after.heldBytes - before.heldBytes).toBeLessThan(8_000_000);
  stalled.tcp.resume();
  await stalled.closed;
  await crowd.leave();
});
