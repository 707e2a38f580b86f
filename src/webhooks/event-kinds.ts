/** What can be told to an endpoint. The scheme of the signature follows the event, not the endpoint. */

/** `timestamped` is `t=…,v1=…`, `digest` is `sha256=…` (docs/contract.md, `D1-EVENT-3` and `D2-EVENT-2`). */
export type SignatureScheme = 'timestamped' | 'digest';

export interface EventKind {
  name: string;
  scheme: SignatureScheme;
  description: string;
  /** What its `data` looks like, for tries. */
  sample: Record<string, unknown>;
}

/** In bytes; a larger one is not sent, so whoever makes the data of a kind keeps it below. */
export const LARGEST_BODY = 20_480;

/** What a citation.gap.alert names at most. */
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

/** Sent by hand only, to an endpoint of one's choice; nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

export const EVENT_KINDS: readonly EventKind[] = [
  timestamped('wiki.page.created', 'A page of a brand’s wiki was made.', PAGE),
  timestamped('wiki.page.updated', 'A page of a brand’s wiki was changed.', {
    ...PAGE,
    version: 2,
  }),
  timestamped('lint.issue.detected', 'A text breaks a rule that it kept before.', LINT),
  timestamped('aeo.batch.completed', 'A batch of rewrites is done.', {
    batchId: ID,
    successCount: 9,
    failureCount: 1,
  }),
  timestamped(
    'citation.gap.alert',
    `Competitors are cited where the brand is not. It names ${GAP_PROMPTS} prompts and ${GAP_DOMAINS} domains at most; citationGaps has all.`,
    GAP,
  ),
  digest('citation.discovered', 'A page was cited for the brand for the first time.', CITATION),
  digest('priority.changed', 'A platform names the brand far more or less often.', PRIORITY),
  digest('sentinel.triggered', 'An incident was opened.', INCIDENT),
  digest('uplift.measured', 'A suggestion that was applied has worked.', UPLIFT),
  digest(
    'api.deprecation.announced',
    'Something of the API will end, in 90 days at the earliest.',
    {
      subject: 'current-paths',
      announcedAt: AT,
      endsAt: '2026-04-03T00:00:00.000Z',
      paths: [{ path: '/api/brands', successor: '/api/v1/brands' }],
    },
  ),
];

const TEST_KIND = timestamped(TEST_EVENT, 'A try, sent by hand.', { message: 'It works.' });
const BY_NAME = new Map([...EVENT_KINDS, TEST_KIND].map((kind) => [kind.name, kind]));

/** Undefined for what no event is called. */
export const findEventKind = (name: string): EventKind | undefined => BY_NAME.get(name);

export interface WebhookEvent {
  id: string;
  event: string;
  brandId: string | null;
  createdAt: Date;
  data: unknown;
}

/** The body, made once: every attempt sends these very bytes. */
export function toBody({ id: eventId, event, brandId, createdAt, data }: WebhookEvent): string {
  const rest = { brandId, timestamp: createdAt.toISOString(), data };
  return JSON.stringify(
    findEventKind(event)?.scheme === 'timestamped'
      ? { event, eventId, ...rest }
      : { eventId, event, ...rest },
  );
}

/** What a brand's place in a sample holds. */
export const SAMPLE_BRAND = BRAND;
