import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  countBrands,
  deleteBrand,
  findBrand,
  listBrands,
  loadCompetitors,
} from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createBrand } from '../../../src/services/brands/new-brand.js';
import { toPageRequest } from '../../../src/services/input/page.js';
import { loadPrompts } from '../../../src/services/prompts/prompt.js';
import { findPackOf, listPromptPacks } from '../../../src/services/prompts/prompt-pack.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  ownerOf,
  type Tenant,
  USER,
} from '../../helpers/records/probe.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

const bad = (field: string) => ({ code: 'BAD_INPUT', details: { field } });

test('a brand is made with its own name as alias and its website’s domain as owned', async () => {
  const fields = {
    name: '  Häagen Dazs ',
    category: ' ice  cream ',
    website: 'https://shop.haagen.co.uk/x',
  };
  const brand = await createBrand(app.deps, ownerOf(tenant), fields, null);
  expect(brand).toMatchObject({
    userId: USER,
    name: 'Häagen Dazs',
    website: 'https://shop.haagen.co.uk/x',
    ownedDomains: ['haagen.co.uk'],
  });
  expect(brand.aliases.map(({ text }) => text)).toEqual(['Häagen Dazs']);
  expect(await findBrand(app.deps, tenant, brand.id)).toEqual(brand);
});

test.each([
  ['an empty name', { name: '  ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
  ['a name of control characters', { name: 'a\u0000b' }, 'name'],
  ['half a surrogate pair', { name: 'a\ud800' }, 'name'],
  ['a name without a letter', { name: '!!!' }, 'name'],
  ['an empty category', { category: '' }, 'category'],
  ['a website that is none', { website: 'acme' }, 'website'],
  ['a website of another scheme', { website: 'javascript:alert(1)' }, 'website'],
  ['a website with a password', { website: 'https://u:p@acme.com' }, 'website'],
  ['a website that is too long', { website: `https://acme.com/${'x'.repeat(2_040)}` }, 'website'],
])('%s is refused by name, and nothing is stored', async (_, fields, field) => {
  const before = await countBrands(app.deps, tenant);
  await expect(makeBrand(app, tenant, fields)).rejects.toMatchObject(bad(field));
  expect(await countBrands(app.deps, tenant)).toBe(before);
});

test('a name of 200 characters is counted in characters, whatever they take', async () => {
  const brand = await makeBrand(app, tenant, { name: '🙂a'.repeat(100) });
  expect([...brand.name]).toHaveLength(200);
});

test('a brand has its own prompts: three for each stage, none of them naming it', async () => {
  const own = await createTenant(app);
  const shoes = await makeBrand(app, own, { name: 'Zephyr', category: 'running shoes' });
  const pack = await findPackOf(app.deps, own, shoes.id, null);
  expect(pack).toMatchObject({ name: 'running shoes', brandId: shoes.id, isBound: false });
  const prompts = await loadPrompts(app.deps, own, [pack.id]);
  const byStage = Object.groupBy(prompts, ({ stage }) => stage);
  expect(Object.entries(byStage).map(([stage, of]) => [stage, of?.length])).toEqual([
    ['awareness', 3],
    ['interest', 3],
    ['desire', 3],
    ['action', 3],
  ]);
  for (const { text, enabled, language, country } of prompts) {
    expect(text).toContain('running shoes');
    expect(text).not.toContain('Zephyr');
    expect({ enabled, language, country }).toEqual({
      enabled: true,
      language: 'en',
      country: null,
    });
  }
  const bicycles = await makeBrand(app, own, { category: 'Fahrräder', language: 'de-AT' });
  const another = await findPackOf(app.deps, own, bicycles.id, null);
  expect(await listPromptPacks(app.deps, own)).toEqual([another, pack]);
  const german = await loadPrompts(app.deps, own, [another.id]);
  expect(german).toHaveLength(12);
  for (const { text, language } of german) {
    expect(text).toMatch(/Fahrräder.*\?$/);
    expect(language).toBe('de-AT');
  }
  // A deleted brand's pack goes with it.
  await deleteBrand(app.deps, own, bicycles.id);
  expect(await listPromptPacks(app.deps, own)).toEqual([pack]);
});

test('a brand is made with its rivals, names and prompts, and every fault of them is named at once', async () => {
  const own = await createTenant(app);
  const given = {
    name: 'Zephyr',
    category: '跑步鞋',
    aliases: [{ text: 'Zephyr Running' }],
    competitors: [{ name: 'Globex' }, { name: 'Initech' }],
    prompts: [
      { text: ' Which shoes? ', tags: ['first'] },
      { text: 'Which shoes?' },
      { text: 'Is Zephyr any good?', language: 'en' },
    ],
  };
  const brand = await makeBrand(app, own, given);
  expect(brand.language).toBe('zh');
  expect(brand.aliases.map(({ text }) => text)).toEqual(['Zephyr', 'Zephyr Running']);
  const rivals = await loadCompetitors(app.deps, own, [brand.id]);
  expect(rivals.map(({ name }) => name)).toEqual(['Globex', 'Initech']);
  const pack = await findPackOf(app.deps, own, brand.id, null);
  const prompts = await loadPrompts(app.deps, own, [pack.id]);
  expect(prompts.map(({ text, stage, language }) => [text, stage, language])).toEqual([
    ['Which shoes?', 'awareness', 'zh'],
    // It names the brand, which is not stored yet when it is read.
    ['Is Zephyr any good?', 'interest', 'en'],
  ]);

  const wrong = {
    ...given,
    ...{ name: '!', website: 'acme', competitors: [{ name: '' }, { name: 'B' }] },
    prompts: [{ text: 'x'.repeat(4_001) }, { text: 'fine' }, { text: '', country: 'de' }],
  };
  const error = await makeBrand(app, own, wrong).catch((error) => error);
  expect(error).toMatchObject({ code: 'BAD_INPUT', details: { field: 'name' } });
  expect(error.details.faults.map(({ field }: { field: string }) => field)).toEqual([
    ...['name', 'website', 'competitors[0]', 'prompts[0].text', 'prompts[2].text'],
    'prompts[2].country',
  ]);
  for (const many of [
    { prompts: Array(201).fill({ text: 'x' }) },
    { competitors: Array.from({ length: 21 }, (_, at) => ({ name: `Rival ${at}` })) },
  ])
    await expect(makeBrand(app, own, { ...given, ...many })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  expect(await countBrands(app.deps, own)).toBe(1);
});

test('beyond the tier’s brands it is 402; each environment counts on its own and a deleted brand frees its place', async () => {
  const free = await createTenant(app, { tier: 'free' });
  const first = await makeBrand(app, free);
  await expect(makeBrand(app, free)).rejects.toMatchObject({
    code: 'UPGRADE_NEEDED',
    details: { tier: 'free', quota: 1 },
  });
  await makeBrand(app, { ...free, environment: 'live' });
  await deleteBrand(app.deps, free, first.id);
  await makeBrand(app, free);
});

test('of many who race for the last place exactly one gets it, and one pack is made', async () => {
  const free = await createTenant(app, { tier: 'free' });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => makeBrand(app, free)));
  const lost = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(lost).toEqual(Array(7).fill('UPGRADE_NEEDED'));
  expect(await countBrands(app.deps, free)).toBe(1);
  expect(await listPromptPacks(app.deps, free)).toHaveLength(1);
});

test('the list is newest first, in pages that neither repeat nor miss one', async () => {
  const own = await createTenant(app);
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1)
    made.unshift((await makeBrand(app, own, { name: `Brand ${i}` })).id);
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const { rows, hasNextPage } = await listBrands(app.deps, own, { first: 2, after });
    seen.push(...rows.map(({ id }) => id));
    if (!hasNextPage) break;
    after = rows.at(-1)?.id ?? null;
    // One that is made meanwhile is before all that was seen.
    await makeBrand(app, own, { name: 'Late' });
  }
  expect(seen).toEqual(made);
  expect(() => toPageRequest(2, 'not a cursor')).toThrow(/after/);
  for (const first of [0, 101, 1.5]) expect(() => toPageRequest(first, null)).toThrow(/first/);
});

test('an update changes what it names and leaves the rest', async () => {
  const brand = await makeBrand(app, tenant);
  const changed = await updateBrand(app.deps, tenant, brand.id, {
    name: 'Acme Corp',
    aliases: [{ text: 'ACME', caseSensitive: true, requiresContext: true, exclude: ['Acme Inc'] }],
    ownedDomains: ['WWW.Acme.io', 'blog.acme.io', 'münchen.de'],
  });
  expect(changed).toMatchObject({
    name: 'Acme Corp',
    category: brand.category,
    website: brand.website,
    ownedDomains: ['acme.io', 'xn--mnchen-3ya.de'],
  });
  expect(changed.aliases).toContainEqual({
    text: 'ACME',
    caseSensitive: true,
    requiresContext: true,
    exclude: ['Acme Inc'],
  });
  expect(changed.aliases.map(({ text }) => text)).toContain('Acme Corp');
  const without = await updateBrand(app.deps, tenant, brand.id, { website: null });
  expect(without).toEqual({ ...changed, website: null });
});

test('a new name takes the place of the old one among the aliases', async () => {
  const brand = await makeBrand(app, tenant, { name: 'Old Name' });
  const { aliases } = await updateBrand(app.deps, tenant, brand.id, { name: 'New Name' });
  expect(aliases.map(({ text }) => text)).toEqual(['New Name']);
});

test('a competitor that is named again keeps its id, whatever its place, aliases or case', async () => {
  const brand = await makeBrand(app, tenant);
  const ids = async (...names: string[]) => {
    const competitors = names.map((name) => ({ name, aliases: [{ text: `${name} Ltd` }] }));
    await updateBrand(app.deps, tenant, brand.id, { competitors });
    const rows = await loadCompetitors(app.deps, tenant, [brand.id]);
    return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  };
  const first = await ids('Globex', 'Initech');
  const second = await ids('Umbrella', 'Globex');
  expect(Object.keys(second).sort()).toEqual(['Globex', 'Umbrella']);
  expect(second.Globex).toBe(first.Globex);
  expect((await ids('GLOBEX')).GLOBEX).toBe(first.Globex);
  expect(await ids()).toEqual({});
});

test('two updates at once leave the competitors of one of them', async () => {
  const brand = await makeBrand(app, tenant);
  const set = (names: string[]) =>
    updateBrand(app.deps, tenant, brand.id, { competitors: names.map((name) => ({ name })) });
  await Promise.all([set(['A one', 'B one']), set(['A two', 'B two'])]);
  const names = (await loadCompetitors(app.deps, tenant, [brand.id]))
    .map(({ name }) => name)
    .sort();
  expect([
    ['A one', 'B one'],
    ['A two', 'B two'],
  ]).toContainEqual(names);
});

test.each([
  [
    'the same rival twice',
    { competitors: [{ name: 'Globex' }, { name: 'globex' }] },
    'competitors',
  ],
  ['the brand as its own rival', { competitors: [{ name: 'ACME' }] }, 'competitors'],
  [
    '21 rivals',
    { competitors: Array.from({ length: 21 }, (_, i) => ({ name: `R${i}x` })) },
    'competitors',
  ],
  ['a rival without a name', { competitors: [{ name: '' }] }, 'competitors'],
  ['an alias without a letter', { aliases: [{ text: '—' }] }, 'aliases'],
  ['a domain with a path', { ownedDomains: ['acme.com/x'] }, 'ownedDomains'],
  [
    '51 domains',
    { ownedDomains: Array.from({ length: 51 }, (_, i) => `a${i}.com`) },
    'ownedDomains',
  ],
])('%s is refused by name, and nothing is changed', async (_, change, field) => {
  const brand = await makeBrand(app, tenant);
  await expect(
    updateBrand(app.deps, tenant, brand.id, { name: 'Acme', ...change }),
  ).rejects.toMatchObject(bad(field));
  expect(await findBrand(app.deps, tenant, brand.id)).toEqual(brand);
  expect(await loadCompetitors(app.deps, tenant, [brand.id])).toEqual([]);
});
