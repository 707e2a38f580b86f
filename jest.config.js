import { availableParallelism } from 'node:os';

// Runs the output of tsc without further transforms, so the tests cover the shipped code.
export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  // Each worker loads a module once; a test file that leaves resources open or state changed fails.
  runtime: '<rootDir>/test/runner/runtime.js',
  testEnvironment: '<rootDir>/test/runner/environment.js',
  reporters: ['default', '<rootDir>/test/runner/slowest.js'],
  transform: {},
  // Tests must not depend on their order. `--seed` repeats an order; the summary shows the seed.
  randomize: true,
  // All files share one PostgreSQL: see test/helpers/run/database.ts
  globalSetup: '<rootDir>/test/helpers/run/global-setup.js',
  globalTeardown: '<rootDir>/test/helpers/run/global-teardown.js',
  // Tests often wait for sockets, processes and browsers, so use one worker more than processors.
  maxWorkers: availableParallelism() + 1,
  // Only a hanging test takes this long, even on a machine under load.
  testTimeout: 120_000,
  workerIdleMemoryLimit: '700MB',
};
