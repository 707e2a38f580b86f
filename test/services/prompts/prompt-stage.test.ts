import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createPrompt, findPrompt, updatePrompt } from '../../../src/services/prompts/prompt.js';
import { judgeStage } from '../../../src/services/prompts/prompt-stage.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { inTurn, withJudge } from '../../helpers/records/judge.js';
import { createTenant, makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
const never = new AbortController().signal;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app, { environment: 'live' });
  const brand = await makeBrand(app, tenant);
  brandId = brand.id;
  await updateBrand(app.deps, tenant, brand.id, { competitors: [{ name: 'Globex' }] });
});
afterAll(() => app.dispose());
afterEach(() => sql(app.databaseUrl, `delete from pgboss.job where name = 'prompt-stage'`));

const make = (
  text: string,
  {
    deps = app.deps,
    owner = tenant,
    stage = null as null | 'action',
    language = 'en',
    of = brandId,
  } = {},
) =>
  createPrompt(
    deps,
    owner,
    { packId: null, brandId: of },
    {
      text,
      stage,
      tags: [],
      country: null,
      language,
    },
  );
const jobs = () =>
  sql<{ data: { promptId: string } }>(
    app.databaseUrl,
    `select data from pgboss.job where name = 'prompt-stage'`,
  );
const voting = (...stages: string[]) =>
  withJudge(app, inTurn(...stages.map((stage) => ({ stage }))));
const UNSURE = 'best price for a CRM';

test('a given stage is kept as a person’s', async () => {
  expect(await make('best CRM', { stage: 'action' })).toMatchObject({
    stage: 'action',
    classifier: 'given',
    stageConfidence: null,
  });
});

test.each([
  ['best CRM', 'desire', 1],
  ['Who owns Acme?', 'interest', 1],
  ['Who owns Globex?', 'interest', 1],
  ['Who owns Initech?', 'awareness', 0.75],
  [UNSURE, 'action', 0.5],
])('%s: the rules say %s, sure by %d', async (text, stage, stageConfidence) => {
  const expected = { stage, classifier: 'rules-v1', stageConfidence };
  expect(await make(text)).toMatchObject(expected);
});

test('a judge is asked only where the rules are unsure, and only when there is one', async () => {
  await make(UNSURE);
  const deps = voting('desire');
  await make('best CRM', { deps });
  await make(UNSURE, { deps, stage: 'action' });
  expect(await jobs()).toEqual([]);
  const prompt = await make(UNSURE, { deps });
  expect(await jobs()).toEqual([{ data: { ...tenant, promptId: prompt.id } }]);
  const owner = await createTenant(app, { environment: 'test' });
  const { id } = await makeBrand(app, owner);
  await make(UNSURE, { deps, owner, of: id });
  expect(await jobs()).toHaveLength(1);
});

test('its majority is the stage', async () => {
  const prompt = await make(UNSURE);
  await judgeStage(voting('desire', 'action', 'desire'), tenant, prompt.id, never);
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject({
    stage: 'desire',
    classifier: 'judge',
    stageConfidence: 0.6667,
  });
});

test('without a majority the rules stay; without any vote the job is tried again', async () => {
  const prompt = await make(UNSURE);
  await judgeStage(voting('desire', 'action', 'interest'), tenant, prompt.id, never);
  const stays = { stage: 'action', classifier: 'rules-v1' };
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject(stays);
  await expect(judgeStage(voting('purchase'), tenant, prompt.id, never)).rejects.toThrow(
    'no stage',
  );
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject(stays);
});

test('what a person changes meanwhile stays', async () => {
  const prompt = await make(UNSURE);
  const slow = withJudge(app, async () => {
    await updatePrompt(app.deps, tenant, prompt.id, { stage: 'interest' });
    return { stage: 'desire' };
  });
  await judgeStage(slow, tenant, prompt.id, never);
  const stays = { stage: 'interest', classifier: 'given', stageConfidence: null };
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject(stays);
  await judgeStage(voting('desire'), tenant, prompt.id, never);
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject(stays);
});

test('new words are read anew, unless a person chose the stage', async () => {
  const prompt = await make(UNSURE);
  const changed = await updatePrompt(app.deps, tenant, prompt.id, { text: 'best CRM' });
  expect(changed).toMatchObject({ stage: 'desire', classifier: 'rules-v1', stageConfidence: 1 });
  expect(changed).toMatchObject(await findPrompt(app.deps, tenant, prompt.id));
  expect(await updatePrompt(app.deps, tenant, prompt.id, { tags: ['x'] })).toMatchObject({
    stage: 'desire',
    classifier: 'rules-v1',
  });
  await updatePrompt(voting('desire'), tenant, prompt.id, { text: UNSURE });
  expect(await jobs()).toHaveLength(1);
  const given = await make('best CRM', { stage: 'action' });
  expect(await updatePrompt(app.deps, tenant, given.id, { text: 'CRM reviews' })).toMatchObject({
    stage: 'action',
    classifier: 'given',
  });
});

test('a prompt that is gone, or anybody else’s, is left alone', async () => {
  const prompt = await make(UNSURE);
  const stranger = await createTenant(app, { environment: 'live' });
  await judgeStage(voting('desire'), stranger, prompt.id, never);
  await judgeStage(voting('desire'), tenant, newId(), never);
  expect(await findPrompt(app.deps, tenant, prompt.id)).toMatchObject({ classifier: 'rules-v1' });
});
