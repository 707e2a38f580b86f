import { afterEach } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { type Call, call } from '../helpers/client/http.js';
import {
  type Behaviour,
  behave,
  behind,
  createOpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createClock } from '../helpers/run/clock.js';
import { sql } from '../helpers/run/sql.js';

export const opened: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.dispose();
});

const TWO = ['chatgpt', 'gemini'];
export const SCAN = { brand_name: 'Acme', industry: 'CRM software' };

/** The product with two platforms behind one scripted server, and what a day may cost. */
export async function startServer(
  settings: Record<string, string>,
  behaviour: Behaviour = behave.answer(),
) {
  const server = await createOpenAiServer(behaviour);
  opened.push(server);
  const clock = createClock();
  clock.moveToNoon();
  const all = { ROLE: 'web', TRUST_PROXY: '1', ...behind(server, TWO), ...settings };
  const app = await startApp(all, { now: clock.now });
  opened.push(app);
  const account = await app.createAccount();
  const key = await account.makeKey({ environment: 'live' });
  const tenant = { accountId: account.accountId, environment: 'live' as const };
  return { server, app, clock, account, key, tenant };
}

export const scan = (app: TestApp, caller: Call) =>
  call(app.url, 'POST', '/api/check/run', { ...caller, body: SCAN });
export const spentOf = async (app: TestApp) => {
  const [row] = await sql<{ calls: number }>(
    app.databaseUrl,
    'select coalesce(sum(calls), 0)::int as calls from auth.engine_spend',
  );
  return row?.calls;
};
