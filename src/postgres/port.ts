import { randomInt, randomUUID } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { PostgresFault } from './fault.js';

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
}

/** A free port below the range of outgoing connections, which could otherwise take it while the server is down. */
export async function pickPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new PostgresFault(
    'No free port between 20000 and 32000 on 127.0.0.1; set DATABASE_URL to your own PostgreSQL',
  );
}

/** @returns the stored port; null if the file is missing or invalid */
export async function readPort(file: string): Promise<number | null> {
  const port = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

export async function writePort(file: string, port: number, folder: string): Promise<void> {
  const half = `${file}.new-${randomUUID()}`;
  await writeFile(half, `${port}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await chown(half, uid, gid);
  }
  await rename(half, file);
}
