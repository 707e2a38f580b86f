import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ROUNDS = 10;
const PAUSE_MS = 40;

/**
 * Memory of this process in bytes after garbage collection. Collects several times, because buffers are freed
 * later than the objects that held them.
 */
export async function settledBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let leastBytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    collect();
    const { heapUsed, external } = process.memoryUsage();
    leastBytes = Math.min(leastBytes, heapUsed + external);
  }
  return leastBytes;
}
