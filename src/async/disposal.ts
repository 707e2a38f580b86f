import type { Log } from '../observability/log.js';

export interface Disposal {
  /** Registers a resource. Resources are disposed of in reverse order of registration. */
  keep<T extends { dispose(): Promise<void> }>(resource: T): T;
  dispose(): Promise<void>;
}

/** Collects resources to dispose of together. A failed disposal is logged and does not stop the others. */
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
