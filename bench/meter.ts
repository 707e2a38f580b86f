import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into a server before the server itself: tells whoever started it what it has used. */

export interface Held {
  /** After a collection: objects, and buffers outside of the heap. */
  heldBytes: number;
  residentBytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function lookAtMemory(): Held {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heldBytes: heapUsed + external, residentBytes: rss };
}

/** Of all its threads since it began, in milliseconds. */
function lookAtCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

process.on('message', (what) => {
  process.send?.(what === 'memory' ? lookAtMemory() : lookAtCpu());
});
// It lives as long as the server, and does not keep it alive.
process.channel?.unref();
