import { expect, test } from '@jest/globals';
import { lint, loadConfig } from '@redocly/openapi-core';

test('the description passes the linter without a warning', async () => {
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  const problems = await lint({ ref: 'schema/openapi.json', config });
  expect(
    problems.map(({ severity, ruleId, message, location }) => ({
      severity,
      ruleId,
      message,
      at: location[0]?.pointer,
    })),
  ).toEqual([]);
});
