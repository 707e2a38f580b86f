import { expect, jest, test } from '@jest/globals';
import { createHashQueue, type Rank } from '../../src/auth/hash-queue.js';

const BUSY = { code: 'DEGRADED', retryAfterSec: 2 };

/** A queue with works that end when they are told to, and a note of who has begun. */
function open() {
  const queue = createHashQueue();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let atOnce = 0;
  let mostAtOnce = 0;
  const add = (name: string, rank: Rank = 'new', gone?: AbortSignal): Promise<string> => {
    const work = async () => {
      begun.push(name);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      atOnce -= 1;
      return name;
    };
    const added = queue.run(rank, work, gone);
    added.catch(() => {});
    return added;
  };
  /** Ends works in the order in which they began, until none is left. */
  const drain = async () => {
    await new Promise(setImmediate);
    for (let at = 0; at < begun.length; at += 1) {
      ends.get(begun[at] ?? '')?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, add, begun, drain, mostAtOnce: () => mostAtOnce };
}

const fill = ({ add }: ReturnType<typeof open>, rank: Rank = 'new') =>
  Array.from({ length: 18 }, (_, at) => add(`${at}`, rank));

test('two run at once, sixteen wait, and the rest is refused at once', async () => {
  const queue = open();
  const all = [...fill(queue), ...Array.from({ length: 40 }, (_, at) => queue.add(`late ${at}`))];
  await new Promise(setImmediate);
  expect(queue.begun).toEqual(['0', '1']);
  await queue.drain();
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array(18).fill('fulfilled'),
    ...Array(40).fill('rejected'),
  ]);
  expect(ends.at(-1)).toMatchObject({ reason: BUSY });
  expect(queue.begun).toEqual(Array.from({ length: 18 }, (_, at) => `${at}`));
  expect(queue.mostAtOnce()).toBe(2);
});

test('those who failed of late wait behind the others, and known ones go first', async () => {
  const queue = open();
  const ranks = ['suspect', 'new', 'suspect', 'new', 'known', 'suspect', 'known'] as const;
  const all = ranks.map((rank, at) => queue.add(`${rank} ${at}`, rank));
  await queue.drain();
  await Promise.all(all);
  expect(queue.begun).toEqual([
    'suspect 0',
    'new 1',
    'known 4',
    'known 6',
    'new 3',
    'suspect 2',
    'suspect 5',
  ]);
});

test('when it is full, the last suspect gives way to a better one, and to no other', async () => {
  const queue = open();
  const suspects = fill(queue, 'suspect');
  await expect(queue.add('another', 'suspect')).rejects.toMatchObject(BUSY);
  const clean = queue.add('clean', 'new');
  await expect(suspects.at(-1)).rejects.toMatchObject(BUSY);
  await queue.drain();
  await expect(clean).resolves.toBe('clean');
  expect(queue.begun.slice(0, 4)).toEqual(['0', '1', 'clean', '2']);
  const names = fill(queue, 'new');
  await expect(queue.add('suspect', 'suspect')).rejects.toMatchObject(BUSY);
  await queue.drain();
  await Promise.all(names);
});

test('nobody waits for longer than five seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const queue = open();
    const [, , third] = fill(queue);
    jest.advanceTimersByTime(4_999);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(1);
    await expect(third).rejects.toMatchObject(BUSY);
    // All that waited have gone, so the next to come is the next to begin.
    const next = queue.add('next');
    await queue.drain();
    await expect(next).resolves.toBe('next');
    expect(queue.begun).toEqual(['0', '1', 'next']);
  } finally {
    jest.useRealTimers();
  }
});

test('a client that has gone leaves the queue, and its place to another', async () => {
  const queue = open();
  const [, , ...waiting] = fill(queue);
  const gone = new AbortController();
  waiting.at(-1)?.catch(() => {});
  const full = queue.add('full');
  await expect(full).rejects.toMatchObject(BUSY);
  await queue.drain();
  const again = open();
  void again.add('a');
  void again.add('b');
  const left = again.add('left', 'new', gone.signal);
  gone.abort();
  await expect(left).rejects.toMatchObject(BUSY);
  await expect(again.add('too late', 'new', gone.signal)).rejects.toMatchObject(BUSY);
  void again.add('c');
  await again.drain();
  expect(again.begun).toEqual(['a', 'b', 'c']);
});

test('work within work keeps its one place, and no longer than it lasts', async () => {
  const { queue, add, drain, begun } = open();
  let later = Promise.resolve('');
  const outer = queue.run('new', async () => {
    const inner = await queue.run('new', async () => 'inner');
    // Begins when the place has gone.
    later = new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))).then(() =>
      queue.run('new', async () => 'later'),
    );
    return inner;
  });
  void add('a');
  const waiting = [add('b'), add('c')];
  await expect(outer).resolves.toBe('inner');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b']);
  await drain();
  await Promise.all([...waiting, later]);
});

test('work that fails leaves its place', async () => {
  const { queue } = open();
  for (let times = 0; times < 3; times += 1)
    await expect(queue.run('new', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run('new', async () => 'done')).resolves.toBe('done');
});
