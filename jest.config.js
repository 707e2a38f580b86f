// Tests are compiled by tsc and run as they are: what is tested is what is shipped.
export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testEnvironment: 'node',
  transform: {},
  testTimeout: 30_000,
  workerIdleMemoryLimit: '700MB',
};
