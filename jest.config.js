import { availableParallelism } from 'node:os';

// Tests are compiled by tsc and run as they are: what is tested is what is shipped.
export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  // A worker loads each module once, and a file that leaves something open or changed fails.
  runtime: '<rootDir>/test/runner/runtime.js',
  testEnvironment: '<rootDir>/test/runner/environment.js',
  reporters: ['default', '<rootDir>/test/runner/slowest.js'],
  transform: {},
  // No test needs the one before it: `--seed` repeats an order, and its number is in the summary.
  randomize: true,
  // One PostgreSQL for all files: see test/helpers/run/database.ts
  globalSetup: '<rootDir>/test/helpers/run/global-setup.js',
  globalTeardown: '<rootDir>/test/helpers/run/global-teardown.js',
  // Much of a run waits for sockets, processes and browsers, so one more worker than processors.
  maxWorkers: availableParallelism() + 1,
  // Only what hangs takes so long, also on a machine that does much else.
  testTimeout: 120_000,
  workerIdleMemoryLimit: '700MB',
};
