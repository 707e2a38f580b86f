import { relative } from 'node:path';
import type { AggregatedResult, Reporter } from '@jest/reporters';

const SHOWN = 10;

/** Lists the slowest test files at the end of a run, including the time of their hooks. */
export default class Slowest implements Pick<Reporter, 'onRunComplete'> {
  onRunComplete(_contexts: unknown, { testResults }: AggregatedResult): void {
    const files = testResults.map(({ testFilePath, perfStats }) => ({
      path: relative(process.cwd(), testFilePath),
      ms: perfStats.end - perfStats.start,
    }));
    const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
    const lines = slowest.map(
      ({ path, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${path}`,
    );
    process.stderr.write(`\nSlowest files:\n${lines.join('\n')}\n`);
  }
}
