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
      title="Reset the password"
      about={
        isSent ? undefined : 'A link to set a new one goes to your address. It holds for an hour.'
      }
      below={
        <Link to="/dashboard/sign-in" className="link">
          Back to sign-in
        </Link>
      }
    >
      {isSent ? (
        <p role="status">
          If somebody has this address here, a mail is on its way. Open its link to set a new
          password.
        </p>
      ) : (
        <Form submit={submit}>
          <Field label="E-mail" name="email" type="email" autoComplete="username" required />
          <Button type="submit" kind="primary" busy={submit.busy}>
            Send the link
          </Button>
        </Form>
      )}
    </Door>
  );
}
