import type { Log } from '../observability/log.js';

export interface Disposal {
  /** Disposes of the resource with the others, the last one kept first. */
  keep<T extends { dispose(): Promise<void> }>(resource: T): T;
  dispose(): Promise<void>;
}

/** Resources that end together. One that cannot be disposed of is logged and keeps none of the others. */
export function createDisposal(log: Log): Disposal {
  const resources = new AsyncDisposableStack();
  return {
    keep(resource) {
      resources.defer(() =>
        resource.dispose().catch((err) => log.error({ err }, 'a resource could not be closed')),
      );
      return resource;
    },
    dispose: () => resources.disposeAsync(),
  };
}
