import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { toDescription } from '../../rest/openapi/document.js';
import type { Examples } from '../../rest/openapi/operation.js';
import { routes } from '../../rest/routes.js';
import { ROLES } from '../domain/accounts/role.js';
import { TIERS } from '../domain/accounts/tier.js';
import { LINT_SEVERITIES } from '../domain/facts/rule.js';
import { SEVERITIES } from '../domain/incidents/severity.js';
import { STAGES } from '../domain/prompts/prompt-pack.js';
import { PLATFORMS } from '../engines/platforms.js';
import {
  EVENT_KINDS,
  findEventKind,
  SAMPLE_BRAND,
  TEST_EVENT,
  toBody,
} from '../webhooks/event-kinds.js';
import { createSchema } from './build-schema.js';

const platforms = PLATFORMS.map(({ id }) => id);
const events = EVENT_KINDS.map(({ name }) => name);
const states = ['ok', 'degraded', 'down'];

/**
 * Closed enumerations in the OpenAPI description: string fields of the GraphQL schema and of event data
 * whose values will not be extended without notice. Platforms are closed for inputs only.
 */
const ENUMS = {
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

/** Writes `schema/openapi.json`; with `--check`, only checks whether the file is up to date. */
const FILE = 'schema/openapi.json';
const EXAMPLES = 'rest/openapi/examples.json';

const kinds = [...EVENT_KINDS, findEventKind(TEST_EVENT)].filter((kind) => kind !== undefined);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const description = toDescription({
  schema: createSchema(),
  routes,
  examples: existsSync(EXAMPLES) ? (JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples) : {},
  version,
  closedSets: ENUMS,
  events: kinds.map(({ name, scheme, description: says, sample }) => ({
    name,
    scheme,
    description: says,
    example: JSON.parse(
      toBody({
        id: '00000000-0000-7000-8000-000000000002',
        event: name,
        brandId: 'brandId' in sample ? SAMPLE_BRAND : null,
        createdAt: new Date('2026-01-02T03:04:05.000Z'),
        data: sample,
      }),
    ),
  })),
});
const text = `${JSON.stringify(description, null, 1)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is out of date: run npm run generate`);
  process.exitCode = 1;
}
