import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import type { DeliveryQuery, WebhookDeliveryStatus } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copyable.js';
import { Drawer } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asCounted, asDuration, asMoment } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { Pill, type Tone } from '../../ui/pill.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Until } from '../../ui/until.js';

const DELIVERY = graphql(`
  query Delivery($id: ID!) {
    webhookDelivery(id: $id) {
      id
      eventId
      event
      body
      status
      attemptCount
      createdAt
      nextAttemptAt
      deliveredAt
      attempts {
        number
        attemptedAt
        statusCode
        latencyMs
        error
        url
        requestHeaders {
          name
          value
        }
        responseBody
        responseTruncated
      }
    }
  }
`);

const REPLAY = graphql(`
  mutation Replay($id: ID!) {
    replayDelivery(input: { id: $id }) {
      webhookDelivery {
        id
        status
        nextAttemptAt
        deliveredAt
      }
    }
  }
`);

type Delivery = NonNullable<DeliveryQuery['webhookDelivery']>;
type Attempt = Delivery['attempts'][number];

const STATUSES: Record<WebhookDeliveryStatus, { tone: Tone; words: string }> = {
  PENDING: { tone: 'accent', words: 'pending' },
  DELIVERED: { tone: 'good', words: 'delivered' },
  EXHAUSTED: { tone: 'bad', words: 'failed' },
};

export function DeliveryStatus({
  status,
  attempts,
}: {
  status: WebhookDeliveryStatus;
  attempts: number;
}) {
  if (status === 'PENDING' && attempts > 0) return <Pill tone="warn">retrying</Pill>;
  const { tone, words } = STATUSES[status];
  return <Pill tone={tone}>{words}</Pill>;
}

/** HTTP status of the receiver, or the error if there was no response. */
export const StatusCode = ({
  attempt: { statusCode, error },
}: {
  attempt: Pick<Attempt, 'statusCode' | 'error'>;
}) =>
  statusCode === null ? (
    <span className="text-bad">{error ?? 'no response'}</span>
  ) : (
    <span title={error ?? undefined} className={error === null ? 'text-good' : 'text-bad'}>
      HTTP {statusCode}
    </span>
  );

const toPretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const PRE =
  'max-h-72 overflow-auto rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap';

const isSignature = (name: string): boolean => /signature/.test(name);

/** Request headers as sent; signature headers are highlighted. */
const Headers = ({ headers }: { headers: Attempt['requestHeaders'] }) => (
  <dl className="grid gap-x-4 gap-y-1 rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
    {headers.map(({ name, value }) => (
      <div key={name} className="contents">
        <dt className={isSignature(name) ? 'font-semibold text-accent-strong' : 'text-ink-soft'}>
          {name}
        </dt>
        <dd className="break-all">{value}</dd>
      </div>
    ))}
  </dl>
);

/** True for an error that only repeats the status code. */
const isStatus = (error: string): boolean => /^it answered \d+$/.test(error);

function AttemptCard({ attempt, isFirst }: { attempt: Attempt; isFirst: boolean }) {
  return (
    <details open={isFirst} className="rounded-lg border border-line">
      <summary className="px-3 py-2 text-sm">
        <span className="mr-3 font-medium">Attempt {attempt.number}</span>
        <StatusCode attempt={attempt} />
        <span className="mx-3 text-ink-soft">{asDuration(attempt.latencyMs)}</span>
        <span className="text-xs text-ink-faint">{asMoment(attempt.attemptedAt)}</span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        {attempt.error !== null && attempt.statusCode !== null && !isStatus(attempt.error) && (
          <p className="text-sm text-bad">{attempt.error}</p>
        )}
        <div className="grid gap-1">
          <h4 className="text-xs font-medium text-ink-soft">Request</h4>
          {attempt.url !== null && (
            <p className="font-mono text-xs break-all">POST {attempt.url}</p>
          )}
          <Headers headers={attempt.requestHeaders} />
        </div>
        <div className="grid gap-1">
          <h4 className="text-xs font-medium text-ink-soft">
            Response{attempt.responseTruncated && ' (first 16 KiB)'}
          </h4>
          {attempt.responseBody ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
            <pre tabIndex={0} className={PRE}>
              {attempt.responseBody}
            </pre>
          ) : (
            <p className="text-sm text-ink-faint">
              {attempt.responseBody === null ? 'No response.' : 'Empty body.'}
            </p>
          )}
        </div>
      </div>
    </details>
  );
}

function Details({ delivery, mayReplay }: { delivery: Delivery; mayReplay: boolean }) {
  const { id, attempts, status, nextAttemptAt, body } = delivery;
  const [replay, replaying] = useMutation(REPLAY, { refetchQueries: ['Webhook', 'Delivery'] });
  const { tell, tellFault } = useToast();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
          <DeliveryStatus status={status} attempts={delivery.attemptCount} />
          <span className="text-sm text-ink-soft">
            {asCounted(delivery.attemptCount, 'attempt')}
            {nextAttemptAt !== null && (
              <>
                {' '}
                · next <Until time={nextAttemptAt} />
              </>
            )}
            {delivery.deliveredAt !== null && (
              <>
                {' '}
                · delivered <Ago time={delivery.deliveredAt} />
              </>
            )}
          </span>
        </p>
        <Button
          disabled={!mayReplay}
          busy={replaying.loading}
          onClick={() =>
            void replay({ variables: { id } }).then(
              () => tell('Answerscope resends the event under its original id.'),
              tellFault,
            )
          }
        >
          Replay
        </Button>
      </div>
      <section className="grid gap-2" aria-label="Attempts">
        <h3 className="font-semibold">Attempts</h3>
        {attempts.length === 0 ? (
          <p className="text-sm text-ink-soft">No attempts yet.</p>
        ) : (
          attempts.map((attempt, index) => (
            <AttemptCard key={attempt.number} attempt={attempt} isFirst={index === 0} />
          ))
        )}
      </section>
      <section className="grid gap-2" aria-label="Request body">
        <div className="flex items-center justify-between">
          <h3 className="font-semibold">Request body</h3>
          <CopyButton text={body} label="Copy as sent" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
        <pre tabIndex={0} className={PRE}>
          {toPretty(body)}
        </pre>
        <p className="text-xs text-ink-faint">
          Event id <code className="font-mono select-all">{delivery.eventId}</code>, the same for
          every attempt.
        </p>
      </section>
    </div>
  );
}

function LoadedDelivery({ id, mayReplay }: { id: string; mayReplay: boolean }) {
  const query = useQuery(DELIVERY, { variables: { id } });
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
      {({ webhookDelivery }) =>
        webhookDelivery ? (
          <Details delivery={webhookDelivery} mayReplay={mayReplay} />
        ) : (
          <EmptyState title="Delivery not found">Deliveries are kept for 30 days.</EmptyState>
        )
      }
    </Loaded>
  );
}

export function DeliveryDrawer({
  deliveryId,
  mayReplay,
  onClose,
}: {
  deliveryId: string | null;
  mayReplay: boolean;
  onClose: () => void;
}) {
  const [last, setLast] = useState(deliveryId);
  if (deliveryId !== null && deliveryId !== last) setLast(deliveryId);
  return (
    <Drawer open={deliveryId !== null} onClose={onClose} title="Delivery">
      {last !== null && <LoadedDelivery id={last} mayReplay={mayReplay} />}
    </Drawer>
  );
}
