import { useState } from 'react';
import { sendConfirmation } from '../api/sign-in.js';
import { Button } from '../ui/button.js';
import { useToast } from '../ui/dialog/toast.js';
import { Notice } from '../ui/states.js';
import { useSession } from './hooks.js';

function Confirm({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const { tell, tellFault } = useToast();
  const send = () => {
    setBusy(true);
    sendConfirmation(email)
      .then(() => tell(`Confirmation email sent to ${email}.`), tellFault)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        Confirm your address to use live engines: open the link in the email to{' '}
        <strong>{email}</strong>.
      </p>
      <Button className="mt-2" small busy={busy} onClick={send}>
        Resend email
      </Button>
    </>
  );
}

/** Explains why the account has no access to live engines and who can grant it; renders nothing otherwise. */
export function AccessNotice() {
  const { engineAccess, emailConfirmed, user } = useSession();
  if (engineAccess === 'OPEN') return null;
  return (
    <div className="mb-4 lg:mr-40">
      <Notice tone="warn">
        {engineAccess === 'NEEDS_OPERATOR' ? (
          <p>
            Live engines are not available to this account until the operator of this server grants
            access.
          </p>
        ) : emailConfirmed ? (
          <p>Live engines are available once an owner of this account confirms their address.</p>
        ) : (
          <Confirm email={user.email} />
        )}
      </Notice>
    </div>
  );
}
