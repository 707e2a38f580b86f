import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, perform, start } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
const clock = createClock();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
afterAll(() => app.dispose());

/** What a run's platforms said to each prompt, sample by sample. */
const answersOf = (run: { id: string }, repeat: number) =>
  sql<{ platform: string; prompt: string; text: string }>(
    app.databaseUrl,
    `select platform, p.text as prompt, t.text from answer_text t
     join prompt p on (p.account_id, p.environment, p.id) = (t.account_id, t.environment, t.prompt_id)
     where run_id = $1 and repeat = $2 order by platform, p.text`,
    [run.id, repeat],
  );
const run = async (samplesPerPrompt: number, own?: Awaited<ReturnType<typeof makeOwn>>) => {
  const { tenant, brand } = own ?? (await makeOwn());
  return perform(app, tenant, await start(app, tenant, brand, { samplesPerPrompt }));
};
const makeOwn = async () => {
  const tenant = await createTenant(app);
  return { tenant, brand: await makeBrand(app, tenant) };
};

test('the sandbox says the same to the same question of a day, and later runs of the day ask further ones', async () => {
  const own = await makeOwn();
  const first = await answersOf(await run(1, own), 0);
  const second = await answersOf(await run(1, own), 0);
  const both = await run(2);
  expect(first).toHaveLength(72);
  expect(await answersOf(both, 0)).toEqual(first);
  expect(await answersOf(both, 1)).toEqual(second);
  expect(second.filter(({ text }, index) => text === first[index]?.text).length).toBeLessThan(10);
  // The next day begins with answers of its own.
  clock.moveToNextDay();
  const next = await answersOf(await run(1, own), 0);
  expect(next.filter(({ text }, index) => text === first[index]?.text).length).toBeLessThan(10);
  expect(await answersOf(await run(1), 0)).toEqual(next);
});
