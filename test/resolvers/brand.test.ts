import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startApp();
  ({ key } = await app.createAccount());
});
afterAll(() => app.dispose());

type Shape = Record<string, Record<string, unknown>>;

async function ask(query: string): Promise<Shape> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: Shape; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const FIELDS = 'id name createdAt aliases { text exclude } ownedDomains';

it('shows a brand in a list as it shows it alone, names and domains included', async () => {
  const input = '{ name: "Acme", category: "anvils", website: "https://www.acme.example" }';
  const { createBrand } = await ask(
    `mutation { createBrand(input: ${input}) { brand { ${FIELDS} } } }`,
  );
  const made = createBrand?.brand as { id: string };
  expect(made).toMatchObject({
    aliases: [{ text: 'Acme', exclude: [] }],
    ownedDomains: ['acme.example'],
  });
  // Asked for often enough that the document is compiled.
  for (let time = 0; time < 4; time += 1) {
    const { brand, brands } = await ask(
      `{ brand(id: "${made.id}") { ${FIELDS} } brands { totalCount pageInfo { endCursor } nodes { ${FIELDS} } edges { cursor node { ${FIELDS} } } } }`,
    );
    expect(brand).toEqual(made);
    const { endCursor } = (brands as { pageInfo: { endCursor: string } }).pageInfo;
    expect(brands).toMatchObject({
      totalCount: 1,
      nodes: [made],
      edges: [{ cursor: endCursor, node: made }],
    });
  }
});
