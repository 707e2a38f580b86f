import { METRICS_TOKEN, type TestApp } from '../app.js';
import { until } from '../run/until.js';
import { call } from './http.js';

/** The current metrics of the process; waits for a new collection, because one is cached for a while. */
export async function scrape({ url }: Pick<TestApp, 'url'>): Promise<string> {
  const read = async () => (await call(url, 'GET', '/metrics', { key: METRICS_TOKEN })).text;
  const shared = await read();
  let text = shared;
  await until(async () => {
    text = await read();
    return text !== shared;
  }, 10_000);
  return text;
}
