import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import {
  createPrompt,
  deletePrompt,
  findPrompt,
  loadPrompts,
  type NewPrompt,
  type PromptChange,
  updatePrompt,
} from '../../../src/services/prompts/prompt.js';
import {
  createPack,
  findPromptPack,
  listPromptPacks,
  renamePromptPack,
} from '../../../src/services/prompts/prompt-pack.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
beforeEach(async () => {
  tenant = await createTenant(app);
  await makeBrand(app, tenant);
});
afterAll(() => app.dispose());

const FIELDS: NewPrompt = {
  packId: null,
  text: 'Which CRM?',
  stage: 'interest',
  tags: ['a'],
  country: 'DE',
  language: 'pt-BR',
};
const make = (fields: Partial<NewPrompt> = {}) =>
  createPrompt(app.deps, tenant, { ...FIELDS, ...fields });
const bad = (field: string) => ({ code: 'BAD_INPUT', details: { field } });

test('a prompt goes into the account’s own pack unless another is named', async () => {
  const own = await findPromptPack(app.deps, tenant, null);
  const prompt = await make({ text: '  Which CRM? ', tags: ['b', 'b', ' c '] });
  expect(prompt).toMatchObject({
    packId: own.id,
    text: 'Which CRM?',
    stage: 'interest',
    tags: ['b', 'c'],
    country: 'DE',
    language: 'pt-BR',
    enabled: true,
  });
  const pack = await createPack(app.deps, tenant, { name: ' Second ' });
  expect(pack).toMatchObject({ name: 'Second', isDefault: false });
  const other = await make({ packId: pack.id });
  expect(await loadPrompts(app.deps, tenant, [pack.id])).toEqual([other]);
  expect((await listPromptPacks(app.deps, tenant)).map(({ id }) => id)).toEqual([pack.id, own.id]);
  expect(await renamePromptPack(app.deps, tenant, pack.id, 'Third')).toEqual({
    ...pack,
    name: 'Third',
  });
  expect(await findPromptPack(app.deps, tenant, pack.id)).toEqual({ ...pack, name: 'Third' });
});

test.each<[string, PromptChange & Partial<NewPrompt>, string]>([
  ['an empty text', { text: ' ' }, 'text'],
  ['a text of 4,001 characters', { text: 'x'.repeat(4_001) }, 'text'],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags'],
  ['a long tag', { tags: ['x'.repeat(51)] }, 'tags'],
  ['an empty tag', { tags: [''] }, 'tags'],
  ['a country in small letters', { country: 'de' }, 'country'],
  ['a country of three letters', { country: 'DEU' }, 'country'],
  ['a language that is none', { language: 'German!' }, 'language'],
])('%s is refused by name, for a new prompt and for an old one', async (_, fields, field) => {
  await expect(make(fields as Partial<NewPrompt>)).rejects.toMatchObject(bad(field));
  const prompt = await make();
  await expect(updatePrompt(app.deps, tenant, prompt.id, fields)).rejects.toMatchObject(bad(field));
  expect(await findPrompt(app.deps, tenant, prompt.id)).toEqual(prompt);
});

test('an update changes what it names; a null takes the country away', async () => {
  const prompt = await make();
  const changed = await updatePrompt(app.deps, tenant, prompt.id, {
    stage: 'action',
    enabled: false,
    country: null,
  });
  expect(changed).toMatchObject({ ...prompt, stage: 'action', enabled: false, country: null });
  expect(await findPrompt(app.deps, tenant, prompt.id)).toEqual({
    ...prompt,
    stage: 'action',
    enabled: false,
    country: null,
  });
  expect(
    await updatePrompt(app.deps, tenant, prompt.id, { text: null, language: null, tags: null }),
  ).toMatchObject({
    text: prompt.text,
    language: prompt.language,
    tags: prompt.tags,
  });
});

test('a deleted prompt is gone, and so are foreign and unknown ones', async () => {
  const prompt = await make();
  expect(await deletePrompt(app.deps, tenant, prompt.id)).toBe(prompt.id);
  const foreign = await createTenant(app);
  await makeBrand(app, foreign);
  const theirs = await createPrompt(app.deps, foreign, FIELDS);
  const missing = { code: 'NOT_FOUND', message: 'prompt not found' };
  for (const id of [prompt.id, theirs.id, newId(), 'x', '']) {
    await expect(deletePrompt(app.deps, tenant, id)).rejects.toMatchObject(missing);
    await expect(updatePrompt(app.deps, tenant, id, { enabled: false })).rejects.toMatchObject(
      missing,
    );
    await expect(findPrompt(app.deps, tenant, id)).rejects.toMatchObject(missing);
  }
  expect(await findPrompt(app.deps, foreign, theirs.id)).toEqual(theirs);
  await expect(make({ packId: theirs.packId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'prompt pack not found',
  });
});

test('a pack holds 1,000 prompts', async () => {
  const pack = await createPack(app.deps, tenant, { name: 'Full' });
  await sql(
    app.databaseUrl,
    `insert into prompt select $1, $2, gen_random_uuid(), $3, 'q', 'action', '{}', null, 'en', true, now(), now() from generate_series(1, 999)`,
    [tenant.accountId, tenant.environment, pack.id],
  );
  await make({ packId: pack.id });
  await expect(make({ packId: pack.id })).rejects.toMatchObject({ code: 'CONFLICT' });
});
