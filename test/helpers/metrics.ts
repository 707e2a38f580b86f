import { METRICS_TOKEN, type TestApp } from './app.js';
import { call } from './http.js';
import { until } from './until.js';

const seen = new Map<string, string>();

/** What the process counts now: collections are shared for a while, and no two of them are the same. */
export async function scrape({ url }: Pick<TestApp, 'url'>): Promise<string> {
  let text = '';
  await until(async () => {
    ({ text } = await call(url, 'GET', '/metrics', { key: METRICS_TOKEN }));
    return text !== seen.get(url);
  }, 10_000);
  seen.set(url, text);
  return text;
}
