import { expect, test } from '@jest/globals';
import { watchEngines } from '../../src/engines/observer.js';
import { captureLogs } from '../helpers/run/logs.js';

test('each change of a breaker is one line, as each call is, and the metrics hear of all', () => {
  const { log, lines } = captureLogs();
  const heard: string[] = [];
  const observer = watchEngines(log, {
    called: () => heard.push('call'),
    places: () => heard.push('places'),
    breaker: ({ isOpen }) => heard.push(isOpen ? 'open' : 'closed'),
  });
  observer.breaker?.({ platform: 'grok', isOpen: true, reason: 'no answer in time' });
  observer.called?.({ platform: 'grok', sandbox: false, outcome: 'TIMEOUT', seconds: 1 });
  observer.places?.({ platform: 'grok', running: 0, waiting: 0 });
  observer.breaker?.({ platform: 'grok', isOpen: false, reason: 'the engine answers again' });
  expect(lines()).toMatchObject([
    {
      level: 40,
      platform: 'grok',
      reason: 'no answer in time',
      msg: expect.stringMatching(/opened/),
    },
    { level: 30, platform: 'grok', outcome: 'TIMEOUT', ms: 1_000, msg: 'engine call' },
    {
      level: 30,
      platform: 'grok',
      reason: 'the engine answers again',
      msg: 'circuit breaker of grok closed',
    },
  ]);
  expect(heard).toEqual(['open', 'call', 'places', 'closed']);
});
