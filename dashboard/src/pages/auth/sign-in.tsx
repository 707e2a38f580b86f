import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetAll } from '../../api/client.js';
import { openLink, signIn } from '../../api/sign-in.js';
import { whoWasIn } from '../../api/who-was-in.js';
import { isBeside } from '../../app/places.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Notice } from '../../ui/states.js';
import { Door } from './auth-layout.js';

const route = getRouteApi('/dashboard/sign-in');

const REASONS = {
  expired: 'Your session has ended. Sign in to continue where you left off.',
  'signed-out': 'You have signed out.',
  'password-set': 'Your password has been changed. Sign in with the new password.',
};

/** Only the operator of the server can create a new link. */
const NewLink = () => (
  <>
    To create a new link, run{' '}
    <code className="font-mono text-xs select-all">npm run -s cli -- demo link</code> on the server.
  </>
);

export function SignIn() {
  const { back, reason, token } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const [isSpent, setSpent] = useState(false);
  const enter = async (to: string) => {
    await forgetAll();
    if (isBeside(to)) location.assign(to);
    else router.history.push(to);
  };
  // One-time links lead here. Remove the token from the address before anything else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per token
  useEffect(() => {
    if (token === undefined) return;
    void navigate({ search: { back }, replace: true });
    void openLink(token).then((isOpen) =>
      isOpen ? enter('/dashboard?environment=test') : setSpent(true),
    );
  }, [token]);
  const submit = useSubmit(async (form) => {
    await signIn(textIn(form, 'email'), String(form.get('password')));
    await enter(back ?? '/dashboard');
  });
  return (
    <Door
      title="Sign in"
      below={
        <>
          New here?{' '}
          <Link to="/dashboard/sign-up" search={{ back }} className="link">
            Create an account
          </Link>
        </>
      }
    >
      <div className="grid gap-4">
        {isSpent && (
          <Notice>
            <p>
              This link has already been used or has expired. <NewLink />
            </p>
          </Notice>
        )}
        {reason && (
          <Notice tone="plain">
            <p>{REASONS[reason]}</p>
            {reason === 'expired' && whoWasIn() === 'demo' && (
              <p>
                The demo has no password. <NewLink />
              </p>
            )}
          </Notice>
        )}
        <Form submit={submit}>
          <Field label="E-mail" name="email" type="email" autoComplete="username" required />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <Button type="submit" kind="primary" busy={submit.busy}>
            Sign in
          </Button>
        </Form>
        <p className="text-sm">
          <Link to="/dashboard/forgot-password" className="link">
            Forgot your password?
          </Link>
        </p>
      </div>
    </Door>
  );
}
