import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { requestReset } from '../../api/sign-in.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Door } from './auth-layout.js';

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const submit = useSubmit(async (form) => {
    await requestReset(textIn(form, 'email'));
    setSent(true);
  });
  return (
    <Door
      title="Reset your password"
      about={
        isSent
          ? undefined
          : 'Enter your address to receive a link for setting a new password. It expires in an hour.'
      }
      below={
        <Link to="/dashboard/sign-in" className="link">
          Back to sign-in
        </Link>
      }
    >
      {isSent ? (
        <p role="status">
          If an account with this address exists, an e-mail is on its way. Open the link in it to
          set a new password.
        </p>
      ) : (
        <Form submit={submit}>
          <Field label="E-mail" name="email" type="email" autoComplete="username" required />
          <Button type="submit" kind="primary" busy={submit.busy}>
            Send link
          </Button>
        </Form>
      )}
    </Door>
  );
}
