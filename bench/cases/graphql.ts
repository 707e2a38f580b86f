import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { compare } from '../compare.js';
import { askOnce } from '../load.js';
import { startProgram } from '../program.js';
import type { Line } from '../report.js';
import { quiet, type Stage } from '../stage.js';

const QUERY = `query BrandsWithLastScan($first: Int!, $cited: Int!) {
  brands(first: $first) {
    nodes {
      id name category website createdAt
      lastScan {
        id status platforms completedAt
        results {
          platform mentioned rank position snippet
          citations(first: $cited) { sourceUrl sourceDomain owned discoveredAt }
        }
      }
    }
  }
}`;

const toAsked = (origin: string, key: string, variables: { first: number; cited: number }) => ({
  origin,
  method: 'POST' as const,
  path: '/graphql',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  body: JSON.stringify({ query: QUERY, variables }),
});

/** Number of statements that read data for one answer, at different sizes. */
async function countStatements({ settings, customer }: Stage): Promise<Line> {
  const config = loadConfig({ ...settings, PORT: '0', ROLE: 'web' });
  const app = await createApp(config, quiet);
  const { db } = app.deps;
  const { query: read } = db;
  let statements = 0;
  const countOf = async (first: number, cited: number) => {
    statements = 0;
    await askOnce(toAsked(app.url ?? '', customer.key, { first, cited }));
    return statements;
  };
  try {
    // The first request also looks up the key.
    await countOf(1, 1);
    db.query = (...asked) => {
      statements += 1;
      return read(...asked);
    };
    const values = [await countOf(1, 1), await countOf(20, 5), await countOf(30, 2)];
    const target = { value: 4, most: true };
    return { name: 'GraphQL, data statements', ours: String(Math.max(...values)), values, target };
  } finally {
    await app.dispose();
  }
}

/** 20 brands with their last run, its six results and five citations each, compared with plain Apollo Server. */
export async function measureGraphQL(stage: Stage): Promise<Line[]> {
  const { settings, customer, seconds, keep } = stage;
  const statements = await countStatements(stage);
  const ours = await startProgram({ file: 'src/main.js', settings, path: '/livez' });
  keep(ours.dispose);
  const rival = await startProgram({ file: 'bench/rivals/apollo.js', settings, path: '/livez' });
  keep(rival.dispose);
  const counts = { first: 20, cited: 5 };
  const ratio = await compare({
    name: 'GraphQL, 20 brands deep',
    ours: toAsked(ours.origin, customer.key, counts),
    rival: toAsked(rival.origin, customer.key, counts),
    seconds,
    target: 1.2,
  });
  return [ratio, statements];
}
