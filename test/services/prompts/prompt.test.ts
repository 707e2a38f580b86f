import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import {
  addPrompts,
  createPack,
  createPrompt,
  deletePrompt,
  findPrompt,
  loadPrompts,
  type PromptChange,
  type PromptPlace,
  updatePrompt,
} from '../../../src/services/prompts/prompt.js';
import type { PromptInput } from '../../../src/services/prompts/prompt-input.js';
import {
  findPackOf,
  findPromptPack,
  listPromptPacks,
  updatePromptPack,
} from '../../../src/services/prompts/prompt-pack.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
beforeEach(async () => {
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(() => app.dispose());

const FIELDS: PromptInput = {
  text: 'Which CRM?',
  stage: 'interest',
  tags: ['a'],
  country: 'DE',
  language: 'pt-BR',
};
const make = (fields: Partial<PromptInput & PromptPlace> = {}) => {
  const { packId = null, ...more } = fields;
  const place = { packId, brandId: packId === null ? brandId : null };
  return createPrompt(app.deps, tenant, place, { ...FIELDS, ...more });
};
const makePack = (name: string) => createPack(app.deps, tenant, { name, prompts: [] });
const ownPack = () => findPackOf(app.deps, tenant, brandId, null);
const bad = (field: string) => ({ code: 'BAD_INPUT', details: { field } });

test('a prompt goes into the brand’s own pack unless another is named', async () => {
  const own = await ownPack();
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
  const pack = await makePack(' Second ');
  expect(pack).toMatchObject({ name: 'Second', brandId: null, isBound: false });
  const other = await make({ packId: pack.id });
  expect(await loadPrompts(app.deps, tenant, [pack.id])).toEqual([other]);
  expect((await listPromptPacks(app.deps, tenant)).map(({ id }) => id)).toEqual([pack.id, own.id]);
  expect(await updatePromptPack(app.deps, tenant, pack.id, { name: 'Third' })).toEqual({
    ...pack,
    name: 'Third',
  });
  expect(await findPromptPack(app.deps, tenant, pack.id)).toEqual({ ...pack, name: 'Third' });
});

test.each<[string, PromptChange & Partial<PromptInput>, string]>([
  ['an empty text', { text: ' ' }, 'text'],
  ['a text of 4,001 characters', { text: 'x'.repeat(4_001) }, 'text'],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags'],
  ['a long tag', { tags: ['x'.repeat(51)] }, 'tags'],
  ['an empty tag', { tags: [''] }, 'tags'],
  ['a country in small letters', { country: 'de' }, 'country'],
  ['a country of three letters', { country: 'DEU' }, 'country'],
  ['a language that is none', { language: 'German!' }, 'language'],
])('%s is refused by name, for a new prompt and for an old one', async (_, fields, field) => {
  await expect(make(fields as Partial<PromptInput>)).rejects.toMatchObject(bad(field));
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
  const { id } = await makeBrand(app, foreign);
  const theirs = await createPrompt(app.deps, foreign, { packId: null, brandId: id }, FIELDS);
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
  const pack = await makePack('Full');
  await sql(
    app.databaseUrl,
    `insert into prompt select $1, $2, gen_random_uuid(), $3, 'q', 'action', '{}', null, 'en', true, now(), now() from generate_series(1, 999)`,
    [tenant.accountId, tenant.environment, pack.id],
  );
  await make({ packId: pack.id });
  await expect(make({ packId: pack.id })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('many are added at once: what the pack lacks, all or none, every fault named', async () => {
  const place = { packId: null, brandId };
  const add = (texts: string[], more: Partial<PromptInput> = {}) => {
    const prompts = texts.map((text) => ({ ...more, text }));
    return addPrompts(app.deps, tenant, place, prompts, null);
  };
  const own = await ownPack();
  const texts = async () =>
    (await loadPrompts(app.deps, tenant, [own.id])).slice(12).map(({ text }) => text);
  expect(await add(['Best CRM?', ' Which one? '], { tags: ['new'] })).toEqual({
    pack: own,
    added: 2,
  });
  expect(await add(['Which one?', 'And why?'])).toMatchObject({ added: 1 });
  expect(await texts()).toEqual(['Best CRM?', 'Which one?', 'And why?']);
  const [best] = (await loadPrompts(app.deps, tenant, [own.id])).slice(12);
  expect(best).toMatchObject({ stage: 'desire', classifier: 'rules-v1', tags: ['new'] });

  await expect(add([])).rejects.toMatchObject(bad('prompts'));
  await expect(add(Array(201).fill('x'))).rejects.toMatchObject(bad('prompts'));
  await expect(add(['fine', '', 'also fine', 'x'.repeat(4_001)])).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: 'prompts[1].text must not be empty; prompts[3].text must have at most 4000 characters',
    details: { faults: [{ field: 'prompts[1].text' }, { field: 'prompts[3].text' }] },
  });
  expect(await texts()).toHaveLength(3);
});

test('what an account binds to itself every brand is asked, and its own again once it is unbound', async () => {
  const { id: otherId } = await makeBrand(app, tenant, { name: 'Globex', category: 'bicycles' });
  const asked = async (id: string) => (await findPackOf(app.deps, tenant, id, null)).id;
  const own = [await asked(brandId), await asked(otherId)];
  expect(own[0]).not.toBe(own[1]);
  const [first, second] = [await makePack('First'), await makePack('Second')];
  const bind = (id: string, isBound: boolean) =>
    updatePromptPack(app.deps, tenant, id, { isBound });
  await bind(first.id, true);
  expect(await bind(second.id, true)).toMatchObject({ name: 'Second', isBound: true });
  expect(await asked(brandId)).toBe(second.id);
  expect(await asked(otherId)).toBe(second.id);
  expect((await findPromptPack(app.deps, tenant, first.id)).isBound).toBe(false);
  // Then what is added to the brand would not be asked.
  await expect(make()).rejects.toMatchObject({ code: 'CONFLICT' });
  await bind(second.id, false);
  expect([await asked(brandId), await asked(otherId)]).toEqual(own);
  await expect(bind(own[0] ?? '', true)).rejects.toMatchObject(bad('isBound'));
  // Another brand's own is as one that never was.
  for (const id of [own[1] ?? '', newId(), 'x'])
    await expect(findPackOf(app.deps, tenant, brandId, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'prompt pack not found',
    });
  expect(await findPackOf(app.deps, tenant, brandId, first.id)).toMatchObject({ name: 'First' });
});
