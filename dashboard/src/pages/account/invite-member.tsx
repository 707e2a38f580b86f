import { invite, ROLES } from '../../api/team.js';
import { useSession } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field, SelectField } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';

interface Props {
  onClose: () => void;
  onDone: () => unknown;
}

const ABOUT_ROLES = {
  admin: 'Admin: everything, including members and keys',
  member: 'Member: brands, prompts and runs',
  viewer: 'Viewer: read-only access',
} as const;

function InviteForm({ onClose, onDone }: Props) {
  const { account } = useSession();
  const { tell } = useToast();
  const submit = useSubmit(async (form) => {
    const email = textIn(form, 'email');
    await invite(account.id, email, textIn(form, 'role'));
    onClose();
    tell(`Invitation sent to ${email}.`);
    await onDone();
  });
  return (
    <Form submit={submit}>
      {submit.fault?.code === 'TIER_TOO_LOW' && (
        <p className="text-sm text-ink-soft">
          On the {account.tier.toLowerCase()} tier, a team has one member. Upgrade to a paid tier to
          invite others.
        </p>
      )}
      <Field
        label="E-mail"
        name="email"
        type="email"
        required
        autoFocus
        hint="The link in the invitation is valid for two days. You can also copy it from the list."
      />
      <SelectField label="Role" name="role" defaultValue="member">
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ABOUT_ROLES[role]}
          </option>
        ))}
      </SelectField>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy}>
          Invite
        </Button>
      </div>
    </Form>
  );
}

export const InviteMember = ({ open, ...props }: Props & { open: boolean }) => (
  <Dialog open={open} onClose={props.onClose} title="Invite a member">
    <InviteForm {...props} />
  </Dialog>
);
