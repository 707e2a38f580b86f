import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into a server before the server itself: tells whoever started it what it has used. */

export interface Used {
  /** Of all its threads, since it began. */
  cpuMs: number;
  /** What it holds after a collection: objects, and buffers outside of the heap. */
  heldBytes: number;
  residentBytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function look(): Used {
  const { user, system } = process.cpuUsage();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { cpuMs: (user + system) / 1_000, heldBytes: heapUsed + external, residentBytes: rss };
}

process.on('message', () => void process.send?.(look()));
// It lives as long as the server, and does not keep it alive.
process.channel?.unref();
