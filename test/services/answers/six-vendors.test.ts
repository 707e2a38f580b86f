import { afterEach, expect, test } from '@jest/globals';
import type { LocateUrl } from '../../../src/net/read-url.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { VENDORS } from '../../helpers/outside/vendors/index.js';
import {
  createScriptedServer,
  type ScriptedServer,
} from '../../helpers/outside/vendors/transport.js';
import {
  type BehaviourName,
  behavioursOf,
  SAID,
  textOf,
} from '../../helpers/outside/vendors/vendor-script.js';
import { untilEnded } from '../../helpers/records/probe.js';
import { captureLogs } from '../../helpers/run/logs.js';

const keyOf = (platform: string): string => `sk-of-${platform}-0123456789`;
const opened: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.dispose();
});

/** The whole product with six scripted vendors behind the six platforms, each behaving in its way. */
async function startSix(
  behaviours: Partial<Record<string, BehaviourName>> = {},
  options: { locateUrl?: LocateUrl } = {},
) {
  const servers: Record<string, ScriptedServer> = {};
  const settings: Record<string, string> = {};
  for (const vendor of VENDORS) {
    const name = behaviours[vendor.platform] ?? 'good';
    const key = keyOf(vendor.platform);
    const server = await createScriptedServer(behavioursOf(vendor, key)[name]);
    opened.push(server);
    servers[vendor.platform] = server;
    settings[`${vendor.platform.toUpperCase()}_API_KEY`] = key;
    settings[`${vendor.platform.toUpperCase()}_BASE_URL`] = server.url;
  }
  const logs = captureLogs();
  const app = await startApp(settings, { log: logs.log, ...options });
  opened.push(app);
  return { app, servers, logs };
}

interface Run {
  status: string;
  sandbox: boolean;
  answered: number;
  failed: number;
  failures: { platform: string; code: string; count: number }[];
  results: { platform: string; mentioned: boolean; tokensUsed: number; citations: object[] }[];
  answers: { nodes: Record<string, unknown>[] };
}

const READ = `query ($id: ID!) { probeRun(id: $id) {
  status sandbox answered failed failures { platform code count }
  results { platform mentioned tokensUsed citations(first: 10) { sourceUrl sourceDomain owned } }
  answers(first: 100) { nodes {
    platform status errorCode model tokensUsed costUsd costKnown truncated webSearch webSearchAsked searchQueries text
  } }
} }`;

async function probe(app: TestApp): Promise<Run> {
  const account = await app.createAccount();
  const key = await account.makeKey({ environment: 'live' });
  const send = async <T>(query: string, variables: object): Promise<T> => {
    const { data, errors } = await ask(app, query, { variables, key });
    expect(errors).toEqual([]);
    return data as T;
  };
  const { createBrand } = await send<{ createBrand: { brand: { id: string } } }>(
    'mutation ($input: CreateBrandInput!) { createBrand(input: $input) { brand { id } } }',
    { input: { name: 'Acme', category: 'CRM software', website: 'https://acme.com' } },
  );
  const { startProbe } = await send<{ startProbe: { probeRun: { id: string } } }>(
    'mutation ($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id } } }',
    { input: { brandId: createBrand.brand.id } },
  );
  const tenant = { accountId: account.accountId, environment: 'live' as const };
  await untilEnded(app, tenant, startProbe.probeRun);
  return (await send<{ probeRun: Run }>(READ, { id: startProbe.probeRun.id })).probeRun;
}

test('six vendors behind six adapters give six results with tokens and citations in one run', async () => {
  const { app, servers } = await startSix();
  const run = await probe(app);
  expect(run).toMatchObject({ status: 'COMPLETED', sandbox: false, answered: 72, failed: 0 });
  expect(run.results.map(({ platform }) => platform)).toEqual(VENDORS.map((each) => each.platform));
  for (const vendor of VENDORS) {
    const result = run.results.find(({ platform }) => platform === vendor.platform);
    expect(result).toMatchObject({ mentioned: true, tokensUsed: 12 * vendor.tokensUsed });
    // Gemini's redirects are known by their titles.
    const cited = [
      { sourceDomain: 'acme.com', owned: true },
      { sourceDomain: 'example.org', owned: false },
    ];
    const expected = vendor.citationCapable ? cited : [];
    expect(result?.citations).toHaveLength(expected.length);
    expect(result?.citations).toEqual(
      expect.arrayContaining(expected.map((each) => expect.objectContaining(each))),
    );
    const answers = run.answers.nodes.filter(({ platform }) => platform === vendor.platform);
    expect(answers).toHaveLength(12);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 'ANSWERED',
        model: vendor.model,
        costKnown: true,
        truncated: false,
        webSearch: true,
        webSearchAsked: true,
        searchQueries: vendor.tellsQueries ? SAID.queries : [],
        text: textOf(vendor),
      });
      expect(answer.costUsd).toBeCloseTo(vendor.costUsd, 10);
    }
    expect(servers[vendor.platform]?.requests).toHaveLength(12);
  }
});

test('Gemini’s redirects are opened while its answer is new, and one page is one citation', async () => {
  const asked: string[] = [];
  const { app } = await startSix(
    {},
    {
      async locateUrl(url) {
        asked.push(url);
        return 'http://www.acme.com/tour?utm_source=gemini&b=2&a=1';
      },
    },
  );
  const run = await probe(app);
  const gemini = run.results.find(({ platform }) => platform === 'gemini');
  // Two chunks that lead to one page.
  expect(gemini?.citations).toEqual([
    { sourceUrl: 'http://www.acme.com/tour?b=2&a=1', sourceDomain: 'acme.com', owned: true },
  ]);
  expect(asked.length).toBeGreaterThanOrEqual(12);
});

test('a run ends whatever its vendors do; a wrong key is told once, by name, and not shown', async () => {
  const { app, servers, logs } = await startSix({
    chatgpt: 'truncated',
    gemini: 'error inside',
    perplexity: 'wrong key',
    claude: 'HTML',
    grok: '500',
    deepseek: 'endless',
  });
  const run = await probe(app);
  expect(run).toMatchObject({ status: 'COMPLETED', answered: 12, failed: 60 });
  const codes = Object.fromEntries(run.failures.map(({ platform, code }) => [platform, code]));
  expect(codes).toEqual({
    gemini: 'MALFORMED',
    perplexity: 'UNAUTHORIZED',
    claude: 'MALFORMED',
    grok: 'UNAVAILABLE',
    deepseek: 'TOO_LARGE',
  });
  expect(run.results.map(({ platform }) => platform)).toEqual(['chatgpt']);
  const truncated = run.answers.nodes.filter(({ status }) => status === 'ANSWERED');
  expect(truncated.every((answer) => answer.truncated)).toBe(true);

  // Five questions, those beside them and two retries; then the breaker is open.
  expect(servers.grok?.requests.length).toBeLessThanOrEqual(10);
  expect(servers.perplexity?.requests).toHaveLength(12);
  const told = logs.lines().filter(({ msg }) => String(msg).includes('PERPLEXITY_API_KEY'));
  expect(told.map(({ msg }) => msg)).toEqual([
    'perplexity: the key in PERPLEXITY_API_KEY was refused',
  ]);
  for (const { platform } of VENDORS) expect(logs.text()).not.toContain(keyOf(platform));
});
