import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LIMIT_BYTES = 5_000_000;

/** Keeps the server's log under twice the limit: it is opened for appending, so it may be cut under way. */
export async function trimLog(file: string, limitBytes = LIMIT_BYTES): Promise<void> {
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  if (size < limitBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file, 0);
}

/** The last line that says why the server gave up. */
export async function lastFault(file: string): Promise<string | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8_192), position: Math.max(0, size - 8_192) });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').reverse();
    return lines.find((line) => /FATAL|PANIC|error while loading|not found|denied/.test(line))?.trim() ?? null;
  } finally {
    await handle.close();
  }
}
