import { setTimeout as sleep } from 'node:timers/promises';

/** State of the process that a test file could leave changed. */
interface State {
  /** Sockets, servers, timers and children that keep the process alive, by kind. */
  handles: Map<string, number>;
  listeners: Map<string, number>;
  environment: NodeJS.ProcessEnv;
  folder: string;
}

const LIMIT_MS = 3_000;

/** Ignored environment variables; MikroORM sets this one once. */
const PASSED_OVER = new Set(['MIKRO_ORM_COLORS']);

const count = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** File and DNS operations complete without being closed. */
const isPassing = (kind: string) => /^(FSReq|GetAddrInfo|Immediate|FileHandle)/.test(kind);

const look = (): State => ({
  handles: count(process.getActiveResourcesInfo().filter((kind) => !isPassing(kind))),
  listeners: new Map(
    process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
  ),
  environment: { ...process.env },
  folder: process.cwd(),
});

function* differences(before: State, after: State): Generator<string> {
  for (const [kind, now] of after.handles) {
    const more = now - (before.handles.get(kind) ?? 0);
    if (more > 0) yield `${more} open ${kind}`;
  }
  for (const [event, now] of after.listeners)
    if (now > (before.listeners.get(event) ?? 0)) yield `a listener of process '${event}'`;
  for (const name of new Set([
    ...Object.keys(before.environment),
    ...Object.keys(after.environment),
  ]))
    if (before.environment[name] !== after.environment[name] && !PASSED_OVER.has(name))
      yield `the variable ${name} changed`;
  if (before.folder !== after.folder) yield `the working directory ${after.folder}`;
}

/** @returns a function that lists what has been left since; waits up to 3 seconds for resources to close */
export function watchForLeftovers(): () => Promise<string[]> {
  const before = look();
  return async () => {
    const startedMs = performance.now();
    for (;;) {
      const left = [...differences(before, look())];
      if (left.length === 0 || performance.now() - startedMs > LIMIT_MS) return left;
      await sleep(20);
    }
  };
}
