import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { makeBrand, perform, start } from '../helpers/records/probe.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

test('each answer that names the brand says how, with the method, and no other does', async () => {
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  const run = await perform(app, tenant, await start(app, tenant, await makeBrand(app, tenant)));
  const { data } = await ask(
    app,
    'query($id: ID!) { probeRun(id: $id) { answers(first: 100) { nodes { mentioned sentiment { label score method } } } } }',
    { key: account.key, variables: { id: run.id } },
  );
  const { nodes } = (
    data as {
      probeRun: {
        answers: {
          nodes: { mentioned: boolean; sentiment: { label: string; score: number } | null }[];
        };
      };
    }
  ).probeRun.answers;
  expect(nodes).toHaveLength(72);
  const seen = new Set<string>();
  for (const { mentioned, sentiment } of nodes) {
    expect(sentiment !== null).toBe(mentioned);
    if (sentiment === null) continue;
    expect(sentiment).toMatchObject({ method: 'LEXICON' });
    const { label, score } = sentiment;
    expect(label).toBe(score >= 0.05 ? 'POSITIVE' : score <= -0.05 ? 'NEGATIVE' : 'NEUTRAL');
    seen.add(label);
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('a prompt without a stage gets one, and says by whom and how surely', async () => {
  const account = await app.createAccount();
  const { id } = await makeBrand(app, { accountId: account.accountId, environment: 'test' });
  const { data } = await ask(
    app,
    `mutation { createPrompt(input: { brandId: "${id}", text: "best price for a CRM" }) { prompt { stage classifier stageConfidence } } }`,
    { key: account.key },
  );
  expect(data).toEqual({
    createPrompt: { prompt: { stage: 'ACTION', classifier: 'RULES_V1', stageConfidence: 0.5 } },
  });
});
