import type { Deps, Scope } from '../deps.js';
import { findBrand } from '../services/brand.js';
import { findProbeRun, type ProbeRunRow } from '../services/probe-run.js';
import { type CompletionFeed, createCompletionFeed } from './completion-feed.js';
import type { Inbox } from './inbox.js';
import type { ProgressEvent } from './progress-event.js';
import { createRunFeed, type RunFeed } from './run-feed.js';

/** What subscribers of this process follow. */
export interface Follow {
  /** A snapshot, then each step, then the end. Rejects for a run that is not the account's. */
  run(scope: Scope, runId: string): Promise<Inbox<ProgressEvent>>;
  /** Each probe of the brand that ends from now on. Rejects for a brand that is not the account's. */
  completions(scope: Scope, brandId: string): Promise<Inbox<ProbeRunRow>>;
  dispose(): void;
}

/** A feed belongs to an account and environment, so one account never reads what another opened. */
const keyOf = (place: { accountId: string; environment: string }, id: string): string =>
  `${place.accountId}/${place.environment}/${id}`;

/** The feed in the map, or a new one in its place; it takes itself out when nobody is left. */
function open<F>(feeds: Map<string, F>, key: string, create: (onClose: () => void) => F): F {
  const found = feeds.get(key);
  if (found !== undefined) return found;
  const feed = create(() => {
    if (feeds.get(key) === feed) feeds.delete(key);
  });
  feeds.set(key, feed);
  return feed;
}

export function createFollow(deps: Deps): Follow {
  const runs = new Map<string, RunFeed>();
  const brands = new Map<string, CompletionFeed>();
  const endings = [
    deps.events.on('run', (event) => {
      runs.get(keyOf(event, event.runId))?.refresh();
      if (event.ended) brands.get(keyOf(event, event.brandId))?.ended(event.runId);
    }),
    deps.events.onGap(() => {
      for (const feed of [...runs.values(), ...brands.values()]) feed.refresh();
    }),
  ];

  return {
    async run(scope, runId) {
      const key = keyOf(scope, runId);
      if (!runs.has(key)) await findProbeRun(deps, scope, runId);
      return open(runs, key, (onClose) => createRunFeed(deps, scope, runId, onClose)).subscribe();
    },
    async completions(scope, brandId) {
      await findBrand(deps, scope, brandId);
      return open(brands, keyOf(scope, brandId), (onClose) =>
        createCompletionFeed(deps, scope, brandId, onClose),
      ).subscribe();
    },
    dispose() {
      for (const end of endings) end();
      for (const feed of [...runs.values(), ...brands.values()]) feed.close();
    },
  };
}
