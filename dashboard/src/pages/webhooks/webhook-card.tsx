import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useSecretMutation } from '../../app/use-secret-mutation.js';
import type { WebhookOverviewFragment } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialog/confirm.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asCount, asMoment } from '../../ui/format.js';
import { Pill } from '../../ui/pill.js';
import { EditWebhook, ShowSecret, UPDATE_WEBHOOK } from './edit-webhook.js';
import { QUERIES } from './webhook-status.js';

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

/** What an endpoint gets, and what may be done with it. */
export function EndpointCard({
  endpoint,
  kinds,
}: {
  endpoint: WebhookOverviewFragment;
  kinds: readonly { name: string; description: string }[];
}) {
  const { id, enabled, events, previousSecretEndsAt } = endpoint;
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [update, updating] = useMutation(UPDATE_WEBHOOK);
  const rotate = useSecretMutation(ROTATE_SECRET, QUERIES);
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
      const data = await rotate({ id });
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
