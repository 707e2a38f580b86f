import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { DESCRIPTION_FILE } from '../helpers/client/description.js';

/** What a customer does who has the description and a public tool, and nothing of ours. */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const TOOLS = join(ROOT, 'node_modules');

/** Held to the generated types by the compiler, then run in a process of its own. */
const PROGRAM = `
import { Api, type ProbeAnswer } from './client.js';

const { URL_OF_API: baseUrl = '', KEY: key = '' } = process.env;
const { api } = new Api({ baseUrl, baseApiParams: { headers: { authorization: \`Bearer \${key}\` } } });

const { data: made } = await api.createBrand({ name: 'Generated', category: 'CRM software' });
const { data: started } = await api.startProbe({ brandId: made.brand.id, platforms: ['chatgpt', 'grok'] });
let run: ProbeAnswer;
do {
  await new Promise((resolve) => setTimeout(resolve, 50));
  run = (await api.probe(started.runId)).data;
} while (run.status === 'queued' || run.status === 'running');
const tokens: number = run.results.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0);
const { data: cited } = await api.citations({ brandId: made.brand.id, days: 1 });
const refused = await api.picker({ brandId: made.brand.id, limit: 0 }).catch((answer) => answer.error);
console.log(JSON.stringify({
  started: started.status,
  status: run.status,
  platforms: run.results.map(({ platform }) => platform).sort(),
  tokens,
  windowDays: cited.windowDays,
  citations: cited.total,
  refused: refused.error.code,
}));
`;

const OPTIONS = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(TOOLS, '@types')],
    outDir: 'built',
  },
  include: ['*.ts'],
};

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'answerscope client '));
});
afterAll(async () => {
  await app.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('a client that a public tool makes of the description runs a probe from end to end', async () => {
  const { key } = await app.createAccount();
  const node = (...args: string[]) =>
    run(process.execPath, args, { cwd: folder, timeout: 120_000, maxBuffer: 1e7 });
  const generator = join(TOOLS, 'swagger-typescript-api/dist/cli.mjs');
  await node(generator, 'generate', '--path', DESCRIPTION_FILE, '-o', folder, '-n', 'client.ts');
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  await node(join(TOOLS, 'typescript/bin/tsc'), '-p', '.').catch((error) => {
    throw new Error(`the client does not compile: ${error.stdout}`);
  });
  const { stdout } = await run(process.execPath, [join(folder, 'built', 'program.js')], {
    env: { URL_OF_API: app.url, KEY: key },
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual({
    started: 'queued',
    status: 'completed',
    platforms: ['chatgpt', 'grok'],
    tokens: expect.any(Number),
    windowDays: 1,
    citations: expect.any(Number),
    refused: 'BAD_INPUT',
  });
}, 180_000);
