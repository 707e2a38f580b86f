import { graphql } from '../../api/graphql.js';
import type { WebhookOverviewFragment } from '../../generated/graphql.js';
import { asCount } from '../../ui/format.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill } from '../../ui/pill.js';
import { EmptyState } from '../../ui/states.js';

/** What the list and the page of an endpoint know of it. */
graphql(`
  fragment WebhookOverview on WebhookEndpoint {
    id
    url
    description
    events
    enabled
    previousSecretEndsAt
    createdAt
    summary {
      delivered
      exhausted
      pending
      retrying
      successRate
      lastCreatedAt
      lastDeliveredAt
    }
  }
`);

/** What is read again after something was done with an endpoint. */
export const QUERIES = ['Webhook'];

export function WebhookStatus({ endpoint }: { endpoint: WebhookOverviewFragment }) {
  const { exhausted, retrying } = endpoint.summary;
  if (!endpoint.enabled) return <Pill tone="warn">switched off</Pill>;
  if (retrying > 0) return <Pill tone="warn">retrying {asCount(retrying)}</Pill>;
  if (exhausted > 0) return <Pill tone="bad">{asCount(exhausted)} not arrived</Pill>;
  return <Pill tone="good">on</Pill>;
}

export const AdminsOnly = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <div className="card">
      <EmptyState title="Webhooks are kept by owners and admins">
        Ask one of them, or ask for another role.
      </EmptyState>
    </div>
  </>
);
