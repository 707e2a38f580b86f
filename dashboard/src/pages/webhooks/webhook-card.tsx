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
    action: 'Rotate secret',
    words:
      'You get a new secret, shown once. Events are signed with both secrets for 24 hours, so that your server can switch without losing events.',
  },
  disable: {
    title: 'Disable the endpoint?',
    action: 'Disable endpoint',
    words:
      'Pending deliveries wait until you enable the endpoint again. New events are not kept for it.',
  },
  delete: {
    title: 'Delete the endpoint?',
    action: 'Delete endpoint',
    words: 'This also deletes its deliveries and their log. You cannot undo this.',
  },
};

/** Subscribed events of an endpoint, with the actions to edit, rotate, disable and delete. */
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
    tell(isOn ? 'Endpoint enabled.' : 'Endpoint disabled.');
  };
  const perform = async (what: Asked) => {
    if (what === 'disable') return setEnabled(false);
    if (what === 'rotate') {
      const data = await rotate({ id });
      return setSecret(data?.rotateWebhookSecret.secret ?? null);
    }
    await remove({ variables: { id } });
    tell('Endpoint deleted.');
    await navigate({ to: '/dashboard/webhooks' });
  };
  return (
    <section aria-label="Endpoint" className="card grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-sm font-medium text-ink-soft">
            Receives {events.length === kinds.length ? 'all' : asCount(events.length)}{' '}
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
              Disable
            </Button>
          ) : (
            <Button
              small
              busy={updating.loading}
              onClick={() => void setEnabled(true).catch(tellFault)}
            >
              Enable
            </Button>
          )}
          <Button small kind="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {previousSecretEndsAt !== null && (
        <p className="text-xs text-warn">
          Events are also signed with the previous secret until {asMoment(previousSecretEndsAt)}.
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
