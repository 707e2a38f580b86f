import { useMutation, useQuery } from '@apollo/client/react';
import clsx from 'clsx';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useMayAdmin } from '../../app/hooks.js';
import { useSecretMutation } from '../../app/use-secret-mutation.js';
import type { ApiKeyScope, KeysQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialog/confirm.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asMoment, NONE } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill } from '../../ui/pill.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { CreateKey, KEY_QUERIES, ShowKey, type ShownKey } from './create-key.js';

const KEYS = graphql(`
  query Keys {
    apiKeys {
      id
      name
      format
      environment
      prefix
      scopes
      createdAt
      expiresAt
      revokedAt
      lastUsedAt
      createdBy {
        id
        name
      }
    }
  }
`);

const ROTATE_KEY = graphql(`
  mutation RotateKey($id: ID!) {
    rotateApiKey(input: { id: $id }) {
      secret
      apiKey {
        id
        name
        environment
        scopes
      }
    }
  }
`);

const REVOKE_KEY = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeApiKey(input: { id: $id }) {
      apiKey {
        id
        revokedAt
      }
    }
  }
`);

type Key = KeysQuery['apiKeys'][number];

const isEnded = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && new Date(expiresAt).getTime() <= Date.now());

const SOON_MS = 7 * 86_400_000;
const endsSoon = ({ expiresAt }: Key): boolean =>
  expiresAt !== null && new Date(expiresAt).getTime() - Date.now() < SOON_MS;

function Status({ apiKey }: { apiKey: Key }) {
  if (apiKey.revokedAt !== null)
    return (
      <Pill tone="bad" title={asMoment(apiKey.revokedAt)}>
        revoked
      </Pill>
    );
  if (isEnded(apiKey)) return <Pill tone="warn">expired</Pill>;
  if (endsSoon(apiKey)) return <Pill tone="warn">expires soon</Pill>;
  return <Pill tone="good">active</Pill>;
}

const SCOPE_ORDER: readonly ApiKeyScope[] = ['READ', 'WRITE', 'ADMIN'];
const asScopes = (scopes: readonly ApiKeyScope[]): string =>
  SCOPE_ORDER.filter((scope) => scopes.includes(scope))
    .map((scope) => scope.toLowerCase())
    .join(', ');

function KeyRow({
  apiKey,
  onRotate,
  onRevoke,
}: {
  apiKey: Key;
  onRotate: () => void;
  onRevoke: () => void;
}) {
  const ended = isEnded(apiKey);
  return (
    <tr>
      <th scope="row">
        <span className={clsx('font-medium', ended && 'text-ink-soft')}>{apiKey.name}</span>
        <code className="block font-mono text-xs font-normal whitespace-nowrap text-ink-faint">
          {apiKey.prefix}••••••••
        </code>
      </th>
      <td>{apiKey.environment === 'TEST' ? <Pill tone="warn">test</Pill> : <Pill>live</Pill>}</td>
      <td className="whitespace-nowrap">{asScopes(apiKey.scopes)}</td>
      <td>
        <Status apiKey={apiKey} />
      </td>
      <td className="text-ink-soft">
        {apiKey.lastUsedAt === null ? 'never' : <Ago time={apiKey.lastUsedAt} />}
      </td>
      <td className="whitespace-nowrap text-ink-soft">
        {apiKey.expiresAt === null ? (
          'never'
        ) : (
          <time dateTime={apiKey.expiresAt}>{asMoment(apiKey.expiresAt)}</time>
        )}
      </td>
      <td className="text-ink-soft">
        <span className="block whitespace-nowrap text-ink">{apiKey.createdBy?.name ?? NONE}</span>
        <span className="text-xs">
          <Ago time={apiKey.createdAt} />
        </span>
      </td>
      <td>
        {!ended && (
          <span className="flex justify-end gap-1.5">
            <Button small onClick={onRotate} aria-label={`Rotate ${apiKey.name}`}>
              Rotate
            </Button>
            <Button small kind="danger" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
              Revoke
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Key</th>
    <th scope="col">Environment</th>
    <th scope="col">Scopes</th>
    <th scope="col">Status</th>
    <th scope="col">Last used</th>
    <th scope="col">Expires</th>
    <th scope="col">Created by</th>
    <th scope="col">
      <span className="sr-only">Actions</span>
    </th>
  </tr>
);

type Asked = { what: 'rotate' | 'revoke'; apiKey: Key };

function KeyTables({ keys, onAsk }: { keys: readonly Key[]; onAsk: (asked: Asked) => void }) {
  const ended = keys.filter(isEnded);
  const row = (apiKey: Key) => (
    <KeyRow
      key={apiKey.id}
      apiKey={apiKey}
      onRotate={() => onAsk({ what: 'rotate', apiKey })}
      onRevoke={() => onAsk({ what: 'revoke', apiKey })}
    />
  );
  return (
    <div className="grid gap-4">
      <div className="card overflow-hidden">
        {ended.length === keys.length ? (
          <p className="px-4 py-6 text-center text-ink-soft">
            All keys have been revoked or have expired.
          </p>
        ) : (
          <Table caption="Active keys, newest first" head={HEAD}>
            {keys.filter((apiKey) => !isEnded(apiKey)).map(row)}
          </Table>
        )}
      </div>
      {ended.length > 0 && (
        <details className="card overflow-hidden">
          <summary className="px-4 py-2.5 text-sm font-medium text-ink-soft hover:text-ink">
            Inactive keys ({ended.length})
          </summary>
          <div className="border-t border-line">
            <Table caption="Inactive keys, newest first" head={HEAD}>
              {ended.map(row)}
            </Table>
          </div>
        </details>
      )}
    </div>
  );
}

function AdminKeys() {
  const query = useQuery(KEYS);
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  // The only copy of the secret, kept until the dialog is closed.
  const [shown, setShown] = useState<ShownKey | null>(null);
  const rotate = useSecretMutation(ROTATE_KEY, KEY_QUERIES);
  const [revoke] = useMutation(REVOKE_KEY, { refetchQueries: KEY_QUERIES });
  const { tell } = useToast();

  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      Create a key
    </Button>
  );
  const perform = async ({ what, apiKey: { id, name } }: Asked) => {
    if (what === 'revoke') {
      await revoke({ variables: { id } });
      tell(`${name} has been revoked.`);
    } else {
      const data = await rotate({ id });
      const { secret, apiKey } = data?.rotateApiKey ?? {};
      if (secret && apiKey) setShown({ secret, ...apiKey, isRotated: true });
    }
  };
  return (
    <>
      <PageHeader
        title="API keys"
        about="Keys for programs that call the APIs. Live keys access live data, test keys the sandbox."
        actions={create}
      />
      <Loaded query={query} skeleton={<Skeleton className="h-72" />}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <div className="card">
              <EmptyState title="No keys yet" action={create}>
                Create one key per program, with only the scope it needs. The secret is shown once.
              </EmptyState>
            </div>
          ) : (
            <KeyTables keys={apiKeys} onAsk={setAsked} />
          )
        }
      </Loaded>
      <CreateKey
        open={isCreating}
        onClose={() => setCreating(false)}
        onMade={(key) => {
          setCreating(false);
          setShown(key);
        }}
      />
      <ShowKey shown={shown} onClose={() => setShown(null)} />
      <Confirm
        asked={asked}
        onClose={() => setAsked(null)}
        title={({ what, apiKey }) =>
          what === 'rotate' ? `Rotate “${apiKey.name}”?` : `Revoke “${apiKey.name}”?`
        }
        action={({ what }) => (what === 'rotate' ? 'Rotate key' : 'Revoke key')}
        kind={({ what }) => (what === 'rotate' ? 'primary' : 'danger')}
        perform={perform}
      >
        {({ what }) =>
          what === 'rotate'
            ? 'This creates a new key with the same name and scopes. The current key remains valid for 24 hours, so that you can switch programs without downtime.'
            : 'Requests with this key are rejected within a second. This cannot be undone.'
        }
      </Confirm>
    </>
  );
}

export function Keys() {
  if (useMayAdmin()) return <AdminKeys />;
  return (
    <>
      <PageHeader title="API keys" />
      <div className="card">
        <EmptyState title="Only owners and admins can manage keys">
          Ask one of them for a key or a different role.
        </EmptyState>
      </div>
    </>
  );
}
