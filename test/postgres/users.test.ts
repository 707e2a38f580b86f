import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { asRoot, createFixture, dataOf, ORDINARY, openUp, query } from './fixture.js';

const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

/** A root that may make no namespaces, as in most containers. */
const NO_NAMESPACES = [
  'sh',
  '-c',
  `unshare --user sleep 20 & pid=$!
   while [ "$(readlink /proc/$pid/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.01; done
   echo 0 0 65536 >/proc/$pid/uid_map && echo 0 0 65536 >/proc/$pid/gid_map || exit 1
   exec nsenter --user --target $pid --setuid 0 --setgid 0 -- sh -c 'kill '$pid'; echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"`,
  'sh',
];

const works = (url: string): Promise<void> =>
  expect(query(url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);

test('whoever runs the tests, in a folder closed to all others', async () => {
  const dataDir = await fixture.folder();
  await chmod(dirname(dataDir), 0o700);
  await works((await fixture.start(dataDir)).connectionString);
});

asRoot('an ordinary user', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  const holder = await fixture.hold(dataDir, ORDINARY);
  await works(holder.url);
  expect((await stat(dataOf(dataDir))).uid).toBe(ORDINARY.uid);
  await holder.stop();
});

asRoot('root and an ordinary user take turns on the latter’s folder', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  for (const ids of [ORDINARY, {}, ORDINARY, {}]) {
    const holder = await fixture.hold(dataDir, ids);
    await works(holder.url);
    await holder.stop();
  }
});

asRoot('root without namespaces, in an open folder', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  const holder = await fixture.hold(dataDir, { prefix: NO_NAMESPACES });
  await works(holder.url);
  expect((await stat(dataOf(dataDir))).uid).toBe(65_534);
  await holder.stop();
  // Back among namespaces, the data keeps its owner.
  await works((await fixture.start(dataDir)).connectionString);
});

asRoot('root without namespaces, in a folder closed to all others', async () => {
  const dataDir = await fixture.folder();
  await chmod(dirname(dataDir), 0o700);
  const holder = await fixture.hold(dataDir, { prefix: NO_NAMESPACES });
  await works(holder.url);
  await holder.stop();
});

asRoot('root loses namespaces, and the data changes hands', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  await (await fixture.start(dataDir)).dispose();
  expect((await stat(dataOf(dataDir))).uid).toBe(0);
  const holder = await fixture.hold(dataDir, { prefix: NO_NAMESPACES });
  await works(holder.url);
  await holder.stop();
});

asRoot('a folder that the user may not write in is a clear error', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  await mkdir(dataDir, { mode: 0o755 });
  await expect(fixture.hold(dataDir, ORDINARY)).rejects.toThrow(
    /cannot be used: this user may not write there.*DATA_DIR.*DATABASE_URL/,
  );
});

asRoot('a folder of root’s is a clear error for an ordinary user', async () => {
  const dataDir = await fixture.folder();
  await openUp(dataDir);
  await mkdir(`${dataDir}/postgres`, { recursive: true, mode: 0o700 });
  await expect(fixture.hold(dataDir, ORDINARY)).rejects.toThrow(
    /cannot be used: this user may not/,
  );
});
