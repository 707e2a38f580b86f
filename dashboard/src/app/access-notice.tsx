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
      .then(() => tell(`A mail to ${email} is under way.`), tellFault)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        Confirm your address: open the link in the mail to <strong>{email}</strong>. Live engines
        answer your account from then on.
      </p>
      <Button className="mt-2" small busy={busy} onClick={send}>
        Send it again
      </Button>
    </>
  );
}

/** Why live engines do not answer, and who can change that; nothing while they do. */
export function AccessNotice() {
  const { engineAccess, emailConfirmed, user } = useSession();
  if (engineAccess === 'OPEN') return null;
  return (
    <div className="mb-4 lg:mr-40">
      <Notice tone="warn">
        {engineAccess === 'NEEDS_OPERATOR' ? (
          <p>
            Live engines do not answer this account until the operator of this server opens them.
          </p>
        ) : emailConfirmed ? (
          <p>Live engines answer once an owner of this account has confirmed their address.</p>
        ) : (
          <Confirm email={user.email} />
        )}
      </Notice>
    </div>
  );
}
