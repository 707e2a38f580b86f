import type { TestApp } from './app.js';
import { ask } from './graphql.js';

/** A brand of the key's account and environment. */
export async function createBrand(app: Pick<TestApp, 'url'>, key: string): Promise<string> {
  const query = `mutation { createBrand(input: { name: "Zephyrine", category: "running shoes", website: "https://zephyrine.example" }) { brand { id } } }`;
  const { data } = await ask(app, query, { key });
  return (data as { createBrand: { brand: { id: string } } }).createBrand.brand.id;
}

/** A run of the brand's own prompts, queued. */
export async function startProbe(
  app: Pick<TestApp, 'url'>,
  key: string,
  brandId: string,
): Promise<string> {
  const query =
    'mutation Start($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id } } }';
  const { data } = await ask(app, query, { key, variables: { input: { brandId } } });
  return (data as { startProbe: { probeRun: { id: string } } }).startProbe.probeRun.id;
}
