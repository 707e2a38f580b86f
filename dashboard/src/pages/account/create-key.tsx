import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useEnvironment } from '../../app/hooks.js';
import { useSecretMutation } from '../../app/use-secret-mutation.js';
import type { ApiKeyFormat, ApiKeyScope, Environment } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { Copyable } from '../../ui/copyable.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Field, SelectField } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Notice } from '../../ui/states.js';

const CREATE_KEY = graphql(`
  mutation CreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
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

/** Queries to refetch after a key is created, rotated or revoked. */
export const KEY_QUERIES = ['Keys'];

export interface ShownKey {
  secret: string;
  name: string;
  environment: Environment;
  scopes: readonly ApiKeyScope[];
  isRotated?: boolean;
}

const SCOPES: readonly { value: ApiKeyScope; about: string }[] = [
  { value: 'READ', about: 'view brands, answers and metrics' },
  { value: 'WRITE', about: 'read, change brands and start runs' },
  { value: 'ADMIN', about: 'read, write, and manage keys and webhooks' },
];

const DAY_MS = 86_400_000;
const LIVES = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;

const toExpiry = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();

/** The scope of the key: a choice for sk keys, a note for service keys, whose scopes are fixed. */
const Scopes = ({ format }: { format: ApiKeyFormat }) =>
  format === 'SERVICE' ? (
    <Notice tone="plain">
      <p>A service key has read and write access. For other scopes, create an sk key.</p>
    </Notice>
  ) : (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-sm font-medium">Scope</legend>
      {SCOPES.map(({ value, about }) => (
        <label
          key={value}
          className="flex cursor-pointer items-baseline gap-2.5 rounded-lg border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="scope"
            value={value}
            defaultChecked={value === 'READ'}
            className="accent-accent outline-none"
          />
          <span>
            <span className="font-medium">{value.charAt(0) + value.slice(1).toLowerCase()}</span>{' '}
            <span className="text-ink-soft">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );

function CreateKeyForm({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (key: ShownKey) => void;
}) {
  const environment = useEnvironment();
  const [format, setFormat] = useState<ApiKeyFormat>('SK');
  const create = useSecretMutation(CREATE_KEY, KEY_QUERIES);
  const submit = useSubmit(async (form) => {
    const data = await create({
      input: {
        name: textIn(form, 'name'),
        environment: textIn(form, 'environment') as Environment,
        format,
        scopes: format === 'SERVICE' ? null : [textIn(form, 'scope') as ApiKeyScope],
        expiresAt: toExpiry(textIn(form, 'expires')),
      },
    });
    const { secret, apiKey } = data?.createApiKey ?? {};
    if (secret && apiKey) onMade({ secret, ...apiKey });
  });
  return (
    <Form submit={submit}>
      <Field
        label="Name"
        name="name"
        maxLength={200}
        required
        autoFocus
        placeholder="Nightly report"
        hint="The program that will use the key."
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Environment"
          name="environment"
          defaultValue={environment.toUpperCase()}
          hint="Cannot be changed later."
        >
          <option value="LIVE">Live</option>
          <option value="TEST">Test, with sandbox data</option>
        </SelectField>
        <SelectField label="Expires" name="expires" defaultValue="90">
          {LIVES.map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField
        label="Format"
        name="format"
        value={format}
        onChange={(event) => setFormat(event.target.value as ApiKeyFormat)}
        hint="Both formats give access to the same API paths."
      >
        <option value="SK">sk_…, with the scope you choose</option>
        <option value="SERVICE">service_…, for older integrations</option>
      </SelectField>
      <Scopes format={format} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy}>
          Create key
        </Button>
      </div>
    </Form>
  );
}

export const CreateKey = ({
  open,
  ...parts
}: {
  open: boolean;
  onClose: () => void;
  onMade: (key: ShownKey) => void;
}) => (
  <Dialog open={open} onClose={parts.onClose} title="Create an API key">
    <CreateKeyForm {...parts} />
  </Dialog>
);

const toCurl = (secret: string): string =>
  `curl -s ${location.origin}/api/me -H 'Authorization: Bearer ${secret}'`;

/** Shows the secret, which cannot be shown again: the dialog is guarded against accidental closing. */
export const ShowKey = ({ shown, onClose }: { shown: ShownKey | null; onClose: () => void }) => (
  <Dialog
    open={shown !== null}
    onClose={onClose}
    isGuarded
    title={shown?.isRotated ? 'New API key' : 'API key created'}
  >
    {shown && (
      <div className="grid gap-4">
        <Notice tone="warn">
          <p>
            Copy the key now. It is shown only once, and Answerscope does not store it.
            {shown.isRotated && ' The previous key remains valid for 24 hours.'}
          </p>
        </Notice>
        <Copyable label={shown.name} text={shown.secret} />
        <Copyable label="For your .env file" text={`ANSWERSCOPE_KEY=${shown.secret}`} />
        <Copyable label="Try it with curl" text={toCurl(shown.secret)} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    )}
  </Dialog>
);
