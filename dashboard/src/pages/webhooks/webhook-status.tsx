import { graphql } from '../../api/graphql.js';
import type { WebhookOverviewFragment } from '../../generated/graphql.js';
import { asCount } from '../../ui/format.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill } from '../../ui/pill.js';
import { EmptyState } from '../../ui/states.js';

/** Endpoint fields shared by the list and the endpoint page. */
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

/** Queries to refetch after a change to an endpoint. */
export const QUERIES = ['Webhook'];

export function WebhookStatus({ endpoint }: { endpoint: WebhookOverviewFragment }) {
  const { exhausted, retrying } = endpoint.summary;
  if (!endpoint.enabled) return <Pill tone="warn">disabled</Pill>;
  if (retrying > 0) return <Pill tone="warn">retrying {asCount(retrying)}</Pill>;
  if (exhausted > 0) return <Pill tone="bad">{asCount(exhausted)} failed</Pill>;
  return <Pill tone="good">enabled</Pill>;
}

export const AdminsOnly = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <div className="card">
      <EmptyState title="Only owners and admins can manage webhooks">
        Ask an owner or admin to make the change or to give you another role.
      </EmptyState>
    </div>
  </>
);
