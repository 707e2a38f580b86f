import { ROLES } from '../domain/accounts/role.js';
import { TIERS } from '../domain/accounts/tier.js';
import { LINT_SEVERITIES } from '../domain/facts/rule.js';
import { SEVERITIES } from '../domain/incidents/severity.js';
import { STAGES } from '../domain/prompts/prompt-pack.js';
import { PLATFORMS } from '../engines/platforms.js';
import { EVENT_KINDS } from '../webhooks/event-kinds.js';

const platforms = PLATFORMS.map(({ id }) => id);
const events = EVENT_KINDS.map(({ name }) => name);
const states = ['ok', 'degraded', 'down'];

/**
 * For the description of the API: texts of GraphQL's schema, and facts of events, that take or are one of
 * a few words, and of which no more will come unsaid. Platforms are closed only where one may be asked for.
 */
export const ENUMS = {
  'Account.role': ROLES,
  'Account.tier': TIERS,
  'Auth.type': ['key', 'session'],
  'CreateWebhookEndpointInput.events': events,
  'Health.status': states,
  'Query.citations(platform:)': platforms,
  'RunQueryInput.platforms': platforms,
  'StartProbeInput.platforms': platforms,
  'Status.status': states,
  'WebhookEndpoint.events': events,
  'citation.gap.alert.stage': STAGES,
  'lint.issue.detected.severity': LINT_SEVERITIES,
  'sentinel.triggered.severity': SEVERITIES,
};
