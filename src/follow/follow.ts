import type { StoreDeps, Tenant } from '../deps.js';
import { notFound } from '../errors.js';
import { findBrand } from '../services/brands/brand.js';
import { type IncidentChange, readIncidentChanges } from '../services/incidents/incident-change.js';
import { findRewriteBatch, type RewriteBatchRow } from '../services/rewrites/rewrite-batch.js';
import { findProbeRun, type ProbeRunRow } from '../services/runs/probe-run.js';
import { readProgress } from '../services/runs/progress.js';
import type { WebhookDeliveryRow } from '../services/webhooks/webhook-delivery.js';
import { findWebhookEndpoint } from '../services/webhooks/webhook-endpoint.js';
import { type CompletionFeed, createCompletionFeed } from './completion-feed.js';
import { createDeliveryFeed, type DeliveryFeed } from './delivery-feed.js';
import { createFeed, type Feed } from './feed.js';
import type { Inbox } from './inbox.js';
import { hasEnded, type ProgressEvent, toEvents, toSnapshot } from './progress-event.js';

/** Feed of a brand's unresolved incidents, then each change. */
const createIncidentFeed = (
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
  onClose: () => void,
): Feed<IncidentChange> =>
  createFeed<IncidentChange>({
    read: (last) => readIncidentChanges(deps, tenant, brandId, last?.sequence ?? null),
    toSnapshot: (last) => ({ ...last, incident: null }),
    hasEnded: () => false,
    onClose,
    log: deps.log,
    watched: { brandId },
  });

/** Feed of a batch after each item. Items that end close together form one step. */
const createBatchFeed = (
  deps: StoreDeps,
  tenant: Tenant,
  batchId: string,
  onClose: () => void,
): Feed<RewriteBatchRow> =>
  createFeed<RewriteBatchRow>({
    async read(last) {
      const batch = await findRewriteBatch(deps, tenant, batchId);
      return last === null || batch.sequence > last.sequence ? [batch] : [];
    },
    toSnapshot: (last) => last,
    hasEnded: ({ status }) => status === 'completed',
    onClose,
    log: deps.log,
    watched: { batchId },
  });

/** Feed of a run: its state, then each answer, then its end. */
const createRunFeed = (
  deps: StoreDeps,
  tenant: Tenant,
  runId: string,
  onClose: () => void,
): Feed<ProgressEvent> =>
  createFeed<ProgressEvent>({
    async read(last) {
      const progress = await readProgress(deps, tenant, runId, last?.sequence ?? 0);
      if (progress === null) throw notFound('run');
      return last === null ? [toSnapshot(progress)] : toEvents(last, progress);
    },
    toSnapshot: (last) => ({ ...last, answer: null }),
    hasEnded: ({ probeRun }) => hasEnded(probeRun),
    onClose,
    log: deps.log,
    watched: { runId },
  });

/** Feeds of this process, one per followed record. */
export interface Follow {
  /** Yields a snapshot, then each step, then the end. Rejects with NOT_FOUND for a run of another tenant. */
  run(tenant: Tenant, runId: string): Promise<Inbox<ProgressEvent>>;
  /** Yields each probe of the brand that completes or fails from now on. Rejects for a brand of another tenant. */
  completions(tenant: Tenant, brandId: string): Promise<Inbox<ProbeRunRow>>;
  /** Yields the brand's unresolved incidents, then each change. Rejects for a brand of another tenant. */
  incidents(tenant: Tenant, brandId: string): Promise<Inbox<IncidentChange>>;
  /** Yields each delivery after an attempt, from now on; null for all endpoints. Rejects for another tenant's. */
  deliveries(tenant: Tenant, endpointId: string | null): Promise<Inbox<WebhookDeliveryRow>>;
  /** Yields a snapshot, then each step, then the end. Rejects for a batch of another tenant. */
  batch(tenant: Tenant, batchId: string): Promise<Inbox<RewriteBatchRow>>;
  dispose(): void;
}

/** The tenant is part of the key, so that a tenant never joins the feed of another. */
const keyOf = (place: { accountId: string; environment: string }, id: string): string =>
  `${place.accountId}/${place.environment}/${id}`;

/** Returns the feed with this key, or creates it. A feed removes itself when it has no subscriber left. */
function open<F>(feeds: Map<string, F>, key: string, create: (onClose: () => void) => F): F {
  const found = feeds.get(key);
  if (found !== undefined) return found;
  const feed = create(() => {
    if (feeds.get(key) === feed) feeds.delete(key);
  });
  feeds.set(key, feed);
  return feed;
}

export function createFollow(deps: StoreDeps): Follow {
  const runs = new Map<string, Feed<ProgressEvent>>();
  const brands = new Map<string, CompletionFeed>();
  const incidents = new Map<string, Feed<IncidentChange>>();
  const deliveries = new Map<string, DeliveryFeed>();
  const batches = new Map<string, Feed<RewriteBatchRow>>();
  const all = () => [
    ...runs.values(),
    ...brands.values(),
    ...incidents.values(),
    ...deliveries.values(),
    ...batches.values(),
  ];
  const endings = [
    deps.events.on('batch', (event) => batches.get(keyOf(event, event.batchId))?.refresh()),
    deps.events.on('run', (event) => {
      runs.get(keyOf(event, event.runId))?.refresh();
      if (event.ended) brands.get(keyOf(event, event.brandId))?.ended(event.runId);
    }),
    deps.events.on('incident', (event) => incidents.get(keyOf(event, event.brandId))?.refresh()),
    deps.events.on('webhook', (event) => {
      deliveries.get(keyOf(event, ''))?.attempted(event.deliveryIds);
    }),
    deps.events.onGap(() => {
      for (const feed of all()) feed.refresh();
    }),
  ];

  return {
    async run(tenant, runId) {
      const key = keyOf(tenant, runId);
      if (!runs.has(key)) await findProbeRun(deps, tenant, runId);
      return open(runs, key, (onClose) => createRunFeed(deps, tenant, runId, onClose)).subscribe();
    },
    async completions(tenant, brandId) {
      await findBrand(deps, tenant, brandId);
      return open(brands, keyOf(tenant, brandId), (onClose) =>
        createCompletionFeed(deps, tenant, brandId, onClose),
      ).subscribe();
    },
    async incidents(tenant, brandId) {
      await findBrand(deps, tenant, brandId);
      return open(incidents, keyOf(tenant, brandId), (onClose) =>
        createIncidentFeed(deps, tenant, brandId, onClose),
      ).subscribe();
    },
    async deliveries(tenant, endpointId) {
      if (endpointId !== null) await findWebhookEndpoint(deps, tenant, endpointId);
      return open(deliveries, keyOf(tenant, ''), (onClose) =>
        createDeliveryFeed(deps, tenant, onClose),
      ).subscribe(endpointId);
    },
    batch(tenant, batchId) {
      return open(batches, keyOf(tenant, batchId), (onClose) =>
        createBatchFeed(deps, tenant, batchId, onClose),
      ).subscribe();
    },
    dispose() {
      for (const end of endings) end();
      for (const feed of all()) feed.close();
    },
  };
}
