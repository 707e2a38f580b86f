import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a server process, to report its memory and CPU time to the parent process. */

export interface Held {
  /** Heap objects and external buffers after a garbage collection. */
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

/** CPU time of all threads since the start, in milliseconds. */
function lookAtCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

process.on('message', (what) => {
  process.send?.(what === 'memory' ? lookAtMemory() : lookAtCpu());
});
// The channel must not keep the server process alive.
process.channel?.unref();
