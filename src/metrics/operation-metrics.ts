import { Histogram, type Registry } from 'prom-client';

export type OperationObserver = (operation: {
  type: string;
  /** As its document calls it; null without a name. */
  name: string | null;
  /** Whether its name is worth a series of its own: strangers may make up as many as they like. */
  isKnown: boolean;
  /** `ok`, or the code of the first error. */
  outcome: string;
  seconds: number;
}) => void;

/** Series are kept in memory for ever, so names beyond these count as one. */
const MOST_NAMES = 100;
const LONGEST_NAME = 64;

/** Times GraphQL operations, those behind REST too. */
export function createOperationMetrics(registry: Registry): OperationObserver {
  const names = new Set<string>();
  const seconds = new Histogram({
    name: 'answerscope_graphql_operation_seconds',
    help: 'Time of a GraphQL operation by its name; names that came late or from strangers are other.',
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
