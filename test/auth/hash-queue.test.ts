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
  const ground = open();
  const all = [...fill(ground), ...Array.from({ length: 40 }, (_, at) => ground.add(`late ${at}`))];
  await new Promise(setImmediate);
  expect(ground.begun).toEqual(['0', '1']);
  await ground.drain();
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array(18).fill('fulfilled'),
    ...Array(40).fill('rejected'),
  ]);
  expect(ends.at(-1)).toMatchObject({ reason: BUSY });
  expect(ground.begun).toEqual(Array.from({ length: 18 }, (_, at) => `${at}`));
  expect(ground.mostAtOnce()).toBe(2);
});

test('those who failed of late wait behind the others, and known ones go first', async () => {
  const ground = open();
  const ranks = ['suspect', 'new', 'suspect', 'new', 'known', 'suspect', 'known'] as const;
  const all = ranks.map((rank, at) => ground.add(`${rank} ${at}`, rank));
  await ground.drain();
  await Promise.all(all);
  expect(ground.begun).toEqual([
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
  const ground = open();
  const suspects = fill(ground, 'suspect');
  await expect(ground.add('another', 'suspect')).rejects.toMatchObject(BUSY);
  const clean = ground.add('clean', 'new');
  await expect(suspects.at(-1)).rejects.toMatchObject(BUSY);
  await ground.drain();
  await expect(clean).resolves.toBe('clean');
  expect(ground.begun.slice(0, 4)).toEqual(['0', '1', 'clean', '2']);
  const names = fill(ground, 'new');
  await expect(ground.add('suspect', 'suspect')).rejects.toMatchObject(BUSY);
  await ground.drain();
  await Promise.all(names);
});

test('nobody waits for longer than five seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const ground = open();
    const [, , third] = fill(ground);
    jest.advanceTimersByTime(4_999);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(1);
    await expect(third).rejects.toMatchObject(BUSY);
    // All that waited have gone, so the next to come is the next to begin.
    const next = ground.add('next');
    await ground.drain();
    await expect(next).resolves.toBe('next');
    expect(ground.begun).toEqual(['0', '1', 'next']);
  } finally {
    jest.useRealTimers();
  }
});

test('a client that has gone leaves the queue, and its place to another', async () => {
  const ground = open();
  const [, , ...waiting] = fill(ground);
  const gone = new AbortController();
  waiting.at(-1)?.catch(() => {});
  const full = ground.add('full');
  await expect(full).rejects.toMatchObject(BUSY);
  await ground.drain();
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
