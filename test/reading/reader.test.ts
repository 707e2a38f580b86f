import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { createReader, type Reader } from '../../src/reading/reader.js';

let reader: Reader;
afterEach(() => reader.dispose());

const LINE = 'Disallow: /a\n';
const short = { text: `User-agent: *\n${LINE}` };
const long = { text: `User-agent: *\n${LINE.repeat(33_000 / LINE.length)}` };
/** What nobody but the caller's own thread can give. */
const HERE = [{ pattern: '/here', isAllowed: true }];

test('a short text is read at once, and a long one in another thread with the same result', async () => {
  reader = createReader();
  expect(await reader.read('robots', short, () => HERE)).toBe(HERE);
  const rules = await reader.read('robots', long, () => HERE);
  expect(rules.length).toBeGreaterThan(2_000);
  expect(rules[0]).toEqual({ pattern: '/a', isAllowed: false });
  const wide = { text: `# ${'中'.repeat(11_000)}\n` };
  expect(await reader.read('robots', wide, () => HERE)).toEqual([]);
});

test('what fails in the thread is told, and the next text is read', async () => {
  reader = createReader();
  const evidence = { text: 'a'.repeat(40_000), brand: null } as never;
  await expect(reader.read('evidence', evidence)).rejects.toThrow('null');
  expect(await reader.read('robots', long)).not.toEqual([]);
});

test('what takes too long ends with its thread, and those that wait come to their turn', async () => {
  reader = createReader({ timeoutMs: 1 });
  const found = await Promise.allSettled([1, 2, 3].map(() => reader.read('robots', long)));
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(reader.read('robots', long)).rejects.toThrow('longer than 1 ms');
  expect(await reader.read('robots', short)).toHaveLength(1);
});

test('more long texts than can wait are refused at once', async () => {
  reader = createReader({ mostWaiting: 2 });
  const reads = [1, 2, 3].map(() => reader.read('robots', long));
  await expect(reader.read('robots', long)).rejects.toThrow('too many long texts are queued');
  for (const rules of await Promise.all(reads)) expect(rules).not.toEqual([]);
});

test('who waits when the reader is disposed of is told', async () => {
  reader = createReader();
  const reads = Promise.allSettled([1, 2].map(() => reader.read('robots', long)));
  await reader.dispose();
  for (const { status } of await reads) expect(status).toBe('rejected');
});

test('a thread with nothing to read keeps no process alive', async () => {
  reader = createReader();
  const module = new URL('../../src/reading/reader.js', import.meta.url);
  const script = `const { createReader } = await import(${JSON.stringify(module)});
    const rules = await createReader().read('robots', { text: ${JSON.stringify(long.text)} });
    console.log(rules.length > 2000);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(stdout).toBe('true\n');
});
