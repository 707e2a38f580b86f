import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { never, question } from '../engines/question.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { scrape } from '../helpers/client/metrics.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { captureLogs } from '../helpers/run/logs.js';

let server: OpenAiServer;
let app: TestApp;
const logs = captureLogs();

beforeAll(async () => {
  server = await createOpenAiServer([
    behave.answer(),
    behave.unauthorized(),
    behave.rateLimited('3600'),
  ]);
  app = await startApp({ ROLE: 'web', ...behind(server, ['chatgpt']) }, { log: logs.log });
});
afterAll(async () => {
  await app.dispose();
  await server.dispose();
});

const metrics = () => scrape(app);

test('calls, their time, the breaker and the places of each engine are counted, and the log tells', async () => {
  const before = await metrics();
  expect(before).toContain('answerscope_engine_breaker_open{platform="chatgpt"} 0');
  const engine = app.deps.engines.forEnvironment('live').get('chatgpt')!;
  for (let asked = 0; asked < 8; asked += 1) await engine.ask(question, never).catch(() => {});
  await app.deps.engines.forEnvironment('test').get('grok')!.ask(question, never);
  const after = await metrics();
  for (const line of [
    'answerscope_engine_calls_total{platform="chatgpt",sandbox="false",outcome="answered"} 1',
    'answerscope_engine_calls_total{platform="chatgpt",sandbox="false",outcome="UNAUTHORIZED"} 1',
    'answerscope_engine_calls_total{platform="chatgpt",sandbox="false",outcome="RATE_LIMITED"} 5',
    'answerscope_engine_calls_total{platform="chatgpt",sandbox="false",outcome="UNAVAILABLE"} 1',
    'answerscope_engine_calls_total{platform="grok",sandbox="true",outcome="answered"} 1',
    'answerscope_engine_call_seconds_count{platform="chatgpt",sandbox="false"} 8',
    'answerscope_engine_breaker_open{platform="chatgpt"} 1',
    'answerscope_engine_breaker_changes_total{platform="chatgpt",to="open"} 1',
    'answerscope_engine_places{platform="chatgpt",state="running"} 0',
    'answerscope_engine_places{platform="chatgpt",state="waiting"} 0',
  ]) {
    expect(after).toContain(line);
  }
  expect(after).not.toContain('key-of-chatgpt');

  // The log has the opened breaker once, with its platform and why, and never the key.
  const told = logs.lines().filter(({ msg }) => msg === 'circuit breaker of chatgpt opened');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    level: 40,
    platform: 'chatgpt',
    reason: 'the server’s rate limit was reached',
  });
  expect(logs.text()).not.toContain('key-of-chatgpt');
});
