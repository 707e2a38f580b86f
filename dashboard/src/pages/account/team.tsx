import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { forgetAll } from '../../api/client.js';
import {
  cancelInvitation,
  enterTeam,
  type Invitation,
  type Member,
  ROLES,
  readOwnTeams,
  readTeam,
  removeMember,
  renameTeam,
  setRole,
  withArticle,
} from '../../api/team.js';
import { useMayAdmin, useSession } from '../../app/hooks.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copyable.js';
import { Confirm } from '../../ui/dialog/confirm.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { asMoment } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { Pill } from '../../ui/pill.js';
import { Section } from '../../ui/section.js';
import { Table } from '../../ui/table/table.js';
import { InviteMember } from './invite-member.js';

/** Result of a request outside GraphQL, in the shape that `Loaded` expects. `ask` must be a stable function. */
function useAsync<Data>(ask: () => Promise<Data>) {
  const [state, setState] = useState<{ data?: Data; error?: unknown }>({});
  const refetch = useCallback(
    () =>
      ask().then(
        (data) => setState({ data }),
        (error: unknown) => setState((before) => ({ ...before, error })),
      ),
    [ask],
  );
  useEffect(() => void refetch(), [refetch]);
  return { ...state, refetch };
}

const roleName = (role: string): string =>
  role.charAt(0).toUpperCase() + role.slice(1).toLowerCase();

const MEMBER_HEAD = (
  <tr>
    <th scope="col">Person</th>
    <th scope="col">Role</th>
    <th scope="col">Joined</th>
    <th scope="col">
      <span className="sr-only">Actions</span>
    </th>
  </tr>
);

function MemberRow({
  member,
  mayChange,
  onRole,
  onRemove,
}: {
  member: Member;
  mayChange: boolean;
  onRole: (role: string) => void;
  onRemove: () => void;
}) {
  const { user } = useSession();
  const isSelf = member.userId === user.id;
  const isFixed = !mayChange || isSelf || member.role === 'owner';
  return (
    <tr>
      <th scope="row">
        <span className="flex flex-wrap items-center gap-2">
          {member.user.name}
          {isSelf && <Pill>you</Pill>}
        </span>
        <span className="block text-xs font-normal text-ink-faint">{member.user.email}</span>
      </th>
      <td className="whitespace-nowrap">
        {isFixed ? (
          roleName(member.role)
        ) : (
          <select
            aria-label={`Role of ${member.user.name}`}
            className="input w-auto! text-sm"
            value={member.role}
            onChange={(event) => onRole(event.target.value)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {roleName(role)}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className="text-ink-soft">
        <Ago time={member.createdAt} />
      </td>
      <td className="text-end">
        {!isFixed && (
          <Button small kind="danger" onClick={onRemove}>
            Remove
          </Button>
        )}
      </td>
    </tr>
  );
}

const INVITATION_HEAD = (
  <tr>
    <th scope="col">E-mail</th>
    <th scope="col">Role</th>
    <th scope="col">Expires</th>
    <th scope="col">
      <span className="sr-only">Actions</span>
    </th>
  </tr>
);

const Invitations = ({
  invitations,
  onCancel,
}: {
  invitations: readonly Invitation[];
  onCancel: (invitation: Invitation) => void;
}) => (
  <section className="card overflow-hidden" aria-labelledby="invited">
    <h2 id="invited" className="border-b border-line px-4 py-2.5 font-semibold">
      Pending invitations
    </h2>
    <Table caption="Pending invitations" head={INVITATION_HEAD}>
      {invitations.map((invitation) => (
        <tr key={invitation.id}>
          <th scope="row">{invitation.email}</th>
          <td className="whitespace-nowrap">{roleName(invitation.role)}</td>
          <td className="text-ink-soft">{asMoment(invitation.expiresAt)}</td>
          <td>
            <span className="flex justify-end gap-2">
              {invitation.link !== null && <CopyButton text={invitation.link} label="Copy link" />}
              <Button small onClick={() => onCancel(invitation)}>
                Withdraw
              </Button>
            </span>
          </td>
        </tr>
      ))}
    </Table>
  </section>
);

/** Clears cached data, so that nothing of the previous team stays visible. */
function useTeamChange() {
  const router = useRouter();
  return async () => {
    await forgetAll();
    await router.invalidate();
  };
}

function NameForm() {
  const { account } = useSession();
  const { tell } = useToast();
  const changed = useTeamChange();
  const submit = useSubmit(async (form) => {
    await renameTeam(account.id, textIn(form, 'name'));
    await changed();
    tell('The team name has been saved.');
  });
  return (
    <Form submit={submit}>
      <Field label="Name" name="name" maxLength={100} required defaultValue={account.name} />
      <div>
        <Button type="submit" busy={submit.busy}>
          Save name
        </Button>
      </div>
    </Form>
  );
}

/** The other teams of the person, with buttons to switch; nothing for members of a single team. */
function OtherTeams() {
  const { account } = useSession();
  const { data } = useAsync(readOwnTeams);
  const { tellFault } = useToast();
  const changed = useTeamChange();
  const others = data?.filter(({ id }) => id !== account.id) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="Your other teams" about="Each team has its own brands, keys and limits.">
      <ul className="grid gap-2">
        {others.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">{name}</span>
            <Button small onClick={() => void enterTeam(id).then(changed).catch(tellFault)}>
              Switch to this team
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Team() {
  const { account } = useSession();
  const mayAdmin = useMayAdmin();
  const { tell, tellFault } = useToast();
  const [isInviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Member | null>(null);
  const ask = useCallback(() => readTeam(account.id, mayAdmin), [account.id, mayAdmin]);
  const query = useAsync(ask);
  const change = (work: Promise<void>, words: string) =>
    void work.then(() => tell(words), tellFault).then(query.refetch);
  return (
    <div className="grid gap-4">
      {mayAdmin && (
        <Section
          title="Team"
          about={`${roleName(account.tier)} tier. All members share its brands, keys and limits.`}
        >
          <NameForm key={account.id} />
        </Section>
      )}
      <Loaded query={query}>
        {({ members, invitations }) => (
          <>
            <section className="card overflow-hidden" aria-labelledby="members">
              <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
                <h2 id="members" className="font-semibold">
                  Members
                </h2>
                {mayAdmin && (
                  <Button kind="primary" onClick={() => setInviting(true)}>
                    <Icon name="plus" />
                    Invite a member
                  </Button>
                )}
              </div>
              <Table caption="Members" head={MEMBER_HEAD}>
                {members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    mayChange={mayAdmin}
                    onRole={(role) =>
                      change(
                        setRole(account.id, member.id, role),
                        `${member.user.name} is now ${withArticle(role)}.`,
                      )
                    }
                    onRemove={() => setRemoved(member)}
                  />
                ))}
              </Table>
            </section>
            {invitations.length > 0 && (
              <Invitations
                invitations={invitations}
                onCancel={({ id }) =>
                  change(cancelInvitation(id), 'The invitation has been withdrawn.')
                }
              />
            )}
          </>
        )}
      </Loaded>
      <OtherTeams key={account.id} />
      <InviteMember open={isInviting} onClose={() => setInviting(false)} onDone={query.refetch} />
      <Confirm
        asked={removed}
        onClose={() => setRemoved(null)}
        title={({ user }) => `Remove ${user.name}?`}
        action={() => 'Remove'}
        perform={async (member) => {
          await removeMember(account.id, member.id);
          tell(`${member.user.name} has been removed.`);
          await query.refetch();
        }}
      >
        {({ user }) =>
          `${user.name} will lose access to this team. Everything they created is kept.`
        }
      </Confirm>
    </div>
  );
}
