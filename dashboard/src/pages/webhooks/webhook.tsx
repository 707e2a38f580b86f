import { useQuery } from '@apollo/client/react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useMayAdmin } from '../../app/hooks.js';
import { useDeliveryNews } from '../../app/use-delivery-news.js';
import type { WebhookQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { KpiCard } from '../../ui/chart/kpi-card.js';
import { asCount, asRate, NONE } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Segmented } from '../../ui/segmented.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { DeliveryDrawer } from './delivery.js';
import { DELIVERY_HEAD, DeliveryRow } from './delivery-row.js';
import { EndpointCard } from './webhook-card.js';
import { RecoverDialog, SendTest } from './webhook-send.js';
import { AdminsOnly, QUERIES, WebhookStatus } from './webhook-status.js';

const WEBHOOK = graphql(`
  query Webhook($endpointId: ID!, $status: WebhookDeliveryStatus, $after: String) {
    webhookEndpoints {
      ...WebhookOverview
    }
    webhookEventKinds {
      name
      description
    }
    webhookDeliveries(endpointId: $endpointId, status: $status, first: 25, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        event
        status
        attemptCount
        createdAt
        nextAttemptAt
        attempts {
          number
          statusCode
          latencyMs
          error
        }
      }
    }
  }
`);

const route = getRouteApi('/shell/dashboard/webhooks/$endpointId');

type Endpoint = WebhookQuery['webhookEndpoints'][number];

const WITH_DELIVERY = [...QUERIES, 'Delivery'];

function Numbers({ summary }: Pick<Endpoint, 'summary'>) {
  const attempted = summary.delivered + summary.exhausted + summary.retrying;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <KpiCard
        label="Delivered"
        value={asRate(summary.successRate)}
        change={attempted === 0 ? 'nothing sent yet' : 'in the last 7 days'}
        basis={`${asCount(summary.delivered)} of ${asCount(attempted)}`}
      />
      <KpiCard
        label="Pending"
        value={asCount(summary.pending)}
        change={summary.retrying === 0 ? 'no failed attempts' : 'retries are scheduled'}
        basis={summary.retrying === 0 ? '' : `${asCount(summary.retrying)} failed so far`}
      />
      <KpiCard
        label="Failed"
        value={asCount(summary.exhausted)}
        change={summary.exhausted === 0 ? 'no failed deliveries' : 'no more retries; resend them'}
      />
      <div className="card px-4 py-3">
        <dt className="text-sm text-ink-soft">Last delivery</dt>
        <dd className="mt-1">
          <p className="text-2xl font-semibold tracking-tight">
            {summary.lastDeliveredAt === null ? NONE : <Ago time={summary.lastDeliveredAt} />}
          </p>
          <p className="mt-1 text-xs text-ink-faint">
            {summary.lastCreatedAt !== null && (
              <>
                Last event <Ago time={summary.lastCreatedAt} />
              </>
            )}
          </p>
        </dd>
      </div>
    </dl>
  );
}

const FILTERS = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'EXHAUSTED', label: 'Failed' },
] as const;

function AdminWebhook() {
  const { endpointId } = route.useParams();
  const { status, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(WEBHOOK, { variables: { endpointId, status: status ?? null } });
  useDeliveryNews(endpointId, delivery === undefined ? QUERIES : WITH_DELIVERY);
  const [open, setOpen] = useState<'test' | 'recover' | null>(null);
  const close = () => setOpen(null);
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
      {({ webhookEndpoints, webhookEventKinds, webhookDeliveries }) => {
        const endpoint = webhookEndpoints.find(({ id }) => id === endpointId);
        if (endpoint === undefined)
          return (
            <ErrorState
              error={{
                code: 'NOT_FOUND',
                message: 'This endpoint does not exist.',
                requestId: null,
              }}
            />
          );
        return (
          <>
            <nav aria-label="Breadcrumb" className="mb-1 text-sm">
              <Link to="/dashboard/webhooks" className="link">
                Webhooks
              </Link>
            </nav>
            <PageHeader
              title={endpoint.url}
              about={endpoint.description}
              marks={<WebhookStatus endpoint={endpoint} />}
              actions={
                <>
                  <Button disabled={!endpoint.enabled} onClick={() => setOpen('recover')}>
                    Resend failed
                  </Button>
                  <Button
                    kind="primary"
                    disabled={!endpoint.enabled}
                    onClick={() => setOpen('test')}
                  >
                    Send a test
                  </Button>
                </>
              }
            />
            <div className="grid gap-4">
              <Numbers summary={endpoint.summary} />
              <EndpointCard endpoint={endpoint} kinds={webhookEventKinds} />
              <section className="card overflow-hidden" aria-labelledby="deliveries">
                <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
                  <h2 id="deliveries" className="font-semibold">
                    Deliveries{' '}
                    <span className="font-normal text-ink-faint">
                      {asCount(webhookDeliveries.totalCount)}, kept for 30 days
                    </span>
                  </h2>
                  <Segmented
                    label="Status"
                    name="status"
                    value={status ?? 'ALL'}
                    options={FILTERS}
                    onChange={(value) =>
                      void navigate({
                        search: (before) => ({
                          ...before,
                          status: value === 'ALL' ? undefined : value,
                        }),
                        replace: true,
                      })
                    }
                  />
                </div>
                {webhookDeliveries.totalCount === 0 ? (
                  <EmptyState title={status ? 'No matching deliveries' : 'Nothing sent yet'}>
                    {status
                      ? 'No delivery has this status.'
                      : 'Send a test to check that your server accepts it.'}
                  </EmptyState>
                ) : (
                  <Table caption="Deliveries, newest first" head={DELIVERY_HEAD}>
                    {webhookDeliveries.nodes.map((item) => (
                      <DeliveryRow key={item.id} delivery={item} />
                    ))}
                  </Table>
                )}
                {webhookDeliveries.pageInfo.hasNextPage && (
                  <div className="border-t border-line p-3 text-center">
                    <Button
                      small
                      onClick={() =>
                        void query.fetchMore({
                          variables: { after: webhookDeliveries.pageInfo.endCursor },
                          updateQuery: (before, { fetchMoreResult: more }) => ({
                            ...more,
                            webhookDeliveries: {
                              ...more.webhookDeliveries,
                              nodes: [
                                ...before.webhookDeliveries.nodes,
                                ...more.webhookDeliveries.nodes,
                              ],
                            },
                          }),
                        })
                      }
                    >
                      Show more
                    </Button>
                  </div>
                )}
              </section>
            </div>
            <SendTest
              id={endpointId}
              kinds={webhookEventKinds}
              open={open === 'test'}
              onClose={close}
            />
            <RecoverDialog endpointId={endpointId} open={open === 'recover'} onClose={close} />
            <DeliveryDrawer
              deliveryId={delivery ?? null}
              mayReplay={endpoint.enabled}
              onClose={() =>
                void navigate({ search: ({ delivery: _, ...rest }) => rest, replace: true })
              }
            />
          </>
        );
      }}
    </Loaded>
  );
}

export const Webhook = () => (useMayAdmin() ? <AdminWebhook /> : <AdminsOnly title="Webhook" />);
