import { type ReactNode, useState } from 'react';
import { Button, type ButtonKind } from '../button.js';
import { Form, useSubmit } from '../form.js';
import { Dialog } from './dialog.js';

interface Parts<Asked> {
  asked: Asked | null;
  onClose: () => void;
  title: (asked: Asked) => string;
  /** Label of the confirming button. */
  action: (asked: Asked) => string;
  kind?: (asked: Asked) => ButtonKind;
  perform: (asked: Asked) => Promise<void>;
  children: (asked: Asked) => ReactNode;
}

function Question<Asked>({
  asked,
  onClose,
  action,
  kind,
  perform,
  children,
}: Omit<Parts<Asked>, 'asked' | 'title'> & { asked: Asked }) {
  const submit = useSubmit(async () => {
    await perform(asked);
    onClose();
  });
  return (
    <Form submit={submit}>
      <div className="text-ink-soft">{children(asked)}</div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind={kind?.(asked) ?? 'danger'} busy={submit.busy}>
          {action(asked)}
        </Button>
      </div>
    </Form>
  );
}

/** Dialog that confirms an action and shows its error. */
export function Confirm<Asked>(parts: Parts<Asked>) {
  const { asked, onClose, title } = parts;
  // Keep the text while the dialog closes.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return (
    <Dialog open={asked !== null} onClose={onClose} title={last === null ? '' : title(last)}>
      {last !== null && <Question {...parts} asked={last} />}
    </Dialog>
  );
}
