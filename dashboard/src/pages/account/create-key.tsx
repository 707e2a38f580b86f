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

/** What is read again when there is another key. */
export const KEY_QUERIES = ['Keys'];

export interface ShownKey {
  secret: string;
  name: string;
  environment: Environment;
  scopes: readonly ApiKeyScope[];
  isRotated?: boolean;
}

const SCOPES: readonly { value: ApiKeyScope; about: string }[] = [
  { value: 'READ', about: 'see brands, answers and numbers' },
  { value: 'WRITE', about: 'change brands, start runs; reads too' },
  { value: 'ADMIN', about: 'keys and webhooks; reads and writes too' },
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

/** What a key may do; one of a format that leaves no choice says so. */
const Scopes = ({ format }: { format: ApiKeyFormat }) =>
  format === 'SERVICE' ? (
    <Notice tone="plain">
      <p>A service key reads and writes. For less or more, make an sk key.</p>
    </Notice>
  ) : (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-sm font-medium">What it may do</legend>
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
        hint="What will use it."
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Environment"
          name="environment"
          defaultValue={environment.toUpperCase()}
          hint="For life: it cannot be changed."
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
        hint="Both open the same paths."
      >
        <option value="SK">sk_…, with a scope of your choice</option>
        <option value="SERVICE">service_…, as older integrations expect it</option>
      </SelectField>
      <Scopes format={format} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy}>
          Create the key
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

/** A secret, this once: closing is a decision, not a slip of the pointer. */
export const ShowKey = ({ shown, onClose }: { shown: ShownKey | null; onClose: () => void }) => (
  <Dialog
    open={shown !== null}
    onClose={onClose}
    isGuarded
    title={shown?.isRotated ? 'The new key' : 'The key is made'}
  >
    {shown && (
      <div className="grid gap-4">
        <Notice tone="warn">
          <p>
            Copy it now: it is shown this once and stored nowhere.
            {shown.isRotated && ' The key before it works for 24 hours more.'}
          </p>
        </Notice>
        <Copyable label={shown.name} text={shown.secret} />
        <Copyable label="As a line of .env" text={`ANSWERSCOPE_KEY=${shown.secret}`} />
        <Copyable label="To try it" text={toCurl(shown.secret)} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    )}
  </Dialog>
);
