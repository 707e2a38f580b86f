import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useSecretMutation } from '../../app/use-secret-mutation.js';
import { Button } from '../../ui/button.js';
import { Copyable } from '../../ui/copyable.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Notice } from '../../ui/states.js';

const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      secret
      webhookEndpoint {
        id
      }
    }
  }
`);

export const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(input: $input) {
      webhookEndpoint {
        id
        url
        description
        events
        enabled
      }
    }
  }
`);

const LIST = ['Webhooks'];

interface Endpoint {
  id: string;
  url: string;
  description: string | null;
  events: readonly string[];
}

interface Props {
  /** Endpoint to edit; null to create one. */
  endpoint: Endpoint | null;
  kinds: readonly { name: string; description: string }[];
  onClose: () => void;
  onMade?: (made: { id: string; secret: string }) => void;
}

function EventBoxes({ kinds, chosen }: Pick<Props, 'kinds'> & { chosen: readonly string[] }) {
  const [picked, setPicked] = useState(new Set(chosen));
  const set = (name: string, isOn: boolean) => {
    const next = new Set(picked);
    if (isOn) next.add(name);
    else next.delete(name);
    setPicked(next);
  };
  const hasAll = picked.size === kinds.length;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <div className="grid max-h-64 gap-px overflow-y-auto rounded-lg border border-line-strong p-1">
        {kinds.map(({ name, description }) => (
          <label
            key={name}
            className="flex cursor-pointer items-baseline gap-2.5 rounded-md px-2 py-1 text-sm hover:bg-sunken"
          >
            <input
              type="checkbox"
              name="event"
              value={name}
              checked={picked.has(name)}
              onChange={(event) => set(name, event.target.checked)}
              className="accent-accent"
            />
            <span className="min-w-0">
              <code className="font-mono text-xs">{name}</code>
              <span className="block text-xs text-ink-faint">{description}</span>
            </span>
          </label>
        ))}
      </div>
      <Button
        small
        kind="quiet"
        className="mt-1"
        onClick={() => setPicked(new Set(hasAll ? [] : kinds.map(({ name }) => name)))}
      >
        {hasAll ? 'Clear all' : 'Select all'}
      </Button>
    </fieldset>
  );
}

function WebhookForm({ endpoint, kinds, onClose, onMade }: Props) {
  const create = useSecretMutation(CREATE_WEBHOOK, LIST);
  const [update] = useMutation(UPDATE_WEBHOOK);
  const submit = useSubmit(async (form) => {
    const fields = {
      url: textIn(form, 'url'),
      description: textIn(form, 'description') || null,
      events: form.getAll('event').map(String),
    };
    if (endpoint !== null) {
      await update({ variables: { input: { id: endpoint.id, ...fields } } });
      return onClose();
    }
    const data = await create({ input: fields });
    const { secret, webhookEndpoint } = data?.createWebhookEndpoint ?? {};
    if (secret && webhookEndpoint) onMade?.({ id: webhookEndpoint.id, secret });
  });
  return (
    <Form submit={submit}>
      <Field
        label="URL"
        name="url"
        type="url"
        maxLength={2048}
        required
        autoFocus
        placeholder="https://example.com/hooks"
        defaultValue={endpoint?.url}
        hint="Must use https and a public address."
      />
      <Field
        label="Description"
        name="description"
        maxLength={200}
        defaultValue={endpoint?.description ?? ''}
        hint="Optional."
      />
      <EventBoxes kinds={kinds} chosen={endpoint?.events ?? kinds.map(({ name }) => name)} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy}>
          {endpoint === null ? 'Add endpoint' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}

export const EditWebhook = ({ open, ...props }: Props & { open: boolean }) => (
  <Dialog
    open={open}
    onClose={props.onClose}
    title={props.endpoint === null ? 'Add an endpoint' : 'Edit endpoint'}
  >
    <WebhookForm {...props} />
  </Dialog>
);

export const ShowSecret = ({
  secret,
  isRotated = false,
  onClose,
}: {
  secret: string | null;
  isRotated?: boolean;
  onClose: () => void;
}) => (
  <Dialog
    open={secret !== null}
    onClose={onClose}
    isGuarded
    title={isRotated ? 'New signing secret' : 'Endpoint added'}
  >
    {secret !== null && (
      <div className="grid gap-4">
        <Notice tone="warn">
          <p>
            Copy the secret now; it will not be shown again. Your server uses it to verify that
            events come from Answerscope.
            {isRotated && ' Events are also signed with the previous secret for 24 hours.'}
          </p>
        </Notice>
        <Copyable label="Signing secret" text={secret} />
        <Copyable label="For your .env file" text={`ANSWERSCOPE_WEBHOOK_SECRET=${secret}`} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    )}
  </Dialog>
);
