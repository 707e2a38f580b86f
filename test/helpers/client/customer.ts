import { request } from 'undici';
import { liftLimits } from '../product.js';

/** A customer of a running product, over its public APIs. */

export interface Customer {
  key: string;
  accountId: string;
  /** Sends one GraphQL operation with the key; rejects if the response has errors. */
  ask<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  /** Creates another key with the same rights. */
  makeKey(): Promise<string>;
  /** The same customer at another process of the product. */
  at(url: string): Customer;
}

export interface RunState {
  id: string;
  status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  expectedAnswers: number;
  answered: number;
  failed: number;
  sandbox: boolean;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  failures: { platform: string; code: string; count: number }[];
}

const RUN_FIELDS = `id status expectedAnswers answered failed sandbox createdAt startedAt completedAt
  failures { platform code count }`;
const PASSWORD = 'correct horse battery';
let made = 0;

/** Does not use `fetch`, because it sends headers that only browsers send. */
async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  const text = await response.body.text();
  if (response.statusCode >= 400)
    throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  const cookies = [response.headers['set-cookie'] ?? []].flat();
  return { cookies, json: JSON.parse(text) as { data?: unknown; errors?: unknown } };
}

async function graphql<T>(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const { json } = await post(`${url}/graphql`, { query, variables }, headers);
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  return json.data as T;
}

const CREATE_KEY =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
const keyInput = (environment?: 'LIVE' | 'TEST') => ({
  input: {
    name: 'process',
    scopes: ['READ', 'WRITE', 'ADMIN'],
    ...(environment && { environment }),
  },
});
interface KeyMade {
  createApiKey: { secret: string };
}

function toCustomer(url: string, key: string, accountId: string): Customer {
  const ask: Customer['ask'] = (query, variables) =>
    graphql(url, { authorization: `Bearer ${key}` }, query, variables);
  return {
    key,
    accountId,
    ask,
    makeKey: async () => (await ask<KeyMade>(CREATE_KEY, keyInput())).createApiKey.secret,
    at: (other) => toCustomer(other, key, accountId),
  };
}

/** Signs up over HTTP and creates a key of one of the environments. */
export async function signUp(
  url: string,
  environment: 'LIVE' | 'TEST' = 'TEST',
): Promise<Customer> {
  made += 1;
  const email = `customer${made}.${process.pid}.${Date.now()}@example.com`;
  const user = { email, password: PASSWORD, name: `Customer ${made}` };
  const { cookies } = await post(`${url}/api/auth/sign-up/email`, user);
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const { me } = await graphql<{ me: { account: { id: string } } }>(
    url,
    { cookie },
    '{ me { account { id } } }',
  );
  await liftLimits(url, me.account.id);
  const { createApiKey } = await graphql<KeyMade>(
    url,
    { cookie },
    CREATE_KEY,
    keyInput(environment),
  );
  return toCustomer(url, createApiKey.secret, me.account.id);
}

export async function createBrand(customer: Customer, name = 'Acme'): Promise<string> {
  const { createBrand } = await customer.ask<{ createBrand: { brand: { id: string } } }>(
    'mutation ($input: CreateBrandInput!) { createBrand(input: $input) { brand { id } } }',
    { input: { name, category: 'CRM software', website: 'https://acme.example' } },
  );
  return createBrand.brand.id;
}

/** Creates a pack with one prompt: a run on one platform then has one answer. */
export async function createSmallPack(customer: Customer): Promise<string> {
  const { createPromptPack } = await customer.ask<{
    createPromptPack: { promptPack: { id: string } };
  }>('mutation { createPromptPack(input: { name: "one" }) { promptPack { id } } }');
  const packId = createPromptPack.promptPack.id;
  await customer.ask(
    'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
    { input: { packId, text: 'Which CRM software is best?', stage: 'DESIRE' } },
  );
  return packId;
}

export interface ProbeInput {
  brandId: string;
  platforms?: string[];
  promptPackId?: string;
  samplesPerPrompt?: number;
}

export async function startProbe(customer: Customer, input: ProbeInput): Promise<RunState> {
  const { startProbe } = await customer.ask<{ startProbe: { probeRun: RunState } }>(
    `mutation ($input: StartProbeInput!) { startProbe(input: $input) { probeRun { ${RUN_FIELDS} } } }`,
    { input },
  );
  return startProbe.probeRun;
}

export async function readRun(customer: Customer, id: string): Promise<RunState> {
  const { probeRun } = await customer.ask<{ probeRun: RunState }>(
    `query ($id: ID!) { probeRun(id: $id) { ${RUN_FIELDS} } }`,
    { id },
  );
  return probeRun;
}
