import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DOCUMENT_LIMITS } from '../../src/graphql/documents.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask, type ShownError } from '../helpers/client/graphql.js';
import { errorsOf, initSocket, type RawSocket } from '../helpers/client/socket.js';

let app: TestApp;
let account: TestAccount;
let socket: RawSocket;

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount();
  socket = await initSocket(app, { authorization: account.key });
});
afterAll(async () => {
  await socket.close();
  await app.dispose();
});

interface Door {
  name: string;
  /** A document that asks for these fields of a brand. */
  wrap(fields: string, more?: string): string;
  /** How deep a field of the brand is, how many fields are around it. */
  depth: number;
  fields: number;
  run(query: string): Promise<{ isRefused: boolean; errors: ShownError[] }>;
}

const overHttp: Door = {
  name: 'HTTP',
  wrap: (fields, more = '') => `query Q { brand(id: "none") { ${fields} } } ${more}`,
  depth: 2,
  fields: 1,
  async run(query) {
    const { status, errors } = await ask(app, query, { key: account.key });
    return { isRefused: status === 400, errors };
  },
};

let subscriptions = 0;
const overSocket: Door = {
  name: 'WebSocket',
  wrap: (fields, more = '') =>
    `subscription S { probeRunProgress(runId: "none") { probeRun { brand { ${fields} } } } } ${more}`,
  depth: 4,
  fields: 3,
  async run(query) {
    subscriptions += 1;
    const id = String(subscriptions);
    socket.subscribe(id, query);
    const message = await socket.receive();
    // A document that was run ends with an error of its field, and is then complete.
    if (message.type === 'next') await socket.receive();
    return { isRefused: message.type === 'error', errors: errorsOf(message) };
  },
};

const doors = [overHttp, overSocket];

/** `lastScan { brand { … } }` adds two levels, `lastScan { id }` one. */
function nest(levels: number): string {
  if (levels === 0) return 'id';
  return levels === 1 ? 'lastScan { id }' : `lastScan { brand { ${nest(levels - 2)} } }`;
}
const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const OF_BRAND = 'category confirmIncidents createdAt id name userId website'.split(' ');
const OF_RUN =
  'answered brandId completedAt createdAt estimatedCompletionMs expectedAnswers failed id kind promptPackId samplesPerPrompt sandbox scheduleId startedAt status'.split(
    ' ',
  );
/** So many fields of a brand, none repeated more often than has to be. */
function spreadOut(fields: number): string {
  const all = [...OF_BRAND, ...OF_RUN];
  const taken = Array.from({ length: fields - 1 }, (_, index) => index % all.length);
  const ofBrand = taken.filter((index) => index < OF_BRAND.length).map((index) => all[index]);
  const ofRun = taken.filter((index) => index >= OF_BRAND.length).map((index) => all[index]);
  return `${ofBrand.join(' ')} lastScan { ${ofRun.join(' ')} }`;
}
/** Each fragment spreads the next one twice: 2^levels fields in a few hundred characters. */
const bomb = (levels: number, width = 2): string =>
  `${times(levels, (level) => `fragment F${level} on Brand { ${times(width, () => `...F${level + 1}`)} }`)} fragment F${levels} on Brand { id }`;

type Case = [name: string, query: (door: Door) => string, message: RegExp];

const refused: Case[] = [
  ['13 levels', (door) => door.wrap(nest(13 - door.depth)), /depth limit of 12/],
  [
    '13 levels through a fragment',
    (door) => door.wrap('...F', `fragment F on Brand { ${nest(13 - door.depth)} }`),
    /depth limit of 12/,
  ],
  ['60 levels', (door) => door.wrap(nest(60)), /depth limit of 12/],
  ['16 aliases', (door) => door.wrap(times(16, (index) => `a${index}: id`)), /Aliases limit of 15/],
  [
    '16 aliases through a fragment',
    (door) =>
      door.wrap(
        '...F ... on Brand { ...F }',
        `fragment F on Brand { ${times(8, (index) => `a${index}: id`)} }`,
      ),
    /Aliases limit of 15/,
  ],
  [
    '11 directives',
    (door) => door.wrap(times(11, () => 'id @include(if: true)')),
    /Directives limit of 10/,
  ],
  ['251 fields', (door) => door.wrap(spreadOut(251 - door.fields)), /more than 250 fields/],
  ['57 times one field', (door) => door.wrap(times(57, () => 'id')), /at the same level too often/],
  [
    '57 fragments side by side',
    (door) =>
      door.wrap(
        times(57, (index) => `...F${index}`),
        times(57, (index) => `fragment F${index} on Brand { id }`),
      ),
    /at the same level too often/,
  ],
  ['1,900 fields', (door) => door.wrap(times(1_900, () => 'id')), /more than 250 fields/],
  [
    'fields through fragments',
    (door) => door.wrap('...F ...F ...F', `fragment F on Brand { ${times(90, () => 'id')} }`),
    /more than 250 fields/,
  ],
  ['a bomb of fragments', (door) => door.wrap('...F0', bomb(8)), /more than 250 fields/],
  [
    'a bomb that would outlast the sun',
    (door) => door.wrap('...F0', bomb(90)),
    /more than 250 fields/,
  ],
  [
    '100 fragments',
    (door) => door.wrap('...F0', bomb(99)),
    /more than 100 operations and fragments/,
  ],
  ['a wide bomb', (door) => door.wrap('...F0', bomb(40, 20)), /more than 250 fields/],
  [
    'a fragment in itself',
    (door) => door.wrap('...F', 'fragment F on Brand { id ...F }'),
    /within itself/,
  ],
  [
    'fragments in each other',
    (door) =>
      door.wrap(
        '...A',
        'fragment A on Brand { ...B } fragment B on Brand { ...C } fragment C on Brand { ...A }',
      ),
    /within itself/,
  ],
  ['2,001 tokens', (door) => door.wrap(times(2_001, () => 'id')), /2000 tokens/],
  [
    'a cost of 5,000',
    (door) =>
      door.wrap(
        'lastScan { results { citations(first: 100) { id platform sourceUrl sourceDomain context owned discoveredAt promptHash brandId } } }',
      ),
    /costs \d+; at most 5000/,
  ],
  [
    'a cost hidden behind a negative size',
    (door) =>
      door.wrap(
        'lastScan { a: results { citations(first: -100000) { id } } b: results { citations(first: 100) { id platform sourceUrl sourceDomain context owned discoveredAt promptHash brandId } } }',
      ),
    /costs \d+; at most 5000/,
  ],
  [
    'a field that is none',
    (door) => door.wrap('naem'),
    /^Cannot query field "naem" on type "Brand"\.$/,
  ],
  [
    'an argument that is none',
    (door) => door.wrap('lastScan { results { citations(frist: 1) { id } } }'),
    /^Unknown argument "frist" on field "ProbeResult.citations"\.$/,
  ],
  ['a type that is none', (door) => door.wrap('... on Brnad { id }'), /^Unknown type "Brnad"\.$/],
  [
    'an enum value that is none',
    (door) => door.wrap('lastScan { answers(status: ANSWERD) { totalCount } }'),
    /^Value "ANSWERD" does not exist in "AnswerStatus" enum\.$/,
  ],
];

const accepted: Case[] = [
  ['12 levels', (door) => door.wrap(nest(12 - door.depth)), /./],
  ['15 aliases', (door) => door.wrap(times(15, (index) => `a${index}: id`)), /./],
  ['10 directives', (door) => door.wrap(times(10, () => 'id @include(if: true)')), /./],
  ['250 fields', (door) => door.wrap(spreadOut(250 - door.fields)), /./],
  ['30 times one field', (door) => door.wrap(times(30, () => 'id')), /./],
  [
    'a cost below 5,000',
    (door) => door.wrap('lastScan { results { citations(first: 100) { id } } }'),
    /./,
  ],
];

describe.each(doors)('over $name', (door) => {
  test.each(refused)('%s: refused', async (_name, toQuery, message) => {
    const { isRefused, errors } = await door.run(toQuery(door));
    expect(isRefused).toBe(true);
    expect(errors.map((error) => error.message)).toContainEqual(expect.stringMatching(message));
    for (const { extensions } of errors) {
      expect(extensions).toEqual({ code: 'BAD_INPUT', requestId: expect.stringMatching(/./) });
    }
  });

  test.each(accepted)('%s: run', async (_name, toQuery) => {
    const { isRefused, errors } = await door.run(toQuery(door));
    expect(isRefused).toBe(false);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  test('of many errors five are told', async () => {
    const { isRefused, errors } = await door.run(door.wrap(times(30, (index) => `no${index}`)));
    expect(isRefused).toBe(true);
    expect(errors).toHaveLength(DOCUMENT_LIMITS.errors);
    expect(new Set(errors.map(({ extensions }) => extensions.requestId)).size).toBe(1);
  });
});

describe('introspection', () => {
  const query = '{ __schema { queryType { name } } }';

  test('is there unless it is switched off', async () => {
    expect((await ask(app, query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  });

  test('switched off, nothing of the schema is told', async () => {
    const closed = await startApp(
      { GRAPHQL_INTROSPECTION: 'off' },
      { databaseUrl: app.databaseUrl },
    );
    try {
      for (const hidden of [query, '{ __type(name: "Brand") { fields { name } } }']) {
        const answer = await ask(closed, hidden);
        expect(answer.status).toBe(400);
        expect(answer.codes[0]).toBe('BAD_INPUT');
        expect(answer.data).toBeUndefined();
      }
      expect((await ask(closed, '{ health { __typename } }')).status).toBe(200);
    } finally {
      await closed.dispose();
    }
  });
});
