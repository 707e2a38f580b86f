import { useQuery } from '@apollo/client/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useMayAdmin } from '../../app/hooks.js';
import { useDeliveryNews } from '../../app/use-delivery-news.js';
import type { WebhooksQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { asCount, asRate, NONE } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { EditWebhook, ShowSecret } from './edit-webhook.js';
import { AdminsOnly, WebhookStatus } from './webhook-status.js';

const WEBHOOKS = graphql(`
  query Webhooks {
    webhookEndpoints {
      ...WebhookOverview
    }
    webhookEventKinds {
      name
      description
    }
  }
`);

type Endpoint = WebhooksQuery['webhookEndpoints'][number];

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { summary, events } = endpoint;
  const { delivered, exhausted, retrying } = summary;
  return (
    <tr>
      <th scope="row" className="min-w-56">
        <Link
          to="/dashboard/webhooks/$endpointId"
          params={{ endpointId: endpoint.id }}
          className="link"
        >
          {endpoint.url}
        </Link>
        {endpoint.description && (
          <span className="block text-xs font-normal text-ink-faint">{endpoint.description}</span>
        )}
      </th>
      <td>
        <WebhookStatus endpoint={endpoint} />
      </td>
      <td className="text-ink-soft" title={events.join(', ')}>
        {events.length === 1 ? events[0] : `${events.length} kinds`}
      </td>
      <td className="num" title={`${delivered} of ${delivered + exhausted + retrying} delivered`}>
        {asRate(summary.successRate)}
        {summary.successRate !== null && (
          <span className="block text-xs text-ink-faint">
            n = {asCount(delivered + exhausted + retrying)}
          </span>
        )}
      </td>
      <td className="num text-ink-soft">
        {summary.lastDeliveredAt === null ? NONE : <Ago time={summary.lastDeliveredAt} />}
      </td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Endpoint</th>
    <th scope="col">Status</th>
    <th scope="col">Events</th>
    <th scope="col" className="num">
      Delivered, 7 days
    </th>
    <th scope="col" className="num">
      Last delivery
    </th>
  </tr>
);

const QUERIES = ['Webhooks'];

function AdminWebhooks() {
  const query = useQuery(WEBHOOKS);
  useDeliveryNews(null, QUERIES);
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      Add an endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Answerscope posts signed events to your servers and retries failed deliveries for hours."
        actions={create}
      />
      <Loaded query={query} skeleton={<Skeleton className="h-56" />}>
        {({ webhookEndpoints, webhookEventKinds }) => (
          <>
            <div className="card overflow-hidden">
              {webhookEndpoints.length === 0 ? (
                <EmptyState title="No endpoints yet" action={create}>
                  Add the https address of your server, then send a test. The response and the
                  signature appear here.
                </EmptyState>
              ) : (
                <Table caption="Endpoints, newest first" head={HEAD}>
                  {webhookEndpoints.map((endpoint) => (
                    <EndpointRow key={endpoint.id} endpoint={endpoint} />
                  ))}
                </Table>
              )}
            </div>
            <EditWebhook
              open={isCreating}
              endpoint={null}
              kinds={webhookEventKinds}
              onClose={() => setCreating(false)}
              onMade={(endpoint) => {
                setCreating(false);
                setMade(endpoint);
              }}
            />
          </>
        )}
      </Loaded>
      <ShowSecret
        secret={made?.secret ?? null}
        onClose={() => {
          setMade(null);
          if (made)
            void navigate({
              to: '/dashboard/webhooks/$endpointId',
              params: { endpointId: made.id },
            });
        }}
      />
    </>
  );
}

export const Webhooks = () => (useMayAdmin() ? <AdminWebhooks /> : <AdminsOnly title="Webhooks" />);
