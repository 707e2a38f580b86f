import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

const SCAN = { brand_name: 'Zephyrine', industry: 'running shoes' };
const QUERY = { brand: 'Zephyrine', category: 'running shoes' };
const COPY = { text: 'Zephyrine makes running shoes. They weigh 240 grams.', brand: 'Zephyrine' };

test.each<[path: string, body: object, by: 'key' | 'cookie', limit: number]>([
  ['/api/check/run', SCAN, 'key', 10],
  ['/api/check/run', SCAN, 'cookie', 10],
  ['/api/query?mode=all', QUERY, 'key', 30],
  ['/api/query?mode=all', QUERY, 'cookie', 3],
  ['/api/aeo/rewrite', COPY, 'key', 30],
  ['/api/aeo/rewrite', COPY, 'cookie', 5],
])(
  '%s: a replay of %j by %s reaches no engine and takes no place',
  async (path, body, by, limit) => {
    const { key, cookie } = await app.createAccount({ tier: 'free' });
    const caller = by === 'key' ? { key } : {};
    const post = (idempotencyKey: string, sent: object = body) =>
      call(app.url, 'POST', path, {
        ...caller,
        body: sent,
        headers: {
          ...(by === 'cookie' && { cookie, origin: app.url }),
          'idempotency-key': idempotencyKey,
        },
      });
    const left = ({ headers }: { headers: Headers }) =>
      Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);

    const first = await post('one');
    expect([first.status, left(first)]).toEqual([200, limit - 1]);
    for (let times = 0; times < 3; times += 1) {
      const again = await post('one');
      expect([again.status, left(again)]).toEqual([200, limit - 1]);
      expect(again.json()).toEqual(first.json());
    }
    // Nor does one that is refused for its body; another key is another call.
    const other = await post('one', { ...body, brand: 'Acme', brand_name: 'Acme' });
    expect([other.status, left(other)]).toEqual([422, limit - 1]);
    const second = await post('two');
    expect([second.status, left(second)]).toEqual([200, limit - 2]);
  },
);

test('a replay is answered even when its place cannot be given back', async () => {
  const { cookie } = await app.createAccount({ tier: 'free' });
  const headers = { cookie, origin: app.url, 'idempotency-key': 'one' };
  const post = () => call(app.url, 'POST', '/api/check/run', { headers, body: SCAN });
  const first = await post();
  const { db } = app.deps;
  const inner = db.command.bind(db);
  let refused = 0;
  db.command = (subject, statement, values) => {
    if (statement.name !== 'give-back-daily') return inner(subject, statement, values);
    refused += 1;
    return Promise.reject(new Error('gone'));
  };
  const again = await post();
  db.command = inner;
  expect([again.status, again.json(), refused]).toEqual([200, first.json(), 1]);
});
