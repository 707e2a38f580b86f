import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';

const LIMIT_BYTES = 5_000_000;

export const sizeOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => null))?.size ?? 0;

/**
 * Keeps the server's log under twice the limit. The server appends, so the file can be truncated while it runs.
 * Never throws, because an oversized log is no reason to stop.
 */
export async function trimLog(file: string, limitBytes = LIMIT_BYTES): Promise<void> {
  if ((await sizeOf(file)) < limitBytes) return;
  try {
    await rm(`${file}.1`, { force: true });
    await copyFile(file, `${file}.1`);
    await truncate(file, 0);
  } catch {}
}

/** The last line after byte `from` that says why the server failed; null without one. */
export async function lastFault(file: string, from: number): Promise<string | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(8_192),
      position: Math.max(from, size - 8_192),
    });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').reverse();
    return (
      lines
        .find((line) => /FATAL|PANIC|could not|error while loading|not found|denied/.test(line))
        ?.trim() ?? null
    );
  } finally {
    await handle.close();
  }
}
