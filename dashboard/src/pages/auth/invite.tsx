import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetAll } from '../../api/client.js';
import { type Fault, toFault } from '../../api/fault.js';
import { signOut } from '../../api/sign-in.js';
import {
  acceptInvitation,
  declineInvitation,
  type InvitationLink,
  type OwnInvitation,
  readInvitation,
  withArticle,
} from '../../api/team.js';
import { markSignedIn } from '../../api/who-was-in.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Form, useSubmit } from '../../ui/form.js';
import { Loading, Notice, Skeleton } from '../../ui/states.js';
import { Door } from './auth-layout.js';

const route = getRouteApi('/dashboard/invite');

const toBack = ({ invitationId, invitationToken }: InvitationLink): string =>
  `/dashboard/invite?${new URLSearchParams({ id: invitationId, token: invitationToken })}`;

/** Whoever is not signed in: to be invited, they need an account with the address of the mail. */
const Enter = ({ link }: { link: InvitationLink }) => (
  <div className="grid gap-4">
    <p className="text-ink-soft">
      Sign in with the address that the invitation was sent to, or create an account with it.
    </p>
    <div className="flex flex-wrap gap-2">
      <Link
        to="/dashboard/sign-up"
        search={{ ...link, back: toBack(link) }}
        className={buttonClass('primary')}
      >
        Create an account
      </Link>
      <Link to="/dashboard/sign-in" search={{ back: toBack(link) }} className={buttonClass()}>
        Sign in
      </Link>
    </div>
  </div>
);

function Decide({ invitation, link }: { invitation: OwnInvitation; link: InvitationLink }) {
  const navigate = route.useNavigate();
  const [isDeclined, setDeclined] = useState(false);
  const accept = useSubmit(async () => {
    await acceptInvitation(link);
    await forgetAll();
    await navigate({ to: '/dashboard', search: {} });
  });
  const decline = useSubmit(async () => {
    await declineInvitation(link);
    setDeclined(true);
  });
  if (isDeclined) return <Notice tone="plain">You have declined the invitation.</Notice>;
  return (
    <div className="grid gap-4">
      <p>
        <strong>{invitation.inviterEmail}</strong> invites you to{' '}
        <strong>{invitation.organizationName}</strong> as {withArticle(invitation.role)}.
      </p>
      <p className="text-sm text-ink-soft">
        {invitation.role === 'viewer'
          ? 'A viewer sees all and changes nothing.'
          : 'You share its brands, runs and limits.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Form submit={accept}>
          <Button type="submit" kind="primary" busy={accept.busy} disabled={decline.busy}>
            Join
          </Button>
        </Form>
        <Form submit={decline}>
          <Button type="submit" kind="quiet" busy={decline.busy} disabled={accept.busy}>
            Decline
          </Button>
        </Form>
      </div>
    </div>
  );
}

/** An invitation belongs to an address: somebody else who is signed in here may leave first. */
function Refused({ fault, link }: { fault: Fault; link: InvitationLink }) {
  const navigate = route.useNavigate();
  const leave = useSubmit(async () => {
    await signOut();
    markSignedIn(null);
    await forgetAll();
    await navigate({ to: '/dashboard/sign-in', search: { back: toBack(link) } });
  });
  const isOther = fault.code === 'FORBIDDEN';
  const isMember = fault.code === 'CONFLICT';
  return (
    <div className="grid gap-4">
      <Notice>
        <p>
          {isOther
            ? 'This invitation was sent to another address than yours.'
            : isMember
              ? 'You are in this team already.'
              : 'This invitation was used, withdrawn, or is too old. Ask for a new one.'}
        </p>
      </Notice>
      {isOther && (
        <Form submit={leave}>
          <Button type="submit" busy={leave.busy}>
            Sign in as somebody else
          </Button>
        </Form>
      )}
    </div>
  );
}

/**
 * Where a mailed invitation leads. It asks the sign-in library alone: GraphQL would give a new person
 * a team of their own first.
 */
export function Invite() {
  const { id: invitationId = '', token: invitationToken = '' } = route.useSearch();
  const link = { invitationId, invitationToken };
  const [invitation, setInvitation] = useState<OwnInvitation | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    readInvitation({ invitationId, invitationToken }).then(setInvitation, (error) =>
      setFault(toFault(error)),
    );
  }, [invitationId, invitationToken]);
  return (
    <Door title="Join a team">
      {invitation !== null ? (
        <Decide invitation={invitation} link={link} />
      ) : fault === null ? (
        <Loading>
          <Skeleton className="h-28" />
        </Loading>
      ) : fault.code === 'UNAUTHENTICATED' ? (
        <Enter link={link} />
      ) : (
        <Refused fault={fault} link={link} />
      )}
    </Door>
  );
}
