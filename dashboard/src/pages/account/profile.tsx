import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetAll } from '../../api/client.js';
import { changePassword, renameUser } from '../../api/team.js';
import { useSession } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Section } from '../../ui/section.js';

function NameForm() {
  const { user } = useSession();
  const router = useRouter();
  const { tell } = useToast();
  const submit = useSubmit(async (form) => {
    await renameUser(textIn(form, 'name'));
    await forgetAll();
    await router.invalidate();
    tell('Your name has been saved.');
  });
  return (
    <Form submit={submit}>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        defaultValue={user.name}
      />
      <Field label="E-mail" value={user.email} readOnly hint="The address you sign in with." />
      <div>
        <Button type="submit" busy={submit.busy}>
          Save name
        </Button>
      </div>
    </Form>
  );
}

function PasswordForm() {
  const { user } = useSession();
  const { tell } = useToast();
  const [done, setDone] = useState(0);
  const submit = useSubmit(async (form) => {
    await changePassword(String(form.get('current')), String(form.get('next')));
    setDone(done + 1);
    tell('Your password has been changed. All other sessions have been signed out.');
  });
  return (
    // The changing key clears the fields after a successful change.
    <Form submit={submit} key={done}>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Field
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
      <Field
        label="New password"
        name="next"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        hint="8 to 128 characters"
        required
      />
      <div>
        <Button type="submit" busy={submit.busy}>
          Change password
        </Button>
      </div>
    </Form>
  );
}

export const Profile = () => (
  <div className="grid gap-4">
    <Section title="Your profile" about="How you appear to your team.">
      <NameForm />
    </Section>
    <Section title="Password" about="Changing it signs you out everywhere else.">
      <PasswordForm />
    </Section>
  </div>
);
