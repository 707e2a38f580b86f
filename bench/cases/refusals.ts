import type { DocumentNode } from 'graphql';
import { createSchema } from '../../src/graphql/build-schema.js';
import { createCostCheck } from '../../src/graphql/document-cost.js';
import { createDocuments } from '../../src/graphql/documents.js';
import { SHAPES, writeDocuments } from '../hostile-documents.js';
import { type Line, report } from '../report.js';

const ROUNDS = 9;

/** Milliseconds to refuse a hostile document, for the slowest document of each round. */
export async function measureRefusals(): Promise<Line[]> {
  const schema = createSchema();
  const documents = createDocuments(schema, true);
  const checkCost = createCostCheck(schema);
  const isRefused = (query: string): boolean => {
    const { document, faults } = documents.read(query);
    return faults.length > 0 || excessOf(document) > 0;
  };
  const excessOf = (document: DocumentNode) => checkCost(document, undefined, {}).length;
  const hostile = Object.values(SHAPES).flatMap(writeDocuments).filter(isRefused);
  const values: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    let worstMs = 0;
    for (const query of hostile) {
      const startedMs = performance.now();
      isRefused(query);
      worstMs = Math.max(worstMs, performance.now() - startedMs);
    }
    values.push(worstMs);
    report(`refusals: round ${round} of ${ROUNDS}: ${worstMs.toFixed(1)} ms at most`);
  }
  return [
    {
      name: `${hostile.length} hostile documents`,
      ours: 'slowest document',
      values,
      target: { value: 20, unit: ' ms', most: true },
    },
  ];
}
