import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { makeApiKey } from '../../src/domain/accounts/api-key.js';
import { createLog, type Log } from '../../src/observability/log.js';

/** Everything that logging `write` puts out. */
function linesOf(write: (log: Log) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'trace', format: 'json' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

const SECRET = 'hunter2-hunter2-hunter2';

describe('a field that holds a secret', () => {
  const names = [
    ...['authorization', 'Authorization', 'proxy-authorization', 'cookie', 'cookies', 'Set-Cookie'],
    ...[
      'password',
      'newPassword',
      'passphrase',
      'secret',
      'clientSecret',
      'secretKey',
      'SECRET_KEY',
    ],
    ...['apiKey', 'api_key', 'x-api-key', 'CHATGPT_API_KEY', 'token', 'accessToken', 'rawHeaders'],
  ];
  const values: [shape: string, value: unknown][] = [
    ['text', SECRET],
    ['a list', [SECRET, SECRET]],
    ['an object', { session: { value: SECRET } }],
    ['a text with quotes', `"${SECRET}\\"`],
  ];
  const places: [place: string, toFields: (field: object) => object][] = [
    ['at the top', (field) => field],
    ['in a request', (field) => ({ req: { headers: field } })],
    ['deep in lists', (field) => ({ a: [{ b: { c: [[{ d: { e: { f: field } } }]] } }] })],
    [
      'in an error',
      (field) => ({ err: Object.assign(new Error('no'), { config: { headers: field } }) }),
    ],
    [
      'in its cause',
      (field) => ({ err: new Error('no', { cause: Object.assign(new Error('why'), field) }) }),
    ],
  ];
  for (const [place, toFields] of places) {
    test.each(values)(`${place}, as %s`, (_shape, value) => {
      for (const name of names) {
        const line = linesOf((log) => log.info(toFields({ [name]: value }), 'said'));
        expect(line).not.toContain('hunter2');
        expect(JSON.parse(line)).toMatchObject({ msg: 'said' });
      }
    });
  }

  test('in the bindings of a child', () => {
    const line = linesOf((log) =>
      log.child({ password: SECRET, at: 1 }).warn({ keyId: 'k' }, 'said'),
    );
    expect(JSON.parse(line)).toMatchObject({
      password: '[redacted]',
      at: 1,
      keyId: 'k',
      msg: 'said',
    });
  });
});

describe('a secret that can be told by its looks', () => {
  const keys = [makeApiKey('sk', 'live'), makeApiKey('sk', 'test'), makeApiKey('service', 'live')];
  const spots: [spot: string, write: (log: Log, secret: string) => void][] = [
    ['a URL', (log, secret) => log.info({ url: `/api/v1/brands?key=${secret}&days=3` })],
    ['an encoded URL', (log, secret) => log.info({ url: `/x?k=${secret.replaceAll('_', '%5F')}` })],
    ['a message', (log, secret) => log.info(`presented ${secret}.`)],
    ['a formatted message', (log, secret) => log.info('presented %s', secret)],
    ['an error', (log, secret) => log.error({ err: new Error(`bad key "${secret}"`) })],
    ['a bare error', (log, secret) => log.error(new Error(`bad key ${secret}`))],
    ['a nested text', (log, secret) => log.info({ a: [{ b: `${secret}\n${secret}` }] })],
    ['the name of a field', (log, secret) => log.info({ [secret]: 1 })],
  ];
  test.each(spots)('%s', (_spot, write) => {
    for (const { key, prefix } of keys) {
      const line = linesOf((log) => write(log, key));
      expect(line).not.toContain(key.slice(prefix.length, prefix.length + 8));
      expect(line.replaceAll('%5F', '_')).toContain(`${prefix}…`);
      JSON.parse(line);
    }
  });

  test('others than keys', () => {
    const line = linesOf((log) => {
      log.info(`Bearer ${SECRET}`);
      log.info({ url: `postgres://app:${SECRET}@db.example.com/app` });
      log.info({ body: `{"secret":"whsec_${SECRET}"}` });
    });
    expect(line).not.toContain('hunter2');
    expect(line).toContain('@db.example.com/app');
  });
});

test('what is no secret stays as it is', () => {
  const fields = {
    prefix: makeApiKey('sk', 'live').prefix,
    tokens: 120,
    keyId: '0190a1b2',
    url: 'https://example.com:8080/service_unavailable?a=b@c',
    cookie: null,
    note: 'Bearer authentication is needed',
  };
  const line = linesOf((log) => log.info(fields, 'a token was refused'));
  expect(JSON.parse(line)).toMatchObject({ ...fields, msg: 'a token was refused' });
});

test('values that JSON does not know do no harm', () => {
  const circle: Record<string, unknown> = { password: SECRET };
  circle.self = circle;
  const odd = {
    circle,
    big: 12n ** 30n,
    fn: () => 1,
    sym: Symbol('s'),
    date: new Date(Number.NaN),
    no: undefined,
    nan: Number.NaN,
  };
  const line = linesOf((log) => log.info(odd, 'odd'));
  expect(line).not.toContain(SECRET);
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toMatchObject({ msg: 'odd' });
});

test.each([
  ['pretty', 1],
  ['pretty', 2],
  ['json', 1],
  ['json', 2],
] as const)('%s logs of a process go to %d, censored', (format, fd) => {
  const script = `import(process.argv[1]).then(({ createLog }) =>
    createLog({ level: 'info', format: '${format}', fd: ${fd} }).info({ req: { headers: { cookie: '${SECRET}' } } }, 'said'));`;
  const module = join(import.meta.dirname, '../../src/observability/log.js');
  const shell = `"$0" -e "$1" "$2" ${fd === 1 ? '2>/dev/null' : '2>&1 >/dev/null'}`;
  const said = execFileSync('/bin/sh', ['-c', shell, process.execPath, script, module], {
    encoding: 'utf8',
  });
  expect(said).toContain('said');
  expect(said).toContain('[redacted]');
  expect(said).not.toContain(SECRET);
});
