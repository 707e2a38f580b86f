import { expect, test } from '@jest/globals';
import { bindValues } from '../../src/database/statement.js';

const TENANT = { accountId: 'a', environment: 'test' };

test('a name becomes one number, however often it stands, and casts and literals are left alone', () => {
  const text = `select :id::uuid, '{a:b}'::jsonb, to_char(now(), 'HH24:MI'), (array[1])[1:2] from t
    where account_id = :accountId and (:since::date is null or id = :id)`;
  expect(bindValues(text, { id: 7, since: null }, TENANT)).toEqual({
    text: `select $1::uuid, '{a:b}'::jsonb, to_char(now(), 'HH24:MI'), (array[1])[1:2] from t
    where account_id = $2 and ($3::date is null or id = $1)`,
    values: [7, 'a', null],
  });
});

test('a value that is given goes before what the tenant implies', () => {
  expect(bindValues('select :accountId', { accountId: 'b' }, TENANT).values).toEqual(['b']);
});

test.each([
  ['missing', 'select :id', {}, 'has no value for :id'],
  ['undefined', 'select :id', { id: undefined }, 'has no value for :id'],
  ['not named', 'select 1', { id: 1 }, 'does not name :id'],
])('a value that is %s is refused', (_what, text, values, message) => {
  expect(() => bindValues(text, values, TENANT)).toThrow(message);
});
