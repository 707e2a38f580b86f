import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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
import { ok } from '@oazapfts/runtime';
import * as api from './client.js';

const { URL_OF_API: baseUrl = '', KEY: key = '' } = process.env;
api.defaults.baseUrl = baseUrl;
api.defaults.headers = { authorization: \`Bearer \${key}\` };

const { brand } = await ok(api.createBrand({ name: 'Generated', category: 'CRM software' }));
const started = await ok(api.startProbe({ brandId: brand.id, platforms: ['chatgpt', 'grok'] }));
let run: api.ProbeAnswer;
do {
  await new Promise((resolve) => setTimeout(resolve, 50));
  run = await ok(api.probe(started.runId));
} while (run.status === 'queued' || run.status === 'running');
const tokens: number = run.results.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0);
const cited = await ok(api.citations(brand.id, { days: 1 }));
const refused = await api.picker(brand.id, { limit: 0 });
if (refused.status !== 400) throw new Error(\`not refused: \${refused.status}\`);
console.log(JSON.stringify({
  started: started.status,
  status: run.status,
  platforms: run.results.map(({ platform }) => platform).sort(),
  tokens,
  windowDays: cited.windowDays,
  citations: cited.total,
  refused: refused.data.error.code,
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
  await node(join(TOOLS, 'oazapfts/dist/cli.js'), DESCRIPTION_FILE, 'client.ts');
  // The client imports the generator's runtime, as it would from a customer's own packages.
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(TOOLS, '@oazapfts'), join(folder, 'node_modules', '@oazapfts'));
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
