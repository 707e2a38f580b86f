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

/** For signed-out visitors: accepting requires an account with the invited address. */
const Enter = ({ link }: { link: InvitationLink }) => (
  <div className="grid gap-4">
    <p className="text-ink-soft">
      Sign in or create an account with the address that the invitation was sent to.
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
  if (isDeclined) return <Notice tone="plain">You declined the invitation.</Notice>;
  return (
    <div className="grid gap-4">
      <p>
        <strong>{invitation.inviterEmail}</strong> invites you to{' '}
        <strong>{invitation.organizationName}</strong> as {withArticle(invitation.role)}.
      </p>
      <p className="text-sm text-ink-soft">
        {invitation.role === 'viewer'
          ? 'Viewers can see everything but cannot make changes.'
          : 'All members share the team’s brands, runs and limits.'}
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

/** Why an invitation cannot be accepted. People signed in with a different address can switch accounts. */
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
            ? 'This invitation was sent to a different address.'
            : isMember
              ? 'You are already a member of this team.'
              : 'This invitation has been used or withdrawn, or has expired. Ask for a new one.'}
        </p>
      </Notice>
      {isOther && (
        <Form submit={leave}>
          <Button type="submit" busy={leave.busy}>
            Sign in with a different account
          </Button>
        </Form>
      )}
    </div>
  );
}

/**
 * Landing page of the invitation link. It calls only the sign-in library: the first GraphQL request of a new
 * person would create a team for them.
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
