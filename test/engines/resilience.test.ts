import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { EngineError, type EngineErrorCode } from '../../src/engines/engine.js';
import { createResiliencePolicy, DEFAULT_RESILIENCE } from '../../src/engines/resilience.js';
import { never } from './question.js';
import { failureOf } from './scripted-engine.js';

const failing = (code: EngineErrorCode) => async () => {
  throw new EngineError(code, `grok: it is ${code}`);
};

const failTimes = async (
  policy: ReturnType<typeof createResiliencePolicy>,
  code: EngineErrorCode,
  times: number,
): Promise<EngineErrorCode[]> => {
  const codes: EngineErrorCode[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    codes.push((await failureOf(policy(never, failing(code)))).code);
  }
  return codes;
};

/** A policy whose breaker was open for as long as it stays so. */
const halfOpen = async () => {
  const policy = createResiliencePolicy('grok', DEFAULT_RESILIENCE);
  await failTimes(policy, 'TIMEOUT', 5);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + DEFAULT_RESILIENCE.openMs);
  return policy;
};
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the breaker', () => {
  test.each(['TIMEOUT', 'UNAVAILABLE', 'RATE_LIMITED'] as const)(
    'opens after five times %s, and says why and until when',
    async (code) => {
      const policy = createResiliencePolicy('grok', DEFAULT_RESILIENCE);
      expect(await failTimes(policy, code, 5)).toEqual(Array(5).fill(code));
      let asked = 0;
      const failure = await failureOf(
        policy(never, async () => {
          asked += 1;
        }),
      );
      expect([failure.code, failure.message, asked]).toEqual([
        'UNAVAILABLE',
        `grok: not asked after 5 failures in a row (it is ${code}); next attempt in 30 s`,
        0,
      ]);
      expect(failure.retryAfterMs).toBeGreaterThan(29_000);
    },
  );

  test.each(['UNAUTHORIZED', 'MALFORMED', 'TOO_LARGE', 'ABORTED'] as const)(
    'does not count %s',
    async (code) => {
      const policy = createResiliencePolicy('grok', DEFAULT_RESILIENCE);
      await failTimes(policy, code, 10);
      expect(await policy(never, async () => 'asked')).toBe('asked');
    },
  );

  test.each(['REFUSED', 'EMPTY'] as const)('%s shows that somebody is there', async (code) => {
    const policy = createResiliencePolicy('grok', DEFAULT_RESILIENCE);
    for (let round = 0; round < 3; round += 1) {
      await failTimes(policy, 'TIMEOUT', 4);
      await failTimes(policy, code, 1);
    }
    expect(await policy(never, async () => 'asked')).toBe('asked');
  });

  test('lets one question try, refuses the others meanwhile, and closes when it is answered', async () => {
    const policy = await halfOpen();
    const answer = Promise.withResolvers<string>();
    const trying = policy(never, () => answer.promise);
    const { message } = await failureOf(policy(never, async () => 'second'));
    expect(message).toContain('next attempt in progress');
    answer.resolve('first');
    expect(await trying).toBe('first');
    expect(await policy(never, async () => 'third')).toBe('third');
  });

  test.each(['TIMEOUT', 'ABORTED'] as const)('stays open when the try is %s', async (code) => {
    const policy = await halfOpen();
    expect(await failTimes(policy, code, 1)).toEqual([code]);
    expect((await failureOf(policy(never, async () => 'asked'))).message).toContain('not asked');
  });
});

describe('the bulkhead', () => {
  const resilience = { ...DEFAULT_RESILIENCE, running: 2, waiting: 3 };

  test('runs so many at once, lets so many wait, and refuses the rest', async () => {
    const policy = createResiliencePolicy('grok', resilience);
    const end = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const asked = Array.from({ length: 6 }, () =>
      policy(never, async () => {
        running += 1;
        most = Math.max(most, running);
        await end.promise;
        running -= 1;
      }),
    );
    const { code, message } = await failureOf(asked[5]!);
    expect([code, message]).toEqual([
      'BUSY',
      'grok: queue full: 2 questions running and 3 waiting',
    ]);
    end.resolve();
    await Promise.all(asked.slice(0, 5));
    expect(most).toBe(2);
    expect(await policy(never, async () => 'free again')).toBe('free again');
  });

  test.each([
    ['ABORTED', () => AbortSignal.abort()],
    ['TIMEOUT', () => AbortSignal.timeout(40)],
  ])('a question that waits ends as %s with its signal', async (code, toSignal) => {
    const policy = createResiliencePolicy('grok', resilience);
    const end = Promise.withResolvers<void>();
    const asked = [policy(never, () => end.promise), policy(never, () => end.promise)];
    let begun = false;
    const waiting = policy(toSignal(), async () => {
      begun = true;
    });
    expect((await failureOf(waiting)).code).toBe(code);
    end.resolve();
    await Promise.all(asked);
    // It would have had its turn before this one.
    await policy(never, async () => 'later');
    expect(begun).toBe(false);
  });
});
