import { Link } from '@tanstack/react-router';
import type { WebhookQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { asCount, asDuration, NONE } from '../../ui/format.js';
import { Until } from '../../ui/until.js';
import { DeliveryStatus, StatusCode } from './delivery.js';

type Delivery = WebhookQuery['webhookDeliveries']['nodes'][number];

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
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

export const DELIVERY_HEAD = (
  <tr>
    <th scope="col">Event</th>
    <th scope="col">Status</th>
    <th scope="col">Last response</th>
    <th scope="col" className="num">
      Latency
    </th>
    <th scope="col" className="num">
      Attempts
    </th>
    <th scope="col">Next attempt</th>
    <th scope="col" className="num">
      Created
    </th>
  </tr>
);
