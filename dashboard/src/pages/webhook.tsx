import { useMutation, useQuery } from '@apollo/client/react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../api/graphql.js';
import { useMayAdmin } from '../app/hooks.js';
import { useDeliveryNews } from '../app/use-delivery-news.js';
import type { WebhookQuery } from '../generated/graphql.js';
import { Ago } from '../ui/ago.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { Field, SelectField } from '../ui/field.js';
import { Form, textIn, useSubmit } from '../ui/form.js';
import { asCount, asDuration, asMoment, asRate, NONE } from '../ui/format.js';
import { KpiCard } from '../ui/kpi-card.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Pill } from '../ui/pill.js';
import { Segmented } from '../ui/segmented.js';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.js';
import { Table } from '../ui/table.js';
import { useToast } from '../ui/toast.js';
import { Until } from '../ui/until.js';
import { DeliveryDrawer, DeliveryStatus, StatusCode } from './delivery.js';
import { EditWebhook, ShowSecret, UPDATE_WEBHOOK } from './edit-webhook.js';
import { AdminsOnly, WebhookStatus } from './webhook-status.js';

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

const SEND_TEST = graphql(`
  mutation SendTest($id: ID!, $event: String) {
    sendTestEvent(input: { id: $id, event: $event }) {
      webhookDelivery {
        id
      }
    }
  }
`);

const RECOVER = graphql(`
  mutation Recover($endpointId: ID!, $since: DateTime!) {
    recoverDeliveries(input: { endpointId: $endpointId, since: $since }) {
      recovered
    }
  }
`);

const ROTATE_SECRET = graphql(`
  mutation RotateSecret($id: ID!) {
    rotateWebhookSecret(input: { id: $id }) {
      secret
      webhookEndpoint {
        id
        previousSecretEndsAt
      }
    }
  }
`);

const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhookEndpoint(input: { id: $id }) {
      id
    }
  }
`);

const route = getRouteApi('/shell/dashboard/webhooks/$endpointId');

type Endpoint = WebhookQuery['webhookEndpoints'][number];
type Delivery = WebhookQuery['webhookDeliveries']['nodes'][number];
type Kind = WebhookQuery['webhookEventKinds'][number];

const QUERIES = ['Webhook'];
const WITH_DELIVERY = [...QUERIES, 'Delivery'];

function Numbers({ summary }: Pick<Endpoint, 'summary'>) {
  const attempted = summary.delivered + summary.exhausted + summary.retrying;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <KpiCard
        label="Arrived"
        value={asRate(summary.successRate)}
        change={attempted === 0 ? 'nothing was sent yet' : 'in the last 7 days'}
        basis={`${asCount(summary.delivered)} of ${asCount(attempted)}`}
      />
      <KpiCard
        label="Waiting"
        value={asCount(summary.pending)}
        change={summary.retrying === 0 ? 'none after a failure' : 'tried again as planned'}
        basis={summary.retrying === 0 ? '' : `${asCount(summary.retrying)} failed so far`}
      />
      <KpiCard
        label="Not arrived"
        value={asCount(summary.exhausted)}
        change={summary.exhausted === 0 ? 'none given up' : 'given up; recover them'}
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
                last event <Ago time={summary.lastCreatedAt} />
              </>
            )}
          </p>
        </dd>
      </div>
    </dl>
  );
}

function SendTest({
  id,
  kinds,
  open,
  onClose,
}: {
  id: string;
  kinds: readonly Kind[];
  open: boolean;
  onClose: () => void;
}) {
  const [send] = useMutation(SEND_TEST, { refetchQueries: QUERIES });
  const { tell } = useToast();
  const submit = useSubmit(async (form) => {
    await send({ variables: { id, event: textIn(form, 'event') } });
    onClose();
    tell('The test is on its way.');
  });
  return (
    <Dialog open={open} onClose={onClose} title="Send a test">
      <Form submit={submit}>
        <SelectField
          label="Event"
          name="event"
          hint="Made up, but signed, sent and tried again as real ones are."
        >
          <option value="webhook.test">webhook.test</option>
          {kinds.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={submit.busy}>
            Send it
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

/** As a `datetime-local` field holds it: in the reader's own time. */
const toLocal = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function RecoverDialog({
  endpointId,
  open,
  onClose,
}: {
  endpointId: string;
  open: boolean;
  onClose: () => void;
}) {
  const [recover] = useMutation(RECOVER, { refetchQueries: QUERIES });
  const { tell } = useToast();
  const submit = useSubmit(async (form) => {
    const since = new Date(textIn(form, 'since')).toISOString();
    const { data } = await recover({ variables: { endpointId, since } });
    const recovered = data?.recoverDeliveries.recovered ?? 0;
    onClose();
    tell(
      recovered === 0
        ? 'Nothing had failed since then.'
        : `${asCount(recovered)} ${recovered === 1 ? 'delivery is' : 'deliveries are'} sent again.`,
    );
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Recover what failed"
      about="All that was attempted since then and has not arrived is sent again, with the ids it has."
    >
      <Form submit={submit}>
        <Field
          label="Since"
          name="since"
          type="datetime-local"
          required
          defaultValue={toLocal(Date.now() - DAY_MS)}
          max={toLocal(Date.now())}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={submit.busy}>
            Send again
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type Asked = 'rotate' | 'disable' | 'delete';

const QUESTIONS: Record<Asked, { title: string; action: string; words: string }> = {
  rotate: {
    title: 'Rotate the signing secret?',
    action: 'Rotate the secret',
    words:
      'A new secret is made and shown once. Both sign for 24 hours, so that your server can change over without a break.',
  },
  disable: {
    title: 'Switch the endpoint off?',
    action: 'Switch it off',
    words: 'What is due waits until it is on again. New events are not kept for it.',
  },
  delete: {
    title: 'Delete the endpoint?',
    action: 'Delete it',
    words: 'Its deliveries and their log go with it. This cannot be taken back.',
  },
};

function EndpointCard({ endpoint, kinds }: { endpoint: Endpoint; kinds: readonly Kind[] }) {
  const { id, enabled, events, previousSecretEndsAt } = endpoint;
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [update, updating] = useMutation(UPDATE_WEBHOOK);
  const [rotate] = useMutation(ROTATE_SECRET, {
    fetchPolicy: 'no-cache',
    refetchQueries: QUERIES,
  });
  const [remove] = useMutation(DELETE_WEBHOOK);
  const navigate = useNavigate();
  const { tell, tellFault } = useToast();
  const setEnabled = async (isOn: boolean) => {
    await update({ variables: { input: { id, enabled: isOn } } });
    tell(isOn ? 'The endpoint is on.' : 'The endpoint is off.');
  };
  const perform = async (what: Asked) => {
    if (what === 'disable') return setEnabled(false);
    if (what === 'rotate') {
      const { data } = await rotate({ variables: { id } });
      return setSecret(data?.rotateWebhookSecret.secret ?? null);
    }
    await remove({ variables: { id } });
    tell('The endpoint is deleted.');
    await navigate({ to: '/dashboard/webhooks' });
  };
  return (
    <section aria-label="Endpoint" className="card grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-sm font-medium text-ink-soft">
            Gets {events.length === kinds.length ? 'all' : asCount(events.length)}{' '}
            {events.length === 1 ? 'kind' : 'kinds'} of events
          </h2>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {events.map((event) => (
              <li key={event}>
                <Pill>{event}</Pill>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button small onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button small onClick={() => setAsked('rotate')}>
            Rotate secret
          </Button>
          {enabled ? (
            <Button small onClick={() => setAsked('disable')}>
              Switch off
            </Button>
          ) : (
            <Button
              small
              busy={updating.loading}
              onClick={() => void setEnabled(true).catch(tellFault)}
            >
              Switch on
            </Button>
          )}
          <Button small kind="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {previousSecretEndsAt !== null && (
        <p className="text-xs text-warn">
          The secret before the last rotation signs too, until {asMoment(previousSecretEndsAt)}.
        </p>
      )}
      <EditWebhook
        open={isEditing}
        endpoint={endpoint}
        kinds={kinds}
        onClose={() => setEditing(false)}
      />
      <Confirm
        asked={asked}
        onClose={() => setAsked(null)}
        title={(what) => QUESTIONS[what].title}
        action={(what) => QUESTIONS[what].action}
        kind={(what) => (what === 'rotate' ? 'primary' : 'danger')}
        perform={perform}
      >
        {(what) => QUESTIONS[what].words}
      </Confirm>
      <ShowSecret secret={secret} isRotated onClose={() => setSecret(null)} />
    </section>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [last] = delivery.attempts;
  return (
    <tr>
      <th scope="row">
        <Link
          to="."
          search={(before) => ({ ...before, delivery: delivery.id })}
          className="link font-mono text-xs whitespace-nowrap"
        >
          {delivery.event}
        </Link>
      </th>
      <td>
        <DeliveryStatus status={delivery.status} attempts={delivery.attemptCount} />
      </td>
      <td>
        {last ? <StatusCode attempt={last} /> : <span className="text-ink-faint">{NONE}</span>}
      </td>
      <td className="num">{last ? asDuration(last.latencyMs) : NONE}</td>
      <td className="num">{asCount(delivery.attemptCount)}</td>
      <td className="text-ink-soft">
        {delivery.nextAttemptAt === null ? NONE : <Until time={delivery.nextAttemptAt} />}
      </td>
      <td className="num text-ink-soft">
        <Ago time={delivery.createdAt} />
      </td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Event</th>
    <th scope="col">Status</th>
    <th scope="col">Last answer</th>
    <th scope="col" className="num">
      Latency
    </th>
    <th scope="col" className="num">
      Attempts
    </th>
    <th scope="col">Next attempt</th>
    <th scope="col" className="num">
      Made
    </th>
  </tr>
);

const FILTERS = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'DELIVERED', label: 'Arrived' },
  { value: 'EXHAUSTED', label: 'Not arrived' },
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
              error={{ code: 'NOT_FOUND', message: 'This endpoint is gone.', requestId: null }}
            />
          );
        return (
          <>
            <nav aria-label="Up" className="mb-1 text-sm">
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
                    Recover failed
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
                  <EmptyState title={status ? 'None of these' : 'Nothing was sent yet'}>
                    {status
                      ? 'No delivery is in this state.'
                      : 'Send a test to see whether your server takes it.'}
                  </EmptyState>
                ) : (
                  <Table caption="Deliveries, the newest first" head={HEAD}>
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
