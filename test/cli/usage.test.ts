import { afterAll, expect, test } from '@jest/globals';
import { createOperator, errorOf } from './operator.js';

/** What is told without a database. */

const operator = await createOperator({ database: false });
afterAll(() => operator.dispose());

const VERBS = [
  ...['account create', 'account set-tier', 'account set-limits', 'account show'],
  'account reset-password',
  ...['key create', 'key list', 'key revoke', 'mail list'],
  ...['demo seed', 'demo link', 'demo remove'],
  ...['brand add', 'brand list', 'probe run', 'probe watch'],
  ...['schedule add', 'schedule list', 'schedule pause', 'schedule resume', 'schedule remove'],
  ...['webhook listen', 'webhook test', 'webhook replay'],
  ...['engines list', 'engines test', 'schema print', 'doctor', 'backup', 'restore'],
];

test('help is there at every level, with examples where something is done', async () => {
  const nouns = new Set(VERBS.map((verb) => `${verb.split(' ')[0]} `));
  const levels = ['', ...nouns, ...VERBS.map((verb) => `${verb} `)];
  const answers = await Promise.all(levels.map((level) => operator.run(`${level}--help`)));
  for (const [at, { code, stdout, stderr }] of answers.entries()) {
    expect({ level: levels[at], code, stderr }).toEqual({ level: levels[at], code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: answerscope ${levels[at]}`);
    if (VERBS.includes(levels[at]?.trim() ?? '')) {
      expect(stdout).toContain(`\nExamples:\n  npm run -s cli -- ${levels[at]}`);
      expect(stdout).toContain('--json');
    }
  }
});

test('a noun alone shows its verbs, and is not what was meant', async () => {
  for (const args of ['', 'key']) {
    const { code, stdout, stderr } = await operator.run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Commands:');
  }
});

const mistakes: [args: string, message: string][] = [
  ['acount show', "unknown command 'acount' (Did you mean account?)"],
  ['account show --emial x', "unknown option '--emial' (Did you mean --email?)"],
  ['account show', '--email or --account is required'],
  ['account create --password long-enough', "required option '--email <email>' not specified"],
  ['account create --email a@b.c', "required option '--password <password>' not specified"],
  ['account create --email a@b.c --password -', '--password - requires a line on standard input'],
  [
    'account set-tier --email a@b.c --tier gold',
    "option '--tier <tier>' argument 'gold' is invalid. Allowed choices are free, starter, growth, scale, enterprise.",
  ],
  [
    'account set-limits --email a@b.c --requests-per-hour 1e3',
    "option '--requests-per-hour <n>' argument '1e3' is invalid. It must be a whole number, 0 or more.",
  ],
  ['account set-limits --email a@b.c', 'at least one of --brands, --scans-per-day, '],
  [
    'key create --email a@b.c --format service --scopes read',
    '--scopes must be read,write for a service key',
  ],
  [
    'key create --email a@b.c --scopes read,wirte',
    "option '--scopes <list>' argument 'read,wirte' is invalid. It must be a comma-separated list of read, write, admin.",
  ],
  [
    'key create --email a@b.c --expires tomorrow',
    "option '--expires <time>' argument 'tomorrow' is invalid. It must be a time in the future, like 2030-01-31 or 2030-01-31T12:00:00Z.",
  ],
  ['key revoke --email a@b.c', "missing required argument 'id'"],
  ['mail list extra', 'too many arguments'],
  ['webhook listen --port x --secret s', "option '--port <n>' argument 'x' is invalid."],
  ['webhook listen --port 0', "required option '--secret <secret>' not specified"],
  [
    'webhook listen --port 99999 --secret s',
    "option '--port <n>' argument '99999' is invalid. It must be a port from 0 to 65535.",
  ],
  ['webhook listen --port 0 --secret=', '--secret must be the whole secret of an endpoint'],
  ['webhook listen --port 0 --secret x', '--secret must be the whole secret of an endpoint'],
  [
    'webhook listen --port 0 --secret whsec_AAAA',
    '--secret must be the whole secret of an endpoint',
  ],
];

test('mistakes are told in one line before anything is opened', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  const answers = await Promise.all(mistakes.map(([args]) => operator.run(args, { env })));
  for (const [at, { code, stdout, stderr }] of answers.entries()) {
    const [args, message] = mistakes[at] ?? ['', ''];
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]*\n$/);
    expect(stderr).toContain(message);
  }
});

test('with --json a mistake is JSON on stderr', async () => {
  const ended = await operator.run('account set-tier --email a@b.c --tier gold --json');
  expect(ended.code).toBe(1);
  expect(errorOf(ended)).toEqual({ code: 'BAD_INPUT', message: expect.stringContaining('--tier') });
});

test('wrong settings are told all at once, without their values', async () => {
  const env = { PORT: 'x', SECRET_KEY: 'short', LLAMA_API_KEY: 'key' };
  const { code, stdout, stderr } = await operator.run('mail list', { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const name of ['PORT', 'SECRET_KEY', 'LLAMA_BASE_URL'])
    expect(stderr).toContain(`- ${name}`);
  expect(stderr).not.toContain('short');
});

test('a database out of reach is the system’s fault, told in one line', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const env = { DATABASE_URL: `postgres://app:pass-word@${host}:1/db` };
    const { code, stdout, stderr } = await operator.run('mail list', { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: the database at \S+:1 cannot be opened: .*ECONNREFUSED.*LOG_LEVEL.*\n$/,
    );
    expect(stderr).not.toContain('pass-word');
  }
});

test('a data folder that cannot be one is, too', async () => {
  const env = { DATA_DIR: '/dev/null/data', SECRET_KEY: operator.env.SECRET_KEY ?? '' };
  const ended = await operator.run('mail list --json', { env });
  expect(ended.code).toBe(2);
  expect(errorOf(ended).message).toContain('/dev/null/data');
});

test('the program prints to its output, logs to stderr, and ends with the code', async () => {
  const help = await operator.spawn('mail --help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Usage: answerscope mail');
  const env = { DATABASE_URL: 'postgres://app@127.0.0.1:1/db', LOG_LEVEL: 'debug' };
  const { code, stdout, stderr } = await operator.spawn('mail list --json', { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { msg: 'the command failed', err: { stack: expect.any(String) } },
    { error: {} },
  ]);
});
