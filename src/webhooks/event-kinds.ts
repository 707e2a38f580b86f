/** Kinds of webhook events. The signature scheme depends on the event, not on the endpoint. */

/** `timestamped` is document 1's `t=…,v1=…`, `digest` document 2's `sha256=…`. */
export type SignatureScheme = 'timestamped' | 'digest';

export interface EventKind {
  name: string;
  scheme: SignatureScheme;
  description: string;
  /** Example `data`, sent by test deliveries. */
  sample: Record<string, unknown>;
}

/** Maximum size of a body in bytes. Larger events are not sent, so event data must stay below it. */
export const LARGEST_BODY = 20_480;

/** Maximum numbers of prompts and domains in a citation.gap.alert. */
export const GAP_PROMPTS = 100;
export const GAP_DOMAINS = 50;

const ID = '00000000-0000-7000-8000-000000000001';
const AT = '2026-01-02T03:04:05.000Z';
const BRAND = '00000000-0000-7000-8000-000000000000';

const timestamped = (name: string, description: string, sample: object): EventKind => ({
  name,
  scheme: 'timestamped',
  description,
  sample: { ...sample },
});
const digest = (name: string, description: string, sample: object): EventKind => ({
  name,
  scheme: 'digest',
  description,
  sample: { ...sample },
});

const PAGE = { pageId: ID, title: 'Facts about Acme', version: 1, updatedAt: AT };
const LINT = {
  issueId: ID,
  targetType: 'wiki_page',
  targetId: ID,
  rule: 'unsourced-number',
  severity: 'medium',
  message: 'A number has no source.',
};
const GAP = {
  promptIds: [ID],
  stage: 'desire',
  competitorDomains: ['globex.example'],
  competitorRate: 0.6,
  ownedRate: 0.1,
  low: 0.3,
  answers: 40,
  windowDays: 28,
};
const CITATION = {
  brandId: BRAND,
  platform: 'chatgpt',
  sourceUrl: 'https://news.example/acme',
  sourceDomain: 'news.example',
  promptHash: '0'.repeat(64),
  discoveredAt: AT,
};
const PRIORITY = {
  brandId: BRAND,
  platform: 'chatgpt',
  before: 0.5,
  after: 0.35,
  delta: -0.15,
  observedAt: AT,
};
const INCIDENT = {
  brandId: BRAND,
  incidentId: ID,
  severity: 'high',
  type: 'negative_surge',
  title: 'Negative mentions rose',
  openedAt: AT,
};
const UPLIFT = {
  brandId: BRAND,
  suggestionId: ID,
  metric: 'visibility',
  before: 0.3,
  after: 0.45,
  lift: 0.15,
  measuredAt: AT,
};

/** Sent on request only, to one endpoint; not available for subscription. */
export const TEST_EVENT = 'webhook.test';

export const EVENT_KINDS: readonly EventKind[] = [
  timestamped('wiki.page.created', 'A wiki page of a brand was created.', PAGE),
  timestamped('wiki.page.updated', 'A wiki page of a brand was updated.', {
    ...PAGE,
    version: 2,
  }),
  timestamped('lint.issue.detected', 'A text breaks a rule that it did not break before.', LINT),
  timestamped('aeo.batch.completed', 'A batch of rewrites was completed.', {
    batchId: ID,
    successCount: 9,
    failureCount: 1,
  }),
  timestamped(
    'citation.gap.alert',
    `Competitors are cited where the brand is not. Lists at most ${GAP_PROMPTS} prompts and ${GAP_DOMAINS} domains; citationGaps returns all.`,
    GAP,
  ),
  digest('citation.discovered', 'A page was cited for the brand for the first time.', CITATION),
  digest(
    'priority.changed',
    'A platform mentions the brand much more or less often than before.',
    PRIORITY,
  ),
  digest('sentinel.triggered', 'An incident was opened.', INCIDENT),
  digest('uplift.measured', 'An applied suggestion improved a metric.', UPLIFT),
  digest(
    'api.deprecation.announced',
    'Part of the API will be removed, in 90 days at the earliest.',
    {
      subject: 'current-paths',
      announcedAt: AT,
      endsAt: '2026-04-03T00:00:00.000Z',
      paths: [{ path: '/api/brands', successor: '/api/v1/brands' }],
    },
  ),
];

const TEST_KIND = timestamped(TEST_EVENT, 'A test event, sent on request.', {
  message: 'It works.',
});
const BY_NAME = new Map([...EVENT_KINDS, TEST_KIND].map((kind) => [kind.name, kind]));

/** Undefined for an unknown event name. */
export const findEventKind = (name: string): EventKind | undefined => BY_NAME.get(name);

export interface WebhookEvent {
  id: string;
  event: string;
  brandId: string | null;
  createdAt: Date;
  data: unknown;
}

/** Builds the request body; built once, so that every attempt sends the same bytes. */
export function toBody({ id: eventId, event, brandId, createdAt, data }: WebhookEvent): string {
  const rest = { brandId, timestamp: createdAt.toISOString(), data };
  return JSON.stringify(
    findEventKind(event)?.scheme === 'timestamped'
      ? { event, eventId, ...rest }
      : { eventId, event, ...rest },
  );
}

/** Brand id in samples. */
export const SAMPLE_BRAND = BRAND;
