import { Histogram, type Registry } from 'prom-client';

export type OperationObserver = (operation: {
  type: string;
  /** Name of the operation in its document; null without one. */
  name: string | null;
  /** Whether the name may get its own series; false for anonymous callers, who could make up any number of names. */
  isKnown: boolean;
  /** `ok`, or the code of the first error. */
  outcome: string;
  seconds: number;
}) => void;

/** Series stay in memory for ever, so further names share the series `other`. */
const MOST_NAMES = 100;
const LONGEST_NAME = 64;

/** Measures GraphQL operations, including those behind REST routes. */
export function createOperationMetrics(registry: Registry): OperationObserver {
  const names = new Set<string>();
  const seconds = new Histogram({
    name: 'answerscope_graphql_operation_seconds',
    help: 'Seconds of a GraphQL operation by name; names beyond the first 100 and those of anonymous callers are "other".',
    labelNames: ['type', 'name', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30],
    registers: [registry],
  });
  return ({ type, name, isKnown, outcome, seconds: taken }) => {
    if (name !== null && isKnown && names.size < MOST_NAMES && name.length <= LONGEST_NAME)
      names.add(name);
    const label = name === null ? 'unnamed' : names.has(name) ? name : 'other';
    seconds.observe({ type, name: label, outcome }, taken);
  };
}
