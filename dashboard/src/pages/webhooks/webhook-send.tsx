import { useMutation } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field, SelectField } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { asCounted } from '../../ui/format.js';
import { QUERIES } from './webhook-status.js';

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

export function SendTest({
  id,
  kinds,
  open,
  onClose,
}: {
  id: string;
  kinds: readonly { name: string }[];
  open: boolean;
  onClose: () => void;
}) {
  const [send] = useMutation(SEND_TEST, { refetchQueries: QUERIES });
  const { tell } = useToast();
  const submit = useSubmit(async (form) => {
    await send({ variables: { id, event: textIn(form, 'event') } });
    onClose();
    tell('Test event queued.');
  });
  return (
    <Dialog open={open} onClose={onClose} title="Send a test event">
      <Form submit={submit}>
        <SelectField
          label="Event"
          name="event"
          hint="Contains sample data. It is signed, sent and retried like a real event."
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
            Send test
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

/** Formats a time for a `datetime-local` field, in the time zone of the browser. */
const toLocal = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export function RecoverDialog({
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
        ? 'No failed deliveries since then.'
        : `Resending ${asCounted(recovered, 'delivery', 'deliveries')}.`,
    );
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Resend failed deliveries"
      about="Resends every delivery that was attempted since then without success, under its original id."
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
            Resend
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
