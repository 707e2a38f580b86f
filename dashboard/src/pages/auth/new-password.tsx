import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { setPassword } from '../../api/sign-in.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, useSubmit } from '../../ui/form.js';
import { Door } from './auth-layout.js';

const route = getRouteApi('/dashboard/new-password');

/** Landing page of the link in the password reset e-mail. */
export function NewPassword() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [token] = useState(search.token);
  // The token is as sensitive as a password: remove it from the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void navigate({ search: {}, replace: true }), []);
  const submit = useSubmit(async (form) => {
    await setPassword(token ?? '', String(form.get('password')));
    await navigate({ to: '/dashboard/sign-in', search: { reason: 'password-set' } });
  });
  const again = (
    <Link to="/dashboard/forgot-password" className="link">
      Request a new link
    </Link>
  );
  if (token === undefined)
    return (
      <Door title="New password" below={again}>
        <p>This link has already been used, or is more than an hour old.</p>
      </Door>
    );
  return (
    <Door
      title="New password"
      about="Changing the password signs you out of all sessions."
      below={again}
    >
      <Form submit={submit}>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          hint="8 to 128 characters"
          required
        />
        <Button type="submit" kind="primary" busy={submit.busy}>
          Set password
        </Button>
      </Form>
    </Door>
  );
}
