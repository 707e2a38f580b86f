/** A promise whose test needs more than a request and its response. */
interface Elsewhere {
  id: string;
  /** Test files below `test/`, without their ending. */
  tests: readonly [string, ...string[]];
}

export const elsewhere: readonly Elsewhere[] = [
  { id: 'D1-STATUS-3', tests: ['http/status'] },
  { id: 'D1-STATUS-4', tests: ['http/status'] },
  { id: 'D1-ERR-7', tests: ['http/outage'] },
  { id: 'D1-ERR-8', tests: ['http/sign-in/session'] },
  { id: 'D1-PAGE-1', tests: ['dashboard/keys-and-webhooks'] },
  { id: 'D1-PAGE-2', tests: ['dashboard/keys-and-webhooks'] },
  { id: 'D1-EVENT-5', tests: ['webhooks/facts'] },
  { id: 'D1-EVENT-6', tests: ['readme'] },
  { id: 'D2-AUTH-8', tests: ['http/sign-in/session'] },
  { id: 'D2-LIMIT-SLIDING', tests: ['domain/limits/sliding-window', 'rate-limits/store'] },
  { id: 'D2-INCIDENT-4', tests: ['resolvers/incident'] },
  { id: 'D2-EVENT-6', tests: ['services/analysis/priority-change', 'webhooks/measured-facts'] },
  {
    id: 'D2-EVENT-7',
    tests: [
      'services/sentinel/surge',
      'services/sentinel/collapse',
      'services/sentinel/impersonation',
      'webhooks/facts',
    ],
  },
  { id: 'D2-EVENT-8', tests: ['services/suggestions/measure-suggestion', 'webhooks/facts'] },
  { id: 'D2-EVENT-9', tests: ['webhooks/alert'] },
  { id: 'D2-WEBHOOK-3', tests: ['services/webhooks/webhook-endpoint', 'net/dial'] },
  { id: 'D2-VERSION-3', tests: ['http/deprecation'] },
  { id: 'D2-ALIAS-5', tests: ['http/deprecation'] },
];
